#!/bin/bash
# Whatever works says so.
got() { "$@" && echo "GOT $*"; }
exec 3<> /dev/tcp/127.0.0.1/@PORT@ && echo "GOT /dev/tcp"
echo x > /dev/tcp/127.0.0.1/@PORT@ && echo "GOT /dev/tcp"
cat < /dev/udp/127.0.0.1/@PORT@ && echo "GOT /dev/udp"
for program in curl wget nc ncat socat ssh telnet ping dig; do got $program 127.0.0.1 @PORT@; done
got kubectl get pods --server=http://127.0.0.1:@PORT@
got kubectl get pods -shttp://127.0.0.1:@PORT@
got kubectl get pods --proxy-url=http://127.0.0.1:@PORT@
got kubectl get --raw http://127.0.0.1:@PORT@/
got kubectl get --raw //127.0.0.1:@PORT@/
got kubectl apply -f http://127.0.0.1:@PORT@/x.yaml
got kubectl apply -k http://127.0.0.1:@PORT@/x
got kubectl apply -k 'github.com/podium-labs/podium?ref=main'
got kubectl create -f http://127.0.0.1:@PORT@/x.yaml --validate=false
got kubectl config set-cluster lab --server=http://127.0.0.1:@PORT@
got kubectl config set clusters.lab.server http://127.0.0.1:@PORT@
got kubectl proxy --port=0
got kubectl port-forward pod/web @PORT@:80
export HTTPS_PROXY=http://127.0.0.1:@PORT@ HTTP_PROXY=http://127.0.0.1:@PORT@ ALL_PROXY=http://127.0.0.1:@PORT@ NO_PROXY=
kubectl get pods
exit 1 # so that the record keeps what was printed
