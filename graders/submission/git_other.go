//go:build !unix

package submission

import "os/exec"

func ownSession(*exec.Cmd) {}
