kubectl taint node podium-worker2 maintenance-
kubectl rollout status deployment patient --timeout=60s
kubectl cordon podium-worker2
