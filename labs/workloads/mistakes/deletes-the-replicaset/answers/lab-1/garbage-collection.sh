for name in temp orphaned; do
  kubectl create deployment $name --image=nginx:1.27 --replicas=2
  kubectl rollout status deployment/$name --timeout=60s
done
kubectl delete replicasets,pods -l app=temp
kubectl delete deployment orphaned
