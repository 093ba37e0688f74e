kubectl scale deployment web --replicas=0
kubectl set image deployment/web "*=nginx:1.27"
kubectl scale deployment web --replicas=4
kubectl rollout status deployment/web --timeout=60s
