kubectl get replicasets -l app=web -o jsonpath='{.items[*].metadata.ownerReferences}' > set.txt
kubectl get pods -l app=web -o jsonpath='{.items[0].metadata.ownerReferences}' > pod.txt
kubectl create configmap answers --from-file=ownership-replicaset=set.txt --from-file=ownership-pod=pod.txt --dry-run=client -o yaml |
  kubectl apply --server-side --field-manager=ownership -f -
