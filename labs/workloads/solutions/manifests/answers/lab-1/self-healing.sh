before=$(kubectl get pods -l app=web -o jsonpath='{.items[*].metadata.name}')
kubectl delete pod "$(echo "$before" | cut -d ' ' -f 1)"
kubectl rollout status deployment/web --timeout=60s
after=$(kubectl get pods -l app=web -o jsonpath='{.items[*].metadata.name}')
kubectl create configmap answers --from-literal=self-healing-before="$before" --from-literal=self-healing-after="$after" --dry-run=client -o yaml |
  kubectl apply --server-side --field-manager=self-healing -f -
