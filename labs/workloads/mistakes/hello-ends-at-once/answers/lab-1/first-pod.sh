kubectl run hello --image=busybox:1.36 -- echo hello
kubectl create configmap answers --from-literal=first-pod="no" --dry-run=client -o yaml |
  kubectl apply --server-side --field-manager=first-pod -f -
