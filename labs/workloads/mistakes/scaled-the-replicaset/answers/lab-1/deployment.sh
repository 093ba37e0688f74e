kubectl create deployment web --image=nginx:1.27 --replicas=3
kubectl rollout status deployment/web --timeout=60s
kubectl scale "$(kubectl get replicasets -l app=web -o name)" --replicas=5
