kubectl set image deployment/web "*=nginx:1.26"
kubectl rollout status deployment/web --timeout=60s
