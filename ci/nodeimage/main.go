// Command nodeimage builds the node image of kind clusters, and the images of workloads in it, from Go modules and Debian
// packages only: no image is pulled. It needs root, Linux on amd64 and a Docker engine (ci/docker).
//
// The image is kept as an archive in the cache folder under a name that its sources decide, and loaded from there the
// next time.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/podium-labs/podium/ci/nodeimage/oci"
	"github.com/podium-labs/podium/fixtures/kind/archive"
)

// label on the image holds the key of its sources.
const label = "podium.dev/node-image"

// builder makes one node image.
type builder struct {
	repository string // the folder of the repository
	cache      string // the folder of archives
	image      string // name of the image in the engine
	key        string // of the sources
	began      time.Time
}

func main() {
	b := &builder{began: time.Now()}
	flag.StringVar(&b.repository, "repository", ".", "the folder of the repository")
	flag.StringVar(&b.image, "image", archive.NodeImage, "name of the image")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	err := b.run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "nodeimage:", err)
		os.Exit(1)
	}
}

// run takes the image from the engine, else from the archive, else builds it.
func (b *builder) run(ctx context.Context) error {
	var err error
	if b.key, err = contentKey(b.repository); err != nil {
		return err
	}
	if b.cache, err = archive.Folder(); err != nil {
		return err
	}
	if b.inEngine(ctx) {
		b.sayf("%s is there already (%s)", b.image, b.key)
		return nil
	}
	file := filepath.Join(b.cache, archive.NodePrefix+kubernetesVersion+"-"+b.key+archive.Extension)
	former := b.imageID(ctx)
	defer func() { b.forget(context.WithoutCancel(ctx), former) }()
	if _, err := os.Stat(file); err == nil {
		b.sayf("loading %s", file)
		return errors.Join(archive.Load(ctx, "docker", file), b.keep(file))
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" || os.Geteuid() != 0 {
		return errors.New("building needs Linux on amd64, and root")
	}
	if err := b.build(ctx); err != nil {
		return err
	}
	b.sayf("saving %s", file)
	if err := errors.Join(archive.Save(ctx, "docker", file, b.image), b.keep(file)); err != nil {
		return err
	}
	b.sayf("done")
	return nil
}

func (b *builder) inEngine(ctx context.Context) bool {
	out, err := exec.CommandContext(ctx, "docker", "image", "inspect", "--format", `{{index .Config.Labels "`+label+`"}}`, b.image).Output()
	return err == nil && string(out) == b.key+"\n"
}

// build makes the image in the engine.
func (b *builder) build(ctx context.Context) error {
	work, err := os.MkdirTemp("", "podium-nodeimage-")
	if err != nil {
		return fmt.Errorf("make work folder: %w", err)
	}
	defer os.RemoveAll(work)                      // what was made is in the engine
	if err := os.Chmod(work, 0o755); err != nil { // apt reads it as another user
		return fmt.Errorf("make work folder: %w", err)
	}
	if err := b.installTools(ctx); err != nil {
		return err
	}
	programs := filepath.Join(work, "programs")
	if err := b.buildPrograms(ctx, programs); err != nil {
		return err
	}
	debian := filepath.Join(work, "debian")
	if err := b.workloadSystem(ctx, debian); err != nil {
		return err
	}
	images := filepath.Join(work, "images.tar")
	digests, err := b.writeImages(programs, debian, work, images)
	if err != nil {
		return err
	}
	system := filepath.Join(work, "node.tar")
	if err := b.nodeSystem(ctx, system); err != nil {
		return err
	}
	added, err := b.addition(ctx, programs, digests)
	if err != nil {
		return err
	}
	return b.commit(ctx, system, added, images)
}

// writeImages writes all images that a node brings along into one file.
func (b *builder) writeImages(programs, debian, work, to string) (map[string]string, error) {
	b.sayf("writing images")
	pieces, err := gather(programs, debian, work)
	if err != nil {
		return nil, err
	}
	workloads, err := workloadImages(pieces)
	if err != nil {
		return nil, err
	}
	file, err := os.Create(to)
	if err != nil {
		return nil, fmt.Errorf("create archive: %w", err)
	}
	digests, err := oci.Write(file, append(clusterImages(pieces), workloads...))
	return digests, errors.Join(err, file.Close())
}

// command prepares a program whose words go to standard error.
func (*builder) command(ctx context.Context, name string, arguments ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, name, arguments...)
	command.Stdout, command.Stderr = os.Stderr, os.Stderr
	return command
}

// sayf tells what is being done, and since when.
func (b *builder) sayf(format string, arguments ...any) {
	fmt.Fprintf(os.Stderr, "nodeimage %4ds  %s\n", int(time.Since(b.began).Seconds()), fmt.Sprintf(format, arguments...))
}
