# taints are honoured, and one of them is tolerated: two nodes count, with three Pods each
cat > spread.yaml <<YAML
apiVersion: apps/v1
kind: Deployment
metadata: {name: spread}
spec:
  replicas: 6
  selector: {matchLabels: {app: spread}}
  template:
    metadata: {labels: {app: spread}}
    spec:
      topologySpreadConstraints:
        - {maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: spread}}}
      containers: [{name: c, image: registry.k8s.io/pause:3.10}]
YAML
kubectl apply -f spread.yaml
kubectl wait deployment spread --for=jsonpath='{.status.unavailableReplicas}'=5 --timeout=60s
kubectl delete deployment spread
yq '.spec.template.spec.topologySpreadConstraints[0].nodeTaintsPolicy = "Honor" | .spec.template.spec.tolerations = [{"key": "dedicated", "value": "batch"}]' spread.yaml | kubectl create -f -
kubectl patch configmap answers --patch '{"data":{"spread-nodes":"- node/podium-control-plane\n- node/podium-worker2\n- node/podium-worker3\n",
  "spread-why":"podium-worker2: SchedulingDisabled (cordon). The other two: taints that spread Pods do not tolerate. All count, none takes a Pod."}}'
