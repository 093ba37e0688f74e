kubectl create cronjob report --image=busybox:1.36 --schedule='*/5 * * * *' -- date
kubectl patch cronjob report --patch '{"spec":{"concurrencyPolicy":"Replace"}}'
kubectl create job now --from=cronjob/report
