#!/bin/bash
# Whatever works says so.
got() { "$@" && echo "GOT $*"; }
(sleep 1; kubectl create configmap late; echo late > late.txt) &
(while :; do kubectl create configmap late-$RANDOM > /dev/null; sleep 0.2; done) &
(trap '' TERM INT HUP; sleep 2; kubectl create configmap stubborn) &
bash -c '(sleep 1; kubectl create configmap late-too) &'
kubectl wait configmap/never --for=create --timeout=1h &
echo started
exit 1 # so that the record keeps what was printed
