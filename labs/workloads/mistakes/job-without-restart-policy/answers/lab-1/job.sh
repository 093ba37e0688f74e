kubectl create job migrate --image=busybox:1.36 --dry-run=client -o yaml -- true | grep -v restartPolicy | kubectl apply -f -
kubectl create job flaky --image=busybox:1.36 --dry-run=client -o yaml -- sh -c 'exit 1' |
  yq '.spec.backoffLimit = 2' | kubectl create -f -
kubectl create job always --image=busybox:1.36 --dry-run=client -o yaml -- true |
  sed 's/restartPolicy: Never/restartPolicy: Always/' | kubectl create -f - 2> said.txt
kubectl wait --for=condition=Failed job/flaky --timeout=60s
kubectl create configmap answers --from-file=job=said.txt --dry-run=client -o yaml |
  kubectl apply --server-side --field-manager=job -f -
