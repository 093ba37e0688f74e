refusal=$(kubectl patch deployment web --patch '{"spec":{"strategy":{"rollingUpdate":{"maxSurge":0,"maxUnavailable":0}}}}' 2>&1)
kubectl create configmap answers --from-literal=both-zero="maxSurge=0 and maxUnavailable=0 forbid every step: $refusal"
