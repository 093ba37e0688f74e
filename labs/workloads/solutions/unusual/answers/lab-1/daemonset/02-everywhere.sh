# it already tolerates everything: only the affinity has to go
kubectl patch ds agent --type=json --patch '[{"op": "remove", "path": "/spec/template/spec/affinity"}]'
kubectl get ds agent -o json | jq '{apiVersion, kind, metadata: {name: "agent"}, spec: {replicas: 3}}' | kubectl apply --server-side --field-manager=other -f -
kubectl patch configmap answers -p '{"data":{"daemonset":"DaemonSetにreplicasというフィールドはありません"}}'
