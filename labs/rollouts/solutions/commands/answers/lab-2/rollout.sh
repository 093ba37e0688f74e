set -e
kubectl set image deployment/web "*=nginx:1.27"
kubectl rollout status deployment/web --timeout=60s
