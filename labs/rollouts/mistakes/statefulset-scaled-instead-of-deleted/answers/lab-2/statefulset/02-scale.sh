kubectl scale statefulset db --replicas=1
kubectl rollout status statefulset/db --timeout=60s
kubectl scale statefulset db --replicas=3
