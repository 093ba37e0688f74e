kubectl create deployment web --image=nginx:1.27 --replicas=3 --dry-run=client -o yaml |
  yq '.spec.selector.matchLabels.app = "website"' | kubectl apply -f -
kubectl scale deployment/web --replicas=5
