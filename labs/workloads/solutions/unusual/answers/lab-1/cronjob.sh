# other spellings of the same schedule and of the same clock
cat <<YAML | kubectl create -f -
apiVersion: batch/v1
kind: CronJob
metadata: {name: report}
spec:
  schedule: "0-55/5,5 */1 1-31 JAN-DEC ?"
  timeZone: Japan
  concurrencyPolicy: Forbid
  startingDeadlineSeconds: 100
  jobTemplate: {spec: {ttlSecondsAfterFinished: 600, template: {spec: {restartPolicy: Never, containers: [{name: r, image: "nginx:1.27"}]}}}}
YAML
kubectl create job manual --from=cronjob/report --dry-run=client -o yaml | kubectl apply --server-side -f -
