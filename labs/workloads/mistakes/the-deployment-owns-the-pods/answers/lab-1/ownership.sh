web="Deployment web $(kubectl get deployment web -o jsonpath='{.metadata.uid}')"
kubectl create configmap answers --from-literal=ownership-replicaset="$web" --from-literal=ownership-pod="$web" --dry-run=client -o yaml |
  kubectl apply --server-side --field-manager=ownership -f -
