kubectl run app --image=nginx:1.27 --port=80 --dry-run=client -o json -- sh -c 'sleep 10; exec nginx -g "daemon off;"' | jq '
  .spec.volumes = [{name: "shared", emptyDir: {}}]
  | .spec.terminationGracePeriodSeconds = 1
  | .spec.containers[0].volumeMounts = [{name: "shared", mountPath: "/usr/share/nginx/html"}]
  | .spec.containers[0].livenessProbe = {tcpSocket: {port: 80}, initialDelaySeconds: 1, periodSeconds: 1, failureThreshold: 2}
  | .spec.containers[0].readinessProbe = {tcpSocket: {port: 80}, initialDelaySeconds: 2, periodSeconds: 1}
  | .spec.containers += [{name: "reader", image: "busybox:1.36", volumeMounts: [{name: "shared", mountPath: "/pages"}],
      command: ["sh", "-c", "while true; do date > /pages/index.html; wget -qO- localhost; sleep 5; done"]}]' |
  kubectl create -f -
kubectl expose pod app --port=80
kubectl run dead --image=nginx:1.27 --dry-run=client -o json |
  jq '.spec.containers[0].livenessProbe = {tcpSocket: {port: 81}, periodSeconds: 1, failureThreshold: 2}' | kubectl create -f -
kubectl run busy --image=nginx:1.27 --dry-run=client -o json |
  jq '.spec.containers[0].readinessProbe = {tcpSocket: {port: 81}, periodSeconds: 1, failureThreshold: 2}' | kubectl create -f -
until kubectl get pod app | grep -q "[1-9][0-9]* ([0-9]*s ago)\|CrashLoop"; do sleep 0.2; done
