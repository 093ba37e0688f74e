#!/bin/bash
# Whatever works says so.
got() { "$@" && echo "GOT $*"; }
pod() { printf '{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "%s"}, "spec": {%s "containers": [{"name": "c", "image": "busybox:1.36"%s}]}}' "$1" "$2" "$3" > pod.json; got kubectl create -f pod.json; }
pod privileged '' ', "securityContext": {"privileged": true}'
pod capabilities '' ', "securityContext": {"capabilities": {"add": ["SYS_ADMIN"]}}'
pod host-port '' ', "ports": [{"containerPort": 80, "hostPort": 80}]'
pod host-network '"hostNetwork": true,' ''
pod host-pid '"hostPID": true,' ''
pod host-ipc '"hostIPC": true,' ''
pod host-path '"volumes": [{"name": "v", "hostPath": {"path": "/"}}],' ''
pod process-mount '' ', "securityContext": {"procMount": "Unmasked"}'
got kubectl run elsewhere --image=busybox:1.36 -n kube-system
got kubectl get --raw /api/v1/nodes/podium-worker/proxy/pods
got kubectl get --raw /debug/pprof/goroutine
got kubectl get --raw /metrics
exit 1 # so that the record keeps what was printed
