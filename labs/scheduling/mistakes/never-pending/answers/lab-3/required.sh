kubectl create deployment inference --image=nginx:1.27 --dry-run=client -o json |
  jq '.spec.template.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms = [{matchExpressions: [
    {key: "gpu.homelab/vram", operator: "Gt", values: ["16"]}, {key: "topology.kubernetes.io/zone", operator: "NotIn", values: ["zone-c"]}]}]' |
  kubectl create -f -
kubectl rollout status deployment inference --timeout=60s
