kubectl create configmap answers --from-literal=both-zero="maxSurge and maxUnavailable cannot both be 0"
