kubectl create deployment web --image=nginx:1.26 --replicas=4 --dry-run=client -o json |
  jq '.spec.template.spec.containers[0].readinessProbe = {tcpSocket: {port: 80}}' |
  kubectl create -f -
kubectl rollout status deployment/web --timeout=60s
