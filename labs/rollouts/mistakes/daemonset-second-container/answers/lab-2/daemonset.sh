kubectl apply -f - <<YAML
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: node-logger
spec:
  selector:
    matchLabels: {app: node-logger}
  template:
    metadata:
      labels: {app: node-logger}
    spec:
      terminationGracePeriodSeconds: 1
      containers:
        - name: logger
          image: busybox:1.36
          command: [sleep, infinity]
YAML
kubectl rollout status daemonset/node-logger --timeout=60s
kubectl patch daemonset node-logger --patch '{"spec":{"template":{"spec":{"containers":[{"name":"second","image":"busybox:1.37","command":["sleep","infinity"]}]}}}}'
kubectl rollout status daemonset/node-logger --timeout=60s
