package doctor

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/podium-labs/podium/cmd/podium/sandbox"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/fixtures/kind"
	"github.com/podium-labs/podium/fixtures/kind/engine"
	"github.com/podium-labs/podium/fixtures/kind/host"
	"github.com/podium-labs/podium/graders/lang"
)

// What one embedded cluster wants: measured, with room to spare.
const (
	neededMemory = 700 << 20
	neededDisk   = 500 << 20
)

func examinations(provider string) []examination {
	if provider == kind.Kind {
		return append([]examination{
			{"state folder", stateFolder, "set XDG_STATE_HOME to a folder that you can write to"},
		}, containers(host.Host{}, engine.Find)...)
	}
	return []examination{
		{"state folder", stateFolder, "set XDG_STATE_HOME to a folder that you can write to"},
		{"temporary files", temporaryFiles, "set TMPDIR to a folder with more space"},
		{"memory", memory, "close other programs; one cluster wants some 400 MiB"},
		{"loopback", loopback, "allow this program to listen on 127.0.0.1"},
		{"kubectl", kubectl, ""},
		{"sandbox", sandbox.Examine, "grade no answers of other people on this machine; what the message names is open to them"},
		{"kind clusters", leftByKind, "remove it: podium doctor --clean"},
		{"cluster", startCluster, "run again with more time or memory; the message names the component that is not ready"},
	}
}

func stateFolder(context.Context) (lang.Message, error) {
	dir, err := ui.StateDir()
	if err != nil {
		return lang.Message{}, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return lang.Message{}, lang.Errorf("make state folder: %w", err)
	}
	return lang.Verbatim(dir), writable(dir)
}

func writable(dir string) error {
	probe, err := os.CreateTemp(dir, ".podium-doctor-*")
	if err != nil {
		return lang.Errorf("write to %s: %w", dir, err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

func temporaryFiles(context.Context) (lang.Message, error) {
	dir := os.TempDir()
	if err := writable(dir); err != nil {
		return lang.Message{}, err
	}
	var disk syscall.Statfs_t
	if err := syscall.Statfs(dir, &disk); err != nil {
		return lang.Message{}, lang.Errorf("measure %s: %w", dir, err)
	}
	free := disk.Bavail * uint64(disk.Bsize)
	if free < neededDisk {
		return lang.Message{}, lang.Errorf("%s has %d MiB left, %d are needed", dir, free>>20, uint64(neededDisk)>>20)
	}
	return lang.M("%s, %d MiB free", dir, free>>20), nil
}

func memory(context.Context) (lang.Message, error) {
	file, err := os.Open("/proc/meminfo")
	if err != nil {
		return lang.M("not measured on this system"), nil
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var kib uint64
		if n, _ := fmt.Sscanf(lines.Text(), "MemAvailable: %d kB", &kib); n == 1 {
			if kib<<10 < neededMemory {
				return lang.Message{}, lang.Errorf("%d MiB available, %d are needed", kib>>10, uint64(neededMemory)>>20)
			}
			return lang.M("%d MiB available", kib>>10), nil
		}
	}
	return lang.M("not measured on this system"), nil
}

func loopback(ctx context.Context) (lang.Message, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return lang.Message{}, lang.Errorf("listen on 127.0.0.1: %w", err)
	}
	return lang.M("127.0.0.1 can be listened on"), listener.Close()
}

func kubectl(context.Context) (lang.Message, error) {
	if path, err := exec.LookPath("kubectl"); err == nil {
		return lang.Verbatim(path), nil
	}
	return lang.M("none on this machine; podium lab shell brings its own"), nil
}

func startCluster(ctx context.Context) (lang.Message, error) {
	started := time.Now()
	var reached []string
	cluster := embedded.New(embedded.Options{Progress: func(component, state string) { reached = append(reached, component+" "+state) }})
	if _, err := cluster.Create(ctx); err != nil {
		return lang.Message{}, lang.Errorf("%w (reached: %s)", err, strings.Join(reached, ", "))
	}
	took := strconv.FormatFloat(time.Since(started).Seconds(), 'f', 1, 64)
	if err := cluster.Destroy(ctx); err != nil {
		return lang.Message{}, lang.Errorf("remove cluster: %w", err)
	}
	return lang.M("ready after %s s", took), nil
}

// leftByKind looks for a kind cluster that a killed podium left behind. A machine without a container engine has none.
func leftByKind(ctx context.Context) (lang.Message, error) {
	e, err := engine.Find(ctx)
	if err != nil {
		return lang.M("none: no container engine answers"), nil //nolint:nilerr // the embedded cluster needs none
	}
	return leftBehind(ctx, e)
}
