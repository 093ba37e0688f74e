kubectl rollout undo deployment/web
