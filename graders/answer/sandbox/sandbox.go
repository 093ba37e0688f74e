// Package sandbox takes from the current process, for good, what an answer has no use for: other files, other connections, programs.
package sandbox

import "errors"

// The sandboxes there are, as a record names them.
const (
	// None is that of a process which the kernel does not confine.
	None = "none"
	// Landlock is the Linux security module of that name (https://docs.kernel.org/userspace-api/landlock.html).
	Landlock = "landlock"
)

// ErrUnavailable is in the error of a system that has no sandbox.
var ErrUnavailable = errors.New("no sandbox on this system")

// Walls say what a confined process may still do.
type Walls struct {
	// Folders may be read and written with all below them, but nothing in them can be run.
	Folders []string
	// Port is the one TCP port that may be connected to; none if zero.
	Port uint16
	// FileBytes bounds the size of one file; there is no bound if it is zero.
	FileBytes uint64
	// CPUSeconds is the processor time after which the kernel kills the process; there is no bound if it is zero.
	CPUSeconds uint64
}
