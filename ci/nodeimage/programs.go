package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// program is one Go program of the node image.
type program struct {
	// module is the folder with its go.mod, in the repository.
	module string
	// pkg to build.
	pkg string
	// name of the built file.
	name string
	// flags of "go build".
	flags []string
	// cgo says that it needs a C compiler. All others share the compile of the main binary.
	cgo bool
}

func goPrograms() []program {
	const (
		containers = "ci/nodeimage/containers"
		kubernetes = "ci/nodeimage/kubernetes"
		containerd = "github.com/containerd/containerd/v2"
		plugins    = "github.com/containernetworking/plugins/plugins/"
	)
	slim := []string{"-tags=no_aufs,no_zfs,no_btrfs,no_devmapper", "-ldflags=-s -w -X " + containerd + "/version.Version=v2.3.4"}
	small := []string{"-ldflags=-s -w"}
	return []program{
		{module: kubernetes, pkg: ".", name: "kubernetes", flags: []string{"-ldflags=" + kubernetesFlags()}},
		{module: kubernetes, pkg: "github.com/rancher/local-path-provisioner", name: "local-path-provisioner", flags: small},
		{module: containers, pkg: containerd + "/cmd/containerd", name: "containerd", flags: slim},
		{module: containers, pkg: containerd + "/cmd/containerd-shim-runc-v2", name: "containerd-shim-runc-v2", flags: slim},
		{module: containers, pkg: containerd + "/cmd/ctr", name: "ctr", flags: slim},
		{module: containers, pkg: plugins + "ipam/host-local", name: "host-local", flags: small},
		{module: containers, pkg: plugins + "main/loopback", name: "loopback", flags: small},
		{module: containers, pkg: plugins + "main/ptp", name: "ptp", flags: small},
		{module: containers, pkg: plugins + "meta/portmap", name: "portmap", flags: small},
		{
			module: containers, pkg: "github.com/opencontainers/runc", name: "runc", cgo: true,
			flags: []string{"-tags=seccomp,netgo,osusergo", "-ldflags=-s -w -linkmode external -extldflags -static"},
		},
		{module: ".", pkg: "./ci/nodeimage/pause", name: "pause", flags: small},
		{module: ".", pkg: "./ci/nodeimage/registry", name: "image-registry", flags: small},
	}
}

// kubernetesFlags make the programs say which Kubernetes they are, as a release build of Kubernetes does.
func kubernetesFlags() string {
	parts := strings.Split(strings.TrimPrefix(kubernetesVersion, "v"), ".")
	flags := []string{"-s", "-w"}
	for _, pkg := range []string{"k8s.io/component-base/version", "k8s.io/client-go/pkg/version"} {
		flags = append(flags, "-X", pkg+".gitVersion="+kubernetesVersion, "-X", pkg+".gitMajor="+parts[0], "-X", pkg+".gitMinor="+parts[1],
			"-X", pkg+".gitTreeState=clean")
	}
	return strings.Join(flags, " ")
}

// buildPrograms builds all of them into folder.
func (b *builder) buildPrograms(ctx context.Context, folder string) error {
	for _, p := range goPrograms() {
		b.sayf("building %s", p.name)
		command := b.command(ctx, "go", append(append([]string{"build", "-o", filepath.Join(folder, p.name)}, p.flags...), p.pkg)...)
		command.Dir = filepath.Join(b.repository, p.module)
		cgo := "CGO_ENABLED=0"
		if p.cgo {
			cgo = "CGO_ENABLED=1"
		}
		command.Env = append(os.Environ(), cgo, "GOFLAGS=-trimpath -buildvcs=false", "GOWORK=off")
		if err := command.Run(); err != nil {
			return fmt.Errorf("build %s: %w", p.name, err)
		}
	}
	return nil
}
