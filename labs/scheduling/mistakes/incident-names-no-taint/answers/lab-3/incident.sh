kubectl create configmap answers --from-literal=incident="relay is Pending because there is not enough room in the cluster"
kubectl patch deployment relay --patch '{"spec":{"template":{"spec":{"tolerations":[{"key":"node-role.kubernetes.io/control-plane","operator":"Exists","effect":"NoSchedule"}]}}}}'
kubectl rollout status deployment relay --timeout=60s
