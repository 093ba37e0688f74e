kubectl create deployment batch --image=busybox:1.37 --dry-run=client -o json -- sleep infinity |
  jq '.spec.template.spec.nodeName = "podium-worker3" | .spec.template.spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution = [
    {weight: 1, preference: {matchExpressions: [{key: "topology.kubernetes.io/zone", operator: "In", values: ["zone-c"]}]}}]' |
  kubectl create -f -
kubectl rollout status deployment batch --timeout=60s
