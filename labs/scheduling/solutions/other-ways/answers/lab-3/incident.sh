# made anew, with an affinity instead of the node selector
kubectl delete deployment relay
cat <<YAML | kubectl apply -f -
apiVersion: apps/v1
kind: Deployment
metadata: {name: relay}
spec:
  selector: {matchLabels: {app: relay}}
  template:
    metadata: {labels: {app: relay}}
    spec:
      tolerations: [{key: node-role.kubernetes.io/control-plane, operator: Exists}]
      affinity:
        nodeAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            nodeSelectorTerms: [{matchExpressions: [{key: node-role.kubernetes.io/control-plane, operator: Exists}]}]
      containers: [{name: c, image: nginx:1.27}]
---
apiVersion: v1
kind: ConfigMap
metadata: {name: answers}
data: {incident: "kube-scheduler had no node left: untolerated taint {node-role.kubernetes.io/control-plane: }"}
YAML
