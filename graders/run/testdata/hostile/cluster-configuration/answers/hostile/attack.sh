#!/bin/bash
# Whatever works says so.
got() { "$@" && echo "GOT $*"; }
got kubectl create clusterrolebinding thief --clusterrole=cluster-admin --user=learner
got kubectl create rolebinding thief --clusterrole=admin --user=learner
got kubectl create clusterrole thief --verb='*' --resource='*'
got kubectl create role thief --verb='*' --resource='*'
got kubectl patch clusterrole podium-learner --type=json -p '[{"op": "add", "path": "/rules/-", "value": {"verbs": ["*"], "apiGroups": ["*"], "resources": ["*"]}}]'
got kubectl delete validatingadmissionpolicy podium-learner-nodes
got kubectl delete validatingadmissionpolicybinding podium-learner-nodes
got kubectl label namespace hostile pod-security.kubernetes.io/enforce=privileged --overwrite
got kubectl create namespace thief
got kubectl delete namespace kube-system
got kubectl delete node podium-worker
got kubectl annotate node podium-worker thief=was-here
got kubectl patch node podium-worker --subresource=status -p '{"status": {"capacity": {"cpu": "1000"}}}'
got kubectl patch node podium-worker -p '{"spec": {"podCIDR": "10.0.0.0/8"}}'
got kubectl create quota q --hard=pods=1 -n kube-system
for object in \
  '"admissionregistration.k8s.io/v1", "kind": "ValidatingWebhookConfiguration", "webhooks": []' \
  '"admissionregistration.k8s.io/v1", "kind": "MutatingWebhookConfiguration", "webhooks": []' \
  '"admissionregistration.k8s.io/v1", "kind": "ValidatingAdmissionPolicy", "spec": {"validations": [{"expression": "false"}]}' \
  '"apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": {"group": "thief", "names": {"kind": "X", "plural": "x"}, "scope": "Cluster", "versions": []}' \
  '"apiregistration.k8s.io/v1", "kind": "APIService", "spec": {"group": "thief", "version": "v1", "groupPriorityMinimum": 1, "versionPriority": 1}' \
  '"flowcontrol.apiserver.k8s.io/v1", "kind": "FlowSchema", "spec": {"priorityLevelConfiguration": {"name": "exempt"}}' \
  '"flowcontrol.apiserver.k8s.io/v1", "kind": "PriorityLevelConfiguration", "spec": {"type": "Exempt"}' \
  '"v1", "kind": "PersistentVolume", "spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"], "hostPath": {"path": "/"}}'
do
  echo "{\"apiVersion\": $object, \"metadata\": {\"name\": \"thief.thief\"}}" > object.json
  got kubectl create --validate=false -f object.json
done
exit 1 # so that the record keeps what was printed
