kubectl create -f - <<YAML
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 2
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: nginx
          image: nginx:1.26
          readinessProbe:
            httpGet: {path: /, port: 80}
YAML
kubectl rollout status deployment/web --timeout=60s
kubectl scale --replicas=4 $(kubectl get replicaset -l app=web -o name)
