kubectl get deployment web -o json | jq 'del(.metadata.resourceVersion, .metadata.uid) | .spec.template.spec.containers[0].image = "nginx:1.27"' > web.json
kubectl delete deployment web
kubectl create -f web.json
kubectl rollout status deployment/web --timeout=60s
