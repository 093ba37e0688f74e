for name in temp orphaned; do
  kubectl create deployment $name --image=nginx:1.27 --replicas=2
  kubectl rollout status deployment/$name --timeout=60s
  kubectl delete deployment $name --cascade=orphan
done
kubectl delete replicasets -l app=temp
