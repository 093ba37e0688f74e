kubectl scale deployment ha --replicas=0
