kubectl get deployment web -o json | jq '.spec.replicas = 5' | kubectl replace -f -
