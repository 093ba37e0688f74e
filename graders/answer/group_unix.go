//go:build unix

package answer

import (
	"os/exec"
	"syscall"
)

// ownGroup puts the process into a group of its own, so that a Ctrl-C at the terminal reaches its parent only.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

func killGroup(cmd *exec.Cmd) error {
	return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
