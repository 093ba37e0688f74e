kubectl create configmap answers --from-literal=incident="The scheduler: no node is left for relay, because it does not tolerate the taint node-role.kubernetes.io/control-plane"
pod=$(kubectl get pods -l app=relay -o jsonpath='{.items[0].metadata.name}')
kubectl patch pod $pod --subresource=status --type=merge -p '{"status":{"phase":"Running","conditions":[{"type":"Ready","status":"True"}]}}'
cat <<YAML | kubectl create -f -
apiVersion: v1
kind: Event
metadata: {name: relay-scheduled}
reason: Scheduled
message: Successfully assigned lab-3/$pod to podium-control-plane
involvedObject: {kind: Pod, name: $pod, namespace: lab-3}
YAML
