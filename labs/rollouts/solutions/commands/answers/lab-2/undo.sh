set -e
kubectl rollout undo deployment/web
kubectl rollout status deployment/web --timeout=60s
kubectl rollout history deployment/web
