kubectl create deployment patient --image=busybox:1.37 --dry-run=client -o json -- sleep infinity |
  jq '.spec.template.spec |= (.tolerations = [
    {key: "maintenance", operator: "Equal", value: "true", effect: "NoExecute"}])' |
  kubectl create -f -
