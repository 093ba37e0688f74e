before=$(kubectl get pods -l app=web -o jsonpath='{.items[*].metadata.name}')
kubectl delete pod "$(echo "$before" | cut -d ' ' -f 1)"
kubectl rollout status deployment/web --timeout=60s
after=$(kubectl get pods -l app=web -o jsonpath='{.items[*].metadata.name}')
kubectl patch configmap answers --patch "{\"data\":{\"self-healing-before\":\"$before\",\"self-healing-after\":\"$after\"}}"
