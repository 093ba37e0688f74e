# both by patch; the second keeps whatever other taints there are
kubectl patch node podium-worker3 -p '{"spec":{"taints":[{"key":"dedicated","value":"batch","effect":"NoSchedule"}]}}'
kubectl get node podium-worker2 -o json | jq '.spec.taints += [{key: "maintenance", value: "true", effect: "NoExecute"}]' | kubectl replace -f -
