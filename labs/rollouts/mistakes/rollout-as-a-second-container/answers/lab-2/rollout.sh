kubectl patch deployment web --patch '{"spec":{"template":{"spec":{"containers":[{"name":"extra","image":"nginx:1.27","command":["sleep","infinity"]}]}}}}'
kubectl rollout status deployment/web --timeout=60s
