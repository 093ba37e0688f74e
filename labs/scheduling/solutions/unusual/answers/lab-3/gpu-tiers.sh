# labels by JSON patch, merge patch and server-side apply; a bare Pod whose node is chosen by its name
kubectl patch node podium-worker --type=json -p '[{"op":"add","path":"/metadata/labels/gpu.homelab~1tier","value":"xlarge"},{"op":"add","path":"/metadata/labels/gpu.homelab~1vram","value":"32"}]'
kubectl patch node podium-worker2 --type=merge -p '{"metadata":{"labels":{"gpu.homelab/tier":"large","gpu.homelab/vram":"024"}}}'
cat <<YAML | kubectl apply --server-side --field-manager=inventory -f -
apiVersion: v1
kind: Node
metadata: {name: podium-worker3, labels: {gpu.homelab/tier: small, gpu.homelab/vram: "8", note: laptop}}
---
apiVersion: v1
kind: Pod
metadata: {name: train}
spec:
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchFields: [{key: metadata.name, operator: In, values: [podium-worker]}]
  containers:
    - name: helper
      image: registry.k8s.io/pause:3.10
    - name: train
      image: busybox:1.37
      command: ["sleep", "infinity"]
      resources: {requests: {nvidia.com/gpu: 1}, limits: {nvidia.com/gpu: 1}}
YAML
