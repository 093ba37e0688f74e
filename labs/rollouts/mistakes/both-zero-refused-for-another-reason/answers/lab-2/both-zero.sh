kubectl patch deployment web --patch '{"spec":{"strategy":{"rollingUpdate":{"maxSurge":3,"maxUnavailable":"150%"}}}}'
kubectl create configmap answers --from-literal=both-zero="maxSurge and maxUnavailable cannot both be 0"
