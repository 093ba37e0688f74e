kubectl get deployment web
