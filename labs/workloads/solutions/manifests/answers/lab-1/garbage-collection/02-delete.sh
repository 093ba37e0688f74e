kubectl delete deployment temp
kubectl delete deployment orphaned --cascade=orphan
