for name in forgetful mindful; do
  limit=0
  if [ "$name" = mindful ]; then limit=2; fi
  kubectl create deployment $name --image=busybox:1.36 --dry-run=client -o yaml -- sleep infinity |
    yq ".spec.revisionHistoryLimit = $limit | .spec.strategy = {\"type\": \"Recreate\"} | .spec.template.spec.terminationGracePeriodSeconds = 1" |
    kubectl apply -f -
  kubectl rollout status deployment $name --timeout=60s
done
seq 4 | while read n; do
  kubectl patch deployment mindful -p "{\"spec\":{\"template\":{\"metadata\":{\"annotations\":{\"release\":\"$n\"}}}}}"
  kubectl rollout status deployment mindful --timeout=60s
done
kubectl rollout undo deployment mindful --to-revision=4
kubectl rollout restart deployment forgetful && kubectl rollout status deployment forgetful
kubectl set image deployment forgetful busybox=busybox:1.37 && kubectl rollout status deployment forgetful
kubectl rollout undo deployment forgetful 2> said.txt
kubectl patch configmap answers --type merge -p "{\"data\":{\"history-limit\":\"No rollout history, that is all: $(tr -d '"' < said.txt | tr '\n' ' ')\"}}"
