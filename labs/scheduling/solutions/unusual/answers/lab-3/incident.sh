# a toleration with an empty effect, put in by a JSON patch; the answer is in Japanese
kubectl patch deployment relay --type=json -p '[{"op":"add","path":"/spec/template/spec/tolerations","value":[{"key":"node-role.kubernetes.io/control-plane","operator":"Equal","value":""}]}]'
cat <<YAML | kubectl apply --server-side -f -
apiVersion: v1
kind: ConfigMap
metadata: {name: answers}
data:
  incident: スケジューラーが止まりました。relayはテイント node-role.kubernetes.io/control-plane を許容しません。
YAML
