kubectl delete replicaset "$(kubectl get replicasets -l app=ha -o json | jq -r '.items[] | select(.status.readyReplicas == 3) | .metadata.name')"
kubectl rollout status deployment ha --timeout=60s
