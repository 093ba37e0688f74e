release() {
  kubectl set env deployment/$1 RELEASE=$2
  kubectl rollout status deployment/$1 --timeout=60s
}

kubectl create deployment forgetful --image=nginx:1.26
kubectl patch deployment forgetful --patch '{"spec":{"revisionHistoryLimit":0}}'
for n in 1 2; do release forgetful $n; done
# its controller deletes what is left over a moment after the rollout
until [ "$(kubectl get replicasets -l app=forgetful -o name | wc -l)" -eq 1 ]; do sleep 0.2; done
said=$(kubectl rollout undo deployment/forgetful 2>&1)

kubectl create deployment mindful --image=nginx:1.26
kubectl patch deployment mindful --patch '{"spec":{"revisionHistoryLimit":2}}'
for n in 1 2 3 4; do release mindful $n; done
kubectl rollout undo deployment/mindful
kubectl rollout status deployment/mindful --timeout=60s

jq -n --arg said "$said" '{data: {"history-limit": $said}}' > patch.json
kubectl patch configmap answers --patch-file patch.json
