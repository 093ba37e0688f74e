package main

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/podium-labs/podium/ci/nodeimage/tree"
)

//go:embed files
var files embed.FS

// addition is all that a node has beyond Debian: kind's own files, the programs, the manifests that kind applies.
func (b *builder) addition(ctx context.Context, built string, digests map[string]string) (*tree.Tree, error) {
	t := tree.New()
	if err := b.kindFiles(ctx, t); err != nil {
		return nil, err
	}
	install := func(folder string, names ...string) {
		for _, name := range names {
			t.File(filepath.Join(folder, name), 0o755, filepath.Join(built, name))
		}
	}
	install("usr/local/bin", "containerd", "containerd-shim-runc-v2", "ctr", "image-registry")
	install("usr/local/sbin", "runc")
	install("opt/cni/bin", "host-local", "loopback", "ptp", "portmap")
	install("usr/bin", "kubernetes")
	for _, name := range []string{"kubelet", "kubeadm", "kubectl"} {
		t.Link("usr/bin/"+name, "kubernetes")
	}
	if err := b.useRegistries(ctx, t); err != nil {
		return nil, err
	}
	own := map[string]string{
		"default-cni.yaml":       "kind/manifests/default-cni.yaml",
		"default-storage.yaml":   "kind/manifests/default-storage.yaml",
		"hosts.toml":             "etc/containerd/certs.d/_default/hosts.toml",
		"image-registry.service": "etc/systemd/system/image-registry.service",
	}
	for from, to := range own {
		content, err := files.ReadFile("files/" + from)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", from, err)
		}
		t.Bytes(to, 0o644, content)
	}
	names, err := json.MarshalIndent(digests, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encode image names: %w", err)
	}
	t.Bytes("kind/images.json", 0o644, names)
	t.Bytes("kind/version", 0o644, []byte(kubernetesVersion))
	return t, nil
}

// useRegistries lets containerd read hosts.toml, which kind's configuration leaves to its users.
func (b *builder) useRegistries(ctx context.Context, t *tree.Tree) error {
	root, err := b.kindRoot(ctx)
	if err != nil {
		return err
	}
	const name = "etc/containerd/config.toml"
	config, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		return fmt.Errorf("read kind's files: %w", err)
	}
	const registries = "\n[plugins.\"io.containerd.grpc.v1.cri\".registry]\n  config_path = \"/etc/containerd/certs.d\"\n"
	t.Bytes(name, 0o644, append(config, registries...))
	return nil
}

// kindRoot is the folder of those files of kind's base image that come with kind's Go module.
func (b *builder) kindRoot(ctx context.Context) (string, error) {
	list := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "sigs.k8s.io/kind")
	list.Dir = b.repository
	out, err := list.Output()
	if err != nil {
		return "", fmt.Errorf("find kind's module: %w", err)
	}
	return filepath.Join(strings.TrimSpace(string(out)), "images/base/files"), nil
}

// kindFiles adds the files of kind's base image. They come with kind's Go module, without their modes.
func (b *builder) kindFiles(ctx context.Context, t *tree.Tree) error {
	root, err := b.kindRoot(ctx)
	if err != nil {
		return err
	}
	found := 0
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		mode := int64(0o644)
		if folder := filepath.Dir(name); folder == "usr/local/bin" || folder == "kind/bin" {
			mode = 0o755
		}
		t.File(name, mode, path)
		found++
		return nil
	})
	if err == nil && found == 0 {
		err = fs.ErrNotExist
	}
	if err != nil {
		return fmt.Errorf("read kind's files: %w", err)
	}
	return nil
}

// commit makes the node image from Debian, what is added to it, and the images of the cluster.
func (b *builder) commit(ctx context.Context, system string, added *tree.Tree, images string) (err error) {
	b.sayf("making the node image %s", b.image)
	const base = "podium/node-base:latest"
	if err := b.command(ctx, "docker", "import", system, base).Run(); err != nil {
		return fmt.Errorf("import Debian: %w", err)
	}
	// the container's signal to stop becomes the image's: docker commit cannot set one
	out, err := exec.CommandContext(ctx, "docker", "run", "--detach", "--stop-signal=SIGRTMIN+3", "--env=container=docker",
		"--security-opt=seccomp=unconfined", "--network=none", "--entrypoint=/bin/sleep", base, "infinity").Output()
	if err != nil {
		return fmt.Errorf("start container: %w", err)
	}
	container := strings.TrimSpace(string(out))
	defer func() {
		gone := b.command(context.WithoutCancel(ctx), "docker", "rm", "--force", "--volumes", container).Run()
		if err == nil && gone != nil {
			err = fmt.Errorf("remove container: %w", gone)
		}
	}()
	reader, writer := io.Pipe()
	go func() { writer.CloseWithError(added.Write(writer)) }()
	if err := b.feed(ctx, reader, "docker", "exec", "--interactive", container, "tar", "--extract", "--directory=/", "--keep-directory-symlink"); err != nil {
		return fmt.Errorf("add files: %w", err)
	}
	script, err := files.ReadFile("files/prepare.sh")
	if err != nil {
		return fmt.Errorf("read script: %w", err)
	}
	archive, err := os.Open(images)
	if err != nil {
		return fmt.Errorf("open images: %w", err)
	}
	defer archive.Close() // only read
	if err := b.feed(ctx, bytes.NewReader(script), "docker", "exec", "--interactive", container, "tee", "/tmp/prepare.sh"); err != nil {
		return fmt.Errorf("add script: %w", err)
	}
	if err := b.feed(ctx, archive, "docker", "exec", "--interactive", container, "bash", "/tmp/prepare.sh"); err != nil {
		return fmt.Errorf("prepare node: %w", err)
	}
	err = b.command(ctx, "docker", "commit", "--change", `ENTRYPOINT ["/usr/local/bin/entrypoint","/sbin/init"]`, "--change", "CMD []",
		"--change", "LABEL "+label+"="+b.key, container, b.image).Run()
	if err != nil {
		return fmt.Errorf("commit node image: %w", err)
	}
	return nil
}

// feed runs a command with the given input.
func (b *builder) feed(ctx context.Context, in io.Reader, name string, arguments ...string) error {
	command := b.command(ctx, name, arguments...)
	command.Stdin = in
	return command.Run()
}
