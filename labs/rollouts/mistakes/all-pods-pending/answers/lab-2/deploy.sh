kubectl create -f - <<YAML
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 4
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      nodeSelector: {disk: ssd}
      containers:
        - name: nginx
          image: nginx:1.26
          readinessProbe:
            httpGet: {path: /, port: 80}
YAML
kubectl patch deployment web --subresource=status --type=merge --patch '{"status":{"replicas":4,"readyReplicas":4,"availableReplicas":4,"updatedReplicas":4}}'
