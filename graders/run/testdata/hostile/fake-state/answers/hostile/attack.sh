#!/bin/bash
# Whatever works says so.
got() { "$@" && echo "GOT $*"; }
kubectl create deployment fake --image=nginx:1.26 --replicas=0 > /dev/null
got kubectl patch deployment fake --subresource=status --type=merge -p '{"status": {"replicas": 4, "readyReplicas": 4, "availableReplicas": 4}}'
got kubectl get deployment fake --subresource=status -o name
kubectl get deployment fake -o json | jq '.status = {"replicas": 4, "readyReplicas": 4}' > fake.json
kubectl replace -f fake.json > /dev/null
[ "$(kubectl get deployment fake -o jsonpath='{.status.readyReplicas}')" = 4 ] && echo "GOT ready replicas"
got kubectl replace --raw /apis/apps/v1/namespaces/hostile/deployments/fake/status -f fake.json
kubectl run fake --image=nginx:1.26 --overrides='{"spec": {"schedulerName": "nobody"}}' > /dev/null
got kubectl patch pod fake --subresource=status -p '{"status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}}'
got kubectl create --raw /api/v1/namespaces/hostile/pods/fake/binding -f fake.json
cat <<E | kubectl create -f - && echo "GOT an Event"
{"apiVersion": "v1", "kind": "Event", "metadata": {"name": "fake"}, "involvedObject": {"kind": "Deployment", "name": "fake"}, "reason": "ScalingReplicaSet", "source": {"component": "deployment-controller"}}
E
got kubectl apply --server-side --field-manager=kube-controller-manager --force-conflicts --subresource=status -f fake.json
kubectl patch deployment fake --type=merge -p '{"metadata": {"managedFields": [{}]}}' > /dev/null
kubectl delete deployment/fake pod/fake --wait=false > /dev/null
exit 1 # so that the record keeps what was printed
