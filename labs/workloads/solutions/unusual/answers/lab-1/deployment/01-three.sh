# from one replica to three; a set-based selector, a probe, two containers
cat <<YAML | kubectl apply --server-side -f -
kind: Deployment
apiVersion: apps/v1
metadata: {name: web}
spec:
  replicas: 1
  strategy: {type: Recreate}
  selector:
    matchExpressions: [{key: tier, operator: In, values: [front, edge]}]
  template:
    metadata: {labels: {tier: front}}
    spec:
      containers:
        - {name: side, image: "busybox:1.36", command: [sleep, infinity]}
        - {name: main, image: "httpd:2.4", readinessProbe: {tcpSocket: {port: 80}, periodSeconds: 1}}
YAML
kubectl patch deployment web --type=json --patch '[{"op": "test", "path": "/spec/replicas", "value": 1}, {"op": "replace", "path": "/spec/replicas", "value": 3}]'
