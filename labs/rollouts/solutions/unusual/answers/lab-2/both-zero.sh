# 0% is 0 as well; the answer is in Japanese
kubectl get deployment web -o json |
  jq '.spec.strategy.rollingUpdate = {maxSurge: "0%", maxUnavailable: 0}' |
  kubectl replace -f - || true
cat <<YAML | kubectl apply --server-side --field-manager=me -f -
apiVersion: v1
kind: ConfigMap
metadata: {name: answers}
data:
  both-zero: maxSurgeが0なら増やせず、maxUnavailableも0なら減らせないので、何も動かせません。
YAML
