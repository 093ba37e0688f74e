#!/bin/sh
# Runs a program as a container engine runs the image with --read-only, --tmpfs /tmp and --cap-drop ALL: the unpacked file system as a
# read-only root, /proc, /dev/null and an empty /tmp, the user 65532 without a name, no capability, and no environment but the
# image's. For tests; it needs root, to make the mounts:
#   unshare --mount --pid --fork inside.sh ROOT SUBMISSION PROGRAM ARGUMENT...
set -eu
root=$1 submission=$2
shift 2
mount --make-rprivate /
mount --bind "$root" "$root"
mkdir -p "$root/proc" "$root/dev"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755,nosuid,noexec tmpfs "$root/dev"
touch "$root/dev/null"
mount --bind /dev/null "$root/dev/null"
mount -t tmpfs -o mode=1777,nosuid,nodev,noexec tmpfs "$root/tmp"
mount --bind "$submission" "$root/submission"
mount -o remount,bind,ro "$root/submission"
mount -o remount,bind,ro "$root"
exec setpriv --no-new-privs --bounding-set=-all,+sys_chroot,+setuid,+setgid \
	chroot --userspec=65532:65532 --groups= "$root" "$@"
