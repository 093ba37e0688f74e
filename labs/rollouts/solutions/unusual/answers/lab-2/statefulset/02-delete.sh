kubectl delete pod/db-1 --grace-period=0 --force
