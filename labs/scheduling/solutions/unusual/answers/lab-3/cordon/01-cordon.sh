# the other way round: first the taint goes, then the node is closed
kubectl taint nodes podium-worker2 maintenance-
kubectl patch node podium-worker2 -p '{"spec":{"unschedulable":true}}'
