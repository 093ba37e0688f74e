kubectl taint node podium-worker3 dedicated=batch:NoSchedule
kubectl create deployment patient --image=busybox:1.37 --dry-run=client -o json -- sleep infinity |
  jq '.spec.template.spec.nodeName = "podium-worker2"' |
  kubectl create -f -
kubectl rollout status deployment patient --timeout=60s
kubectl taint node podium-worker2 maintenance=true:NoExecute
