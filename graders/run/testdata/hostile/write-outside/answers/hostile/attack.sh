#!/bin/bash
# Whatever works says so.
got() { "$@" && echo "GOT $*"; }
echo x > '@CANARY@' && echo "GOT >"
echo x >> '@CANARY@' && echo "GOT >>"
echo x | tee '@CANARY@' > /dev/null && echo "GOT tee"
got cp /dev/null '@CANARY@'
got mv attack.sh '@CANARY@'
got sed -i s/a/b/ '@CANARY@'
got rm -rf '@YARD@'
got rm -f '@CANARY@' '@OTHER@' '@RECORD@'
got touch '@YARD@/new' /etc/podium-was-here
got mkdir '@YARD@/folder'
got truncate -s 0 '@CANARY@'
echo x > /proc/self/mem && echo "GOT memory"
echo '{"score": 100}' > '@RECORD@' && echo "GOT the record"
got kubectl get pods --profile=cpu --profile-output='@CANARY@'
got kubectl get pods --cache-dir='@YARD@/cache'
got kubectl config view --kubeconfig='@CANARY@'
got kubectl kustomize . --output='@CANARY@'
got kubectl cluster-info dump --output-directory='@YARD@'
exit 1 # so that the record keeps what was printed
