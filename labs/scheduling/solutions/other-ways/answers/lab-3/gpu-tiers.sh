# all labels at once, a wrong one put right, and a Job that compares numbers
kubectl label nodes podium-worker podium-worker2 podium-worker3 gpu.homelab/tier=large gpu.homelab/vram=24
kubectl label node podium-worker gpu.homelab/tier=xlarge gpu.homelab/vram=32 --overwrite
kubectl label node podium-worker3 gpu.homelab/tier=small gpu.homelab/vram=8 --overwrite
cat <<YAML | kubectl apply -f -
apiVersion: batch/v1
kind: Job
metadata: {name: train}
spec:
  template:
    spec:
      restartPolicy: Never
      affinity:
        nodeAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            nodeSelectorTerms: [{matchExpressions: [{key: gpu.homelab/vram, operator: Gt, values: ["24"]}, {key: gpu.homelab/vram, operator: Lt, values: ["64"]}]}]
      containers: [{name: c, image: registry.k8s.io/pause:3.10, resources: {limits: {nvidia.com/gpu: "1"}}}]
YAML
