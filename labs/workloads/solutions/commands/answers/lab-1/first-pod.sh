kubectl run hello --image=httpd:2.4
kubectl wait --for=condition=Ready pod/hello --timeout=60s
kubectl create configmap answers --from-literal=first-pod="no, it would not come back: no controller looks after it" --dry-run=client -o yaml |
  kubectl apply --server-side --field-manager=first-pod -f -
