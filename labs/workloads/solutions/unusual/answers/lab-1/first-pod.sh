# a Pod of two containers with an OnFailure policy, made by replace; the answer in Japanese
cat > pod.json <<JSON
{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "hello", "labels": {"x": "y"}},
 "spec": {"restartPolicy": "OnFailure", "terminationGracePeriodSeconds": 0, "containers": [
   {"name": "one", "image": "docker.io/library/busybox:1.36", "args": ["sleep", "infinity"]},
   {"name": "two", "image": "registry.k8s.io/pause:3.10"}]}}
JSON
kubectl replace --force -f pod.json
cat <<YAML | kubectl apply --server-side --field-manager=me -f -
apiVersion: v1
kind: ConfigMap
metadata: {name: answers}
data:
  first-pod: いいえ。所有者がいないので、誰も作り直しません。
YAML
