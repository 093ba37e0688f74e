kubectl label node podium-worker gpu.homelab/tier=xlarge gpu.homelab/vram=32
kubectl label node podium-worker2 gpu.homelab/tier=large gpu.homelab/vram=24
kubectl label node podium-worker3 gpu.homelab/tier=small gpu.homelab/vram=8
kubectl create deployment train --image=busybox:1.37 --dry-run=client -o json -- sleep infinity |
  jq '.spec.template.spec |= (.nodeName = "podium-worker" | .containers[0].resources = {limits: {"nvidia.com/gpu": "1"}})' |
  kubectl create -f -
kubectl rollout status deployment train --timeout=60s
