kubectl create configmap answers --from-literal=incident="The scheduler: no node is left for relay, because it does not tolerate the taint node-role.kubernetes.io/control-plane"
kubectl patch deployment relay --patch '{"spec":{"template":{"spec":{"tolerations":[
  {"key":"node-role.kubernetes.io/control-plane","operator":"Exists"},{"key":"node-role.kubernetes.io/master","operator":"Exists"}]}}}}'
kubectl rollout status deployment relay --timeout=60s
