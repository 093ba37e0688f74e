# a sidecar that is a restartable init container; exec probes; a headless Service that is there before its Pod
kubectl create service clusterip app --clusterip=None --tcp=80:80
cat <<YAML | kubectl apply -f -
apiVersion: v1
kind: Pod
metadata: {name: app, labels: {app: app}}
spec:
  volumes: [{name: v, emptyDir: {medium: Memory}}]
  initContainers:
    - name: poller
      image: busybox:1.36
      restartPolicy: Always
      env: [{name: TARGET, value: 127.0.0.1}]
      args: [sh, -c, 'while sleep 2; do nc \$TARGET 6379 </dev/null; done']
      volumeMounts: [{name: v, mountPath: /in, readOnly: true}]
  containers:
    - name: extra
      image: registry.k8s.io/pause:3.10
    - name: server
      image: redis:7
      volumeMounts: [{name: v, mountPath: /data}]
      startupProbe: {exec: {command: ["true"]}, initialDelaySeconds: 1, periodSeconds: 1}
      readinessProbe: {tcpSocket: {port: 6379}, periodSeconds: 1, successThreshold: 2}
YAML
for name in dead busy; do
  probe=readinessProbe
  if [ $name = dead ]; then probe=livenessProbe; fi
  kubectl run $name --image=busybox:1.36 --dry-run=client -o yaml -- sleep infinity |
    yq ".spec.containers[0].$probe = {\"exec\": {\"command\": [\"false\"]}, \"periodSeconds\": 1}" | kubectl apply -f -
done
