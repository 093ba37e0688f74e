package main

// Versions of what the node image holds. Those of Go modules are pinned by the go.mod files of kubernetes/ and containers/;
// here are the names under which Kubernetes asks for them.
const (
	// kubernetesVersion must be that of kubernetes/go.mod.
	kubernetesVersion = "v1.37.2"
	// etcdTag is the tag of etcd's image in kubeadm's constants; the program is go.etcd.io/etcd/server v3.7.0.
	etcdTag = "3.7.0-0"
	// corednsVersion is the tag of CoreDNS' image in kubeadm's constants.
	corednsVersion = "v1.14.6"
	// localPathVersion of rancher/local-path-provisioner.
	localPathVersion = "v0.0.30"
	// debianNginx is the nginx of Debian trixie.
	debianNginx = "1.26.3"

	// nodeRelease is the Debian of the nodes, as in kind's own node images: its systemd still starts on cgroup v1.
	nodeRelease = "bookworm"
	// workloadRelease is the Debian of the workload images: bookworm's busybox crashes in wget -T.
	workloadRelease = "trixie"
)

// nodePackages are those of kind's own base image, without network file systems; socat serves port-forward.
const nodePackages = "systemd,conntrack,iptables,nftables,iproute2,ethtool,util-linux,mount,kmod,libseccomp2,pigz," +
	"e2fsprogs,bash,ca-certificates,jq,procps,socat,curl"

// workloadPackages are what imitation images are made of.
const workloadPackages = "busybox-static,bash,nginx,redis-server,memcached,iptables,nftables,conntrack"
