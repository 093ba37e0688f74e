kubectl rollout pause deployment/web
kubectl set image deployment/web "*=nginx:1.27"
