package main

import (
	"fmt"
	"path/filepath"

	"github.com/podium-labs/podium/ci/nodeimage/tree"
)

// gather makes all layers, from the built programs and the extracted Debian packages.
func gather(built, debian, work string) (*pieces, error) {
	p := &pieces{nginx: map[string]*tree.Tree{}, kubernetes: kubernetes(built), httpd: httpd()}
	p.pause = tree.New()
	p.pause.File("pause", 0o755, filepath.Join(built, "pause"))
	p.localPath = tree.New()
	p.localPath.File("usr/local/bin/local-path-provisioner", 0o755, filepath.Join(built, "local-path-provisioner"))
	var err error
	keep := func(t *tree.Tree, failed error) *tree.Tree {
		if err == nil {
			err = failed
		}
		return t
	}
	p.shell = keep(shell(debian))
	p.network = keep(network(debian))
	p.bash = keep(programs(debian, "usr/bin/bash"))
	p.redis = keep(programs(debian, "usr/bin/redis-server", "usr/bin/redis-cli"))
	p.memcached = keep(programs(debian, "usr/bin/memcached"))
	for _, tags := range byRepository()["nginx"] {
		version := nginxVersion(tags[0])
		p.nginx[version] = keep(nginx(debian, work, version))
	}
	if err != nil {
		return nil, fmt.Errorf("make layers: %w", err)
	}
	return p, nil
}

// kubernetes is the one program under all the names that images start it by.
func kubernetes(built string) *tree.Tree {
	t := tree.New()
	t.File("usr/local/bin/kubernetes", 0o755, filepath.Join(built, "kubernetes"))
	for _, name := range []string{
		"kube-apiserver", "kube-controller-manager", "kube-scheduler", "kube-proxy", "etcd", "coredns", "kind-network",
	} {
		t.Link("usr/local/bin/"+name, "kubernetes")
	}
	return t
}

// network is what kube-proxy and the network agent call. The extensions of iptables have libraries of their own:
// without libm, which the one called statistic needs, no Service with two endpoints works.
func network(debian string) (*tree.Tree, error) {
	t, err := programs(debian, "usr/sbin/xtables-nft-multi", "usr/sbin/nft", "usr/sbin/conntrack")
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"iptables", "iptables-save", "iptables-restore", "ip6tables", "ip6tables-save", "ip6tables-restore"} {
		t.Link("usr/sbin/"+name, "xtables-nft-multi")
	}
	const folder = "usr/lib/x86_64-linux-gnu/xtables"
	extensions, err := filepath.Glob(filepath.Join(debian, folder, "*.so"))
	if err != nil || len(extensions) == 0 {
		return nil, fmt.Errorf("find extensions of iptables: %w", err)
	}
	for _, extension := range extensions {
		source, err := filepath.EvalSymlinks(extension)
		if err != nil {
			return nil, fmt.Errorf("find extension of iptables: %w", err)
		}
		t.File(filepath.Join(folder, filepath.Base(extension)), 0o644, source)
		if err := t.Needed(debian, source); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// httpd is busybox's web server under the name of Apache's.
func httpd() *tree.Tree {
	t := tree.New()
	t.Bytes("usr/local/bin/httpd-foreground", 0o755, []byte("#!/bin/sh\nexec busybox httpd -f -p 80 -h /usr/local/apache2/htdocs\n"))
	t.Bytes("usr/local/apache2/htdocs/index.html", 0o644, []byte("<html><body><h1>It works!</h1></body></html>\n"))
	return t
}
