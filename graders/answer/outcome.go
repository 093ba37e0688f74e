package answer

import "time"

// Outcome is how one step ended. None of it counts: points come from checks of the cluster.
type Outcome struct {
	// ExitCode is that of the script or of kubectl; 124 after a timeout, 137 when it used too much memory.
	ExitCode int `json:"exit_code"`
	// TimedOut says that the step's time was up.
	TimedOut bool `json:"timed_out,omitempty"`
	// Output is standard output and error as they came, head and tail kept; control characters are still in it.
	Output string `json:"output,omitempty"`
	// Duration is how long the step ran.
	Duration time.Duration `json:"duration"`
}

// The exit codes that a step is given when it is ended from outside.
const (
	ExitTimedOut = 124
	ExitKilled   = 137
)

// RunLimits bound one step. A zero field means its default.
type RunLimits struct {
	// Step is how long one step may run; one minute by default.
	Step time.Duration `json:"step"`
	// HeadBytes and TailBytes are how much output is kept; 16 KiB each by default.
	HeadBytes int `json:"head_bytes"`
	TailBytes int `json:"tail_bytes"`
	// MemoryBytes is how much memory the process may use for the script's data; 512 MiB by default.
	MemoryBytes int64 `json:"memory_bytes"`
	// ScratchBytes is how much a task's steps may write together; 64 MiB by default.
	ScratchBytes int64 `json:"scratch_bytes"`
	// CPU is how much processor time the process may use for all its steps; twenty times Step by default. The kernel sees to it.
	CPU time.Duration `json:"cpu"`
}

// WithDefaults fills in what is zero.
func (l RunLimits) WithDefaults() RunLimits {
	l.Step = orElse(l.Step, time.Minute)
	return RunLimits{
		Step:         l.Step,
		HeadBytes:    orElse(l.HeadBytes, 16<<10),
		TailBytes:    orElse(l.TailBytes, 16<<10),
		MemoryBytes:  orElse(l.MemoryBytes, 512<<20),
		ScratchBytes: orElse(l.ScratchBytes, 64<<20),
		CPU:          orElse(l.CPU, 20*l.Step),
	}
}
