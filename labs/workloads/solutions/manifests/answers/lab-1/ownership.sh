owner='{.items[0].metadata.ownerReferences[0].kind} {.items[0].metadata.ownerReferences[0].name} {.items[0].metadata.ownerReferences[0].uid}'
kubectl create configmap answers --dry-run=client -o yaml \
  --from-literal=ownership-replicaset="$(kubectl get replicasets -l app=web -o jsonpath="$owner")" \
  --from-literal=ownership-pod="$(kubectl get pods -l app=web -o jsonpath="$owner")" |
  kubectl apply --server-side --field-manager=ownership -f -
