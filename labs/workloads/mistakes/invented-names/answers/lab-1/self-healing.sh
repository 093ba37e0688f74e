kubectl delete "$(kubectl get pods -l app=web -o name | head -n 1)"
kubectl rollout status deployment/web --timeout=60s
kubectl create configmap answers --dry-run=client -o yaml \
  --from-literal=self-healing-before="web-abc-1 web-abc-2 web-abc-3 web-abc-4 web-abc-5" \
  --from-literal=self-healing-after="web-abc-6 web-abc-2 web-abc-3 web-abc-4 web-abc-5" |
  kubectl apply --server-side --field-manager=self-healing -f -
