kubectl run app --image=nginx:1.27 --port=80 --dry-run=client -o json | jq '
  .spec.volumes = [{name: "shared", emptyDir: {}}]
  | .spec.containers[0].volumeMounts = [{name: "shared", mountPath: "/usr/share/nginx/html"}]
  | .spec.containers[0].startupProbe = {tcpSocket: {port: 80}, initialDelaySeconds: 1, periodSeconds: 1}
  | .spec.containers[0].readinessProbe = {tcpSocket: {port: 80}, initialDelaySeconds: 2, periodSeconds: 1}' |
  kubectl create -f -
kubectl run reader --image=busybox:1.36 -- sh -c "while true; do wget -qO- localhost; sleep 5; done"
kubectl expose pod app --port=80
for name in dead busy; do
  probe=readinessProbe
  if [ $name = dead ]; then probe=livenessProbe; fi
  kubectl run $name --image=nginx:1.27 --dry-run=client -o yaml |
    yq ".spec.containers[0].$probe = {\"tcpSocket\": {\"port\": 81}, \"periodSeconds\": 1, \"failureThreshold\": 2}" | kubectl create -f -
done
kubectl wait --for=condition=Ready pod/app --timeout=60s
