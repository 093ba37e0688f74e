kubectl create deployment hello --image=nginx:1.27
kubectl rollout status deployment/hello --timeout=60s
kubectl create configmap answers --from-literal=first-pod="Yes, it comes back." --dry-run=client -o yaml |
  kubectl apply --server-side --field-manager=first-pod -f -
