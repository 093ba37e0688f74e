kubectl create deployment web --image=nginx:1.27 --replicas=3 --dry-run=client -o yaml |
  yq '.spec.template.spec.nodeSelector.disk = "ssd"' | kubectl apply -f -
kubectl scale deployment/web --replicas=5
kubectl patch deployment web --subresource=status --type=merge --patch '{"status":{"replicas":5,"readyReplicas":5,"availableReplicas":5}}'
cat <<YAML | kubectl create -f -
apiVersion: v1
kind: Event
metadata: {generateName: web-}
involvedObject: {kind: Deployment, name: web, namespace: lab-1}
reason: ScalingReplicaSet
message: Scaled up replica set web from 3 to 5
type: Normal
YAML
