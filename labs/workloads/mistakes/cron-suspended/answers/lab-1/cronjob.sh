kubectl create cronjob report --image=busybox:1.36 --schedule='*/5 * * * *' -- date
kubectl patch cronjob report --patch '{"spec":{"timeZone":"Asia/Tokyo","concurrencyPolicy":"Forbid","suspend":true}}'
kubectl create job now --from=cronjob/report
