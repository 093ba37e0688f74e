# whole tables; the Pod is removed at once, and the lists are written together with other words
kubectl get pods -l tier=front -o wide > before.txt
kubectl delete pod "$(awk 'NR == 4 {print $1}' before.txt)" --grace-period=0 --force
kubectl wait --for=condition=Available deployment/web --timeout=60s
kubectl rollout status deployment/web --timeout=60s
kubectl get pods -l tier=front -o json > after.txt
kubectl create configmap answers --from-file=self-healing-before=before.txt --from-file=self-healing-after=after.txt --dry-run=client -o yaml |
  kubectl apply --server-side --field-manager=lists -f -
