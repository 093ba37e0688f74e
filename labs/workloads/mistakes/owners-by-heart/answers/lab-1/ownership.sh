kubectl create configmap answers --from-literal=ownership-replicaset="Deployment web" --from-literal=ownership-pod="ReplicaSet web-5d9f8b7c6" --dry-run=client -o yaml |
  kubectl apply --server-side --field-manager=ownership -f -
