# server-side apply, a set-based selector, a full image name, a second container, a percentage from the start
cat > web.yaml <<YAML
kind: Deployment
apiVersion: apps/v1
metadata: {name: web, labels: {team: blue}}
spec:
  replicas: 4
  minReadySeconds: 0
  selector:
    matchExpressions:
      - {key: tier, operator: In, values: [front]}
  template:
    metadata: {labels: {tier: front, extra: "yes"}}
    spec:
      containers:
        - name: sidecar
          image: busybox:1.36
          command: ["/bin/sh", "-c", "tail -f /dev/null"]
        - name: server
          image: docker.io/library/nginx:1.26
          ports: [{name: http, containerPort: 80}]
          readinessProbe:
            initialDelaySeconds: 1
            periodSeconds: 1
            httpGet: {port: http}
YAML
kubectl apply --server-side -f web.yaml
