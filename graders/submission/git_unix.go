//go:build unix

package submission

import (
	"os/exec"
	"syscall"
)

// ownSession takes the terminal away from git and from what it starts, so that neither can ask, and ends all of them together.
func ownSession(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
