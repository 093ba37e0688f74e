kubectl patch deployment web --patch '{"spec":{"strategy":{"rollingUpdate":{"maxSurge":0,"maxUnavailable":0}}}}'
kubectl create configmap answers --from-literal=both-zero="maxSurge must not be 0"
