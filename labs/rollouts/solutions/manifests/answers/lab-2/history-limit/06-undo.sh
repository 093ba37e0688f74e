# undo of the forgetful one has nothing to go back to; it says so and ends with an error
kubectl rollout undo deployment/forgetful
kubectl rollout undo deployment/mindful
