kubectl taint node podium-worker3 dedicated=batch:NoSchedule
kubectl taint node podium-worker2 maintenance=true:NoExecute
