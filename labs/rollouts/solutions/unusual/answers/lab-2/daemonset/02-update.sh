kubectl get ds/node-logger -o json | jq '.spec.template.spec.containers[0].image = "busybox:1.37"' | kubectl apply -f -
