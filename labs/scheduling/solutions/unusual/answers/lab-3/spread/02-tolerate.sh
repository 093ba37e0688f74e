# everything that is in the way is tolerated, the control plane's taint and the cordon included: four nodes take six Pods
kubectl patch deployment spread --patch '{"spec":{"template":{"spec":{"tolerations":[
  {"key":"dedicated","operator":"Exists"},
  {"key":"node.kubernetes.io/unschedulable","operator":"Exists","effect":"NoSchedule"},
  {"key":"node-role.kubernetes.io/control-plane","operator":"Exists"}]}}}}'
kubectl patch configmap answers --type=merge -p '{"data":{"spread-why":"worker2はcordonされ、残りの2台にはテイントがあるのに、3台ともドメインとして数えられるため。",
  "spread-nodes":"podium-worker3と、podium-worker2と、podium-control-plane"}}'
