kubectl scale deployment ha --replicas=3
