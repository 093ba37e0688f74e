kubectl create deployment web --image=nginx:1.27 --replicas=3
kubectl rollout status deployment/web --timeout=60s
kubectl get deployment web -o yaml |
  yq '.spec.replicas = 5 | .spec.selector.matchLabels.tier = "front" | .spec.template.metadata.labels.tier = "front"' | kubectl apply -f -
