kubectl create deployment train --image=busybox:1.37 --dry-run=client -o json -- sleep infinity |
  jq '.spec.template.spec |= (.nodeSelector = {"gpu.homelab/tier": "xlarge"} | .containers[0].resources = {limits: {"nvidia.com/gpu": "1"}})' |
  kubectl create -f -
