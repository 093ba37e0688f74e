# whole sentences, which name the dependents too
set=$(kubectl get rs -o json | jq -r '.items[] | select(.metadata.ownerReferences[0].name == "web") | "\(.metadata.name) (\(.metadata.uid))"')
web=$(kubectl get deploy web -o jsonpath='{.metadata.uid}')
pod=$(kubectl get pods -l tier=front -o jsonpath='{.items[2].metadata.name}')
kubectl patch configmap answers --type=merge --patch "{\"data\":{
  \"ownership-replicaset\":\"ReplicaSet $set is owned by Deployment web. Its UID: $web.\",
  \"ownership-pod\":\"Pod $pod belongs to ReplicaSet $set.\"}}"
