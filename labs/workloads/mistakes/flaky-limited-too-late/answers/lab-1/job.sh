kubectl create job migrate --image=busybox:1.36 -- sh -c 'echo migrated'
kubectl create job flaky --image=busybox:1.36 --dry-run=client -o yaml -- sh -c 'exit 1' |
  yq '.spec.backoffLimit = 3' | kubectl create -f -
kubectl create job always --image=busybox:1.36 --dry-run=client -o yaml -- true |
  sed 's/restartPolicy: Never/restartPolicy: Always/' | kubectl create -f - 2> said.txt
kubectl wait --for=condition=Complete job/migrate --timeout=60s
kubectl wait --for=condition=Failed job/flaky --timeout=60s
kubectl patch job flaky --patch '{"spec":{"backoffLimit":2}}'
kubectl create configmap answers --from-file=job=said.txt --dry-run=client -o yaml |
  kubectl apply --server-side --field-manager=job -f -
