kubectl create cronjob report --image=busybox:1.36 --schedule='CRON_TZ=Asia/Tokyo */5 * * * *' -- date
kubectl patch cronjob report --patch '{"spec":{"concurrencyPolicy":"Forbid"}}'
kubectl create job now --from=cronjob/report
