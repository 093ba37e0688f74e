kubectl taint node podium-worker3 dedicated=batch:NoSchedule
kubectl create deployment patient --image=busybox:1.37 --dry-run=client -o json -- sleep infinity |
  jq '.spec.template.spec |= (.nodeSelector = {"kubernetes.io/hostname": "podium-worker2"} | .tolerations = [
    {key: "maintenance", operator: "Equal", value: "true", effect: "NoExecute"}])' |
  kubectl create -f -
kubectl rollout status deployment patient --timeout=60s
kubectl cordon podium-worker2
