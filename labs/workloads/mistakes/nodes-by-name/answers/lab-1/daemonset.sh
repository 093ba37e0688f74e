kubectl create deployment agent --image=nginx:1.27 --dry-run=client -o yaml |
  yq '.kind = "DaemonSet" | del(.spec.replicas) | del(.spec.strategy) | del(.status) | .spec.template.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms = [{"matchExpressions": [{"key": "kubernetes.io/hostname", "operator": "In", "values": ["podium-worker", "podium-worker2", "podium-worker3", "podium-control-plane"]}]}]' > agent.yaml
kubectl apply -f agent.yaml
kubectl rollout status daemonset/agent --timeout=60s
kubectl patch daemonset agent --patch '{"spec":{"template":{"spec":{"tolerations":[{"key":"node-role.kubernetes.io/control-plane","operator":"Exists"}]}}}}'
kubectl rollout status daemonset/agent --timeout=60s
yq '.spec.replicas = 3' agent.yaml | kubectl replace -f - 2> said.txt
kubectl create configmap answers --from-file=daemonset=said.txt --dry-run=client -o yaml |
  kubectl apply --server-side --field-manager=daemonset -f -
