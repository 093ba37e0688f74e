#!/bin/bash
# Whatever works says so.
got() { "$@" && echo "GOT $*"; }
for file in '@CANARY@' '@OTHER@' '@RECORD@' '@ADMIN@' ../../../answers ../home/config; do
  got cat "$file"
  x=$(<"$file") && [ -n "$x" ] && echo "GOT $x"
  got cp "$file" taken
  got source "$file"
  got kubectl create configmap stolen --from-file="$file"
  got kubectl apply -f "$file"
  [ -r "$file" ] && echo "GOT -r $file"
done
got kubectl get nodes --kubeconfig '@ADMIN@'
KUBECONFIG='@ADMIN@' kubectl auth can-i '*' '*' --all-namespaces | grep yes && echo "GOT the admin's rights"
export KUBECONFIG='@ADMIN@'; kubectl create namespace stolen && echo "GOT a namespace"
exit 1 # so that the record keeps what was printed
