release() {
  kubectl set env deployment/$1 RELEASE=$2
  kubectl rollout status deployment/$1 --timeout=60s
}

kubectl create deployment forgetful --image=nginx:1.26
kubectl patch deployment forgetful --patch '{"spec":{"revisionHistoryLimit":0}}'
for n in 1 2; do release forgetful $n; done
kubectl patch configmap answers --patch '{"data":{"history-limit":"no rollout history found"}}'

kubectl create deployment mindful --image=nginx:1.26
for n in 1 2 3 4; do release mindful $n; done
kubectl get replicasets -l app=mindful -o name | head -2 | xargs kubectl delete
kubectl rollout undo deployment/mindful
