package recorder

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/podium-labs/podium/fixtures/embedded/protocol"
)

const (
	// patience is how long a recorder may take to begin or to end.
	patience = 30 * time.Second
	// interval between two looks.
	interval = 50 * time.Millisecond
)

// errEnded is a recorder that did not begin.
var errEnded = errors.New("the recorder ended")

// running says whether a recorder is at work.
func running(dir string) bool {
	if !protocol.InUse(dir) {
		return false
	}
	state, err := protocol.ReadState(dir)
	return err == nil && state.State == protocol.Ready
}

// Ensure starts a recorder for the cluster in dir unless there is one, and returns when it records.
func Ensure(ctx context.Context, dir string) error {
	if running(dir) {
		return nil
	}
	binary, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find own executable: %w", err)
	}
	log, err := os.OpenFile(filepath.Join(dir, protocol.Log), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("open log: %w", err)
	}
	defer log.Close()                                      // the child has its own
	command := exec.Command(binary, Command, "--dir", dir) //nolint:noctx // it outlives this process
	command.Stdout, command.Stderr = log, log
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := command.Start(); err != nil {
		return fmt.Errorf("start recorder: %w", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	err = wait.PollUntilContextTimeout(ctx, interval, patience, true, func(context.Context) (bool, error) {
		select {
		case why := <-ended:
			return false, fmt.Errorf("%w: %w: %s", errEnded, why, lastLine(log.Name()))
		default:
			return running(dir), nil
		}
	})
	if err != nil {
		return fmt.Errorf("start recorder: %w", err)
	}
	return nil
}

func lastLine(file string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	return lines[len(lines)-1]
}

// Stop ends the recorder of the cluster in dir, if there is one, and waits until it has let go of the directory.
func Stop(ctx context.Context, dir string) error {
	state, err := protocol.ReadState(dir)
	if err != nil || !protocol.InUse(dir) {
		return nil //nolint:nilerr // without a state there is none
	}
	if err := syscall.Kill(state.PID, syscall.SIGTERM); err != nil && !errors.Is(err, syscall.ESRCH) {
		return fmt.Errorf("stop recorder: %w", err)
	}
	err = wait.PollUntilContextTimeout(ctx, interval, patience, true, func(context.Context) (bool, error) { return !protocol.InUse(dir), nil })
	if err != nil {
		return fmt.Errorf("stop recorder: %w", err)
	}
	return nil
}
