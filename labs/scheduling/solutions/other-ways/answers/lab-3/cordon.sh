# both in one request
kubectl patch node podium-worker2 --type=merge -p '{"spec":{"unschedulable":true,"taints":[]}}'
