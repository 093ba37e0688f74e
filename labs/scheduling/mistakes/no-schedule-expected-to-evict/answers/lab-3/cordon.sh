kubectl cordon podium-worker2
kubectl taint node podium-worker2 maintenance-
