kubectl taint node podium-worker3 dedicated=batch:NoSchedule
cat > patient.yaml <<YAML
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: patient}
spec:
  selector: {matchLabels: {app: patient}}
  template:
    metadata: {labels: {app: patient}}
    spec:
      tolerations: [{operator: Exists}]
      containers: [{name: c, image: busybox:1.37, command: [sleep, infinity]}]
YAML
kubectl apply -f patient.yaml
kubectl rollout status daemonset patient --timeout=60s
kubectl taint node podium-worker2 maintenance=true:NoExecute
