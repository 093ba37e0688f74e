# the other one first
kubectl taint node podium-worker2 maintenance=true:NoExecute
kubectl taint node -l topology.kubernetes.io/zone=zone-c dedicated=batch:NoSchedule
