kubectl get pods -l app=web -o name > before.txt
kubectl delete $(head -n 1 before.txt)
kubectl get pods -l app=web -o name > after.txt
kubectl create configmap answers --from-file=self-healing-before=before.txt --from-file=self-healing-after=after.txt --dry-run=client -o yaml |
  kubectl apply --server-side --field-manager=self-healing -f -
