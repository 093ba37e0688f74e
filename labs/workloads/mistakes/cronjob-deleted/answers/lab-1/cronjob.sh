kubectl create cronjob report --image=busybox:1.36 --schedule='*/5 * * * *' -- date
kubectl patch cronjob report --patch '{"spec":{"timeZone":"Asia/Tokyo","concurrencyPolicy":"Forbid"}}'
kubectl create job now --from=cronjob/report
kubectl wait --for=condition=Complete job/now --timeout=60s
kubectl delete cronjob report --cascade=orphan
