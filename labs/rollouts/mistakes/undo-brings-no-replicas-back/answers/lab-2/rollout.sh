set -e
kubectl scale deployment web --replicas=2
kubectl rollout status deployment/web --timeout=60s
kubectl set image deployment/web "*=nginx:1.27"
kubectl rollout status deployment/web --timeout=60s
