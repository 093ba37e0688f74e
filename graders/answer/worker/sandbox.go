package worker

import "github.com/podium-labs/podium/graders/answer"

// sandboxNone is the sandbox of a process that the kernel does not confine.
const sandboxNone = "none"

// confine is where the answer's process gives up its rights, after everything that it needs later has been opened and before the
// first step runs. From then on it needs: the scratch, read and write; Job.Server, to connect; /dev/null. It returns the name of
// the sandbox in force.
func confine(answer.Job) (string, error) {
	return sandboxNone, nil
}
