kubectl delete pod db-1
