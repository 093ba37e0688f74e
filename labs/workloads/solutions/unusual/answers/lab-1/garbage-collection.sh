kubectl create deployment temp --image=redis:7
kubectl create deployment orphaned --image=redis:7
kubectl wait --for=condition=Available deployment/temp deployment/orphaned --timeout=60s
kubectl delete deployment/temp --cascade=foreground
kubectl delete deployment/orphaned --cascade=orphan --wait=false
