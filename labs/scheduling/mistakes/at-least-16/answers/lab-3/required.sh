# at first more than any node has: it stays Pending until the number is corrected
kubectl create deployment inference --image=nginx:1.27 --dry-run=client -o json |
  jq '.spec.template.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms = [{matchExpressions: [
    {key: "gpu.homelab/vram", operator: "Gt", values: ["64"]}, {key: "topology.kubernetes.io/zone", operator: "NotIn", values: ["zone-c"]}]}]' |
  kubectl create -f -
kubectl wait pod -l app=inference --for='jsonpath={.status.conditions[?(@.type=="PodScheduled")].reason}=Unschedulable' --timeout=60s
kubectl patch deployment inference --type=json -p '[{"op": "replace", "value": "15", "path":
  "/spec/template/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms/0/matchExpressions/0/values/0"}]'
kubectl rollout status deployment inference --timeout=60s
