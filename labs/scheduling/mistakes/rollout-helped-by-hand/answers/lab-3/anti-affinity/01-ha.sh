kubectl create deployment ha --image=nginx:1.27 --replicas=3 --dry-run=client -o json |
  jq '.spec.strategy = {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}} | .spec.template.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution = [
    {topologyKey: "kubernetes.io/hostname", labelSelector: {matchLabels: {app: "ha"}}}]' |
  kubectl create -f -
kubectl rollout status deployment ha --timeout=60s
