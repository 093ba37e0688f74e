set=$(kubectl get replicasets -l app=web -o jsonpath='{range .items[0].metadata.ownerReferences[0]}{.kind} {.name} {.uid}{end}')
pod=$(kubectl get pods -l app=web -o jsonpath='{range .items[0].metadata.ownerReferences[0]}{.kind} {.name} {.uid}{end}')
kubectl patch configmap answers --patch "{\"data\":{\"ownership-replicaset\":\"$set\",\"ownership-pod\":\"$pod\"}}"
