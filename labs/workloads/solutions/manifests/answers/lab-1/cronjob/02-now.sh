kubectl create job report-now --from=cronjob/report
