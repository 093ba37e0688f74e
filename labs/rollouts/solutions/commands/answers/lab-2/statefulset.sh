kubectl create service clusterip database --clusterip=None --tcp=80
kubectl set selector service/database app=db
kubectl apply -f - <<YAML
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: db
spec:
  serviceName: database
  replicas: 3
  selector:
    matchLabels: {app: db}
  template:
    metadata:
      labels: {app: db}
    spec:
      containers:
        - name: db
          image: nginx:1.26
          volumeMounts:
            - {name: store, mountPath: /store}
  volumeClaimTemplates:
    - metadata: {name: store}
      spec:
        accessModes: [ReadWriteOnce]
        resources: {requests: {storage: 1Mi}}
YAML
kubectl rollout status statefulset/db --timeout=60s
kubectl delete pod db-1
kubectl rollout status statefulset/db --timeout=60s
