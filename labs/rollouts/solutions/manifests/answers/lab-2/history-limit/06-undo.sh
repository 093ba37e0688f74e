# undo of the forgetful one has nothing to go back to, and says so
kubectl rollout undo deployment/forgetful
kubectl patch configmap answers --patch '{"data": {"history-limit": "no rollout history found for deployment forgetful"}}'
kubectl rollout undo deployment/mindful
