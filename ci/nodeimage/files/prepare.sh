#!/bin/bash
# Runs in the container that becomes the node image: what kind's Dockerfile for its base image does with RUN, then the
# images go into containerd's store. Standard input: the OCI archive.
set -euo pipefail

# only the units that a node needs
find /lib/systemd/system/sysinit.target.wants/ -name systemd-tmpfiles-setup.service -delete
rm -f /lib/systemd/system/{multi-user,local-fs,basic}.target.wants/* /etc/systemd/system/*.wants/*
rm -f /lib/systemd/system/sockets.target.wants/*{udev,initctl}*
echo ReadKMsg=no >>/etc/systemd/journald.conf
ln -sf /usr/lib/systemd/systemd /sbin/init
systemctl enable --quiet kubelet.service containerd.service undo-mount-hacks.service image-registry.service
systemctl mask --quiet systemd-binfmt.service
mkdir -p /etc/kubernetes/manifests

# what every container starts from: containerd's own, with kind's hook, without limits
ctr oci spec |
	jq '.hooks.createContainer[.hooks.createContainer | length] |= . + {"path": "/kind/bin/mount-product-files.sh"} | del(.process.rlimits)' \
		>/etc/containerd/cri-base.json

containerd >/tmp/containerd.log 2>&1 &
for ((i = 0; i < 150; i++)); do
	ctr version >/dev/null 2>&1 && break
	sleep .2
done
ctr --namespace k8s.io images import --label io.cri-containerd.pinned=pinned --all-platforms --no-unpack - ||
	{ tail -n 20 /tmp/containerd.log; exit 1; }
kill %1
wait
find /tmp /var/log -mindepth 1 -delete
