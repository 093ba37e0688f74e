kubectl create deployment agent --image=nginx:1.27 --dry-run=client -o yaml |
  yq '.kind = "DaemonSet" | del(.spec.replicas) | del(.spec.strategy) | del(.status) | .spec.template.spec.tolerations = [{"operator": "Exists"}]' > agent.yaml
kubectl apply -f agent.yaml
kubectl rollout status daemonset/agent --timeout=60s
kubectl rollout status daemonset/agent --timeout=60s
yq '.spec.replicas = 3' agent.yaml | kubectl replace -f - 2> said.txt
kubectl create configmap answers --from-file=daemonset=said.txt --dry-run=client -o yaml |
  kubectl apply --server-side --field-manager=daemonset -f -
