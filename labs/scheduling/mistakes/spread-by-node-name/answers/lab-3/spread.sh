kubectl create deployment spread --image=busybox:1.37 --replicas=6 --dry-run=client -o json -- sleep infinity |
  jq '.spec.template.spec.topologySpreadConstraints = [
    {maxSkew: 1, topologyKey: "kubernetes.io/hostname", whenUnsatisfiable: "DoNotSchedule", labelSelector: {matchLabels: {app: "spread"}}}]' |
  kubectl create -f -
kubectl wait deployment spread --for=jsonpath='{.status.unavailableReplicas}'=5 --timeout=60s
kubectl patch configmap answers --patch '{"data":{
  "spread-nodes":"podium-worker2, podium-worker3, podium-control-plane",
  "spread-why":"worker2 is cordoned, the other two have taints; all three count as domains with 0 Pods"}}'
# the way round the scheduler: a node that takes no Pod takes all six
kubectl patch deployment spread --patch '{"spec":{"template":{"spec":{"nodeName":"podium-worker2"}}}}'
kubectl rollout status deployment spread --timeout=60s
