# a set-based selector in the anti-affinity, its namespace spelled out, and a node more instead of a Pod less: the
# control plane takes the Pod that surges
cat > ha.yaml <<YAML
apiVersion: apps/v1
kind: Deployment
metadata: {name: ha}
spec:
  replicas: 3
  selector: {matchLabels: {set: ha}}
  strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}
  template:
    metadata: {labels: {set: ha}}
    spec:
      tolerations: [{key: node-role.kubernetes.io/control-plane, operator: Exists}]
      affinity:
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            - topologyKey: kubernetes.io/hostname
              namespaces: [lab-3]
              labelSelector: {matchExpressions: [{key: set, operator: In, values: [ha]}]}
      containers: [{name: c, image: nginx:1.26}]
YAML
kubectl apply --server-side -f ha.yaml
kubectl rollout status deployment ha --timeout=60s
kubectl rollout restart deployment ha
kubectl rollout status deployment ha --timeout=60s
