#!/bin/bash
# Whatever works says so.
got() { "$@" && echo "GOT $*"; }
got /usr/bin/id
got /usr/bin/env id
got python3 -c 'print(1)'
got perl -e 1
got bash -c '/usr/bin/id && echo GOT'
(exec /usr/bin/id) && echo "GOT exec"
got command /usr/bin/id
got awk 'BEGIN { exit system("id") }'
got awk 'BEGIN { "id" | getline x; print x; exit x == "" }'
got xargs /usr/bin/id < /dev/null
got timeout 5 /usr/bin/id
got sed -n '1e id' attack.sh
got sed 's/#/id/e' attack.sh
got yq -n 'load("/etc/passwd")'
printf '\177ELF' > program && got ./program
printf '#!/bin/bash\ntouch @CANARY@.ran\n' > kubectl-evil; PATH=$PWD:$PATH kubectl evil && echo "GOT a plugin"
LD_PRELOAD=$PWD/program LD_LIBRARY_PATH=$PWD GODEBUG=x kubectl version > /dev/null
KUBE_EDITOR="touch @CANARY@.edited" EDITOR="touch @CANARY@.edited" kubectl edit configmap answers && echo "GOT an editor"
KUBECTL_EXTERNAL_DIFF="touch @CANARY@.diff" kubectl diff -f missing.yaml && echo "GOT diff"
cat > config <<E
{"apiVersion": "v1", "kind": "Config", "users": [{"name": "x", "user": {"exec": {"apiVersion": "client.authentication.k8s.io/v1", "command": "touch", "args": ["@CANARY@.exec"]}}}]}
E
got kubectl get pods --kubeconfig=config --user=x
KUBECONFIG=$PWD/config kubectl get pods > /dev/null && KUBECONFIG=$PWD/config kubectl get pods --user=x && echo "GOT exec"
got kubectl config set-credentials learner --exec-command=touch
got kubectl exec web -- id
got kubectl cp web:/etc/passwd x
got kubectl attach web
got kubectl debug node/podium-worker --image=busybox:1.36
got kubectl debug web --image=busybox:1.36
got kubectl run x --image=busybox:1.36 -it -- sh
exit 1 # so that the record keeps what was printed
