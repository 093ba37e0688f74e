#!/bin/bash
# Whatever works says so.
got() { "$@" && echo "GOT $*"; }
up=..; for i in 1 2 3 4 5 6 7 8 9; do up=$up/..; done
got cat $up/etc/passwd
got cat ./../../../../../../../../etc/passwd
got cat /tmp/../etc/passwd
got cd /
got pushd /etc
got ls ..
got ls /
mkdir -p a/b && cd a/b && got cat $up/etc/passwd
got kubectl apply -f $up/etc/passwd
mkdir -p "$TMPDIR/k" && cd "$TMPDIR/k"
printf 'resources: [%s/etc/passwd]\n' $up > kustomization.yaml; got kubectl apply -k .
printf 'resources: ["https://127.0.0.1:@PORT@/x.yaml"]\n' > kustomization.yaml; got kubectl apply -k .
printf 'configMapGenerator: [{name: x, files: [/etc/passwd]}]\n' > kustomization.yaml; got kubectl apply -k .
printf 'helmCharts: [{name: x, repo: "http://127.0.0.1:@PORT@"}]\n' > kustomization.yaml; got kubectl kustomize . --enable-helm
got ln -s /etc/passwd link
got mkfifo pipe
got mknod disk b 8 0
exit 1 # so that the record keeps what was printed
