package worker

import (
	"fmt"
	"net"
	"path/filepath"
	"strconv"

	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/answer/sandbox"
)

// confine is where the answer's process gives up its rights, before the first step runs. From then on it has the scratch, the null
// device and the port of its API server. It returns the name of the sandbox in force.
func confine(j answer.Job) (string, error) {
	if j.Unconfined {
		return sandbox.None, nil
	}
	walls := sandbox.Walls{
		FileBytes:  uint64(j.Limits.ScratchBytes),      //nolint:gosec // a limit is not negative
		CPUSeconds: uint64(j.Limits.CPU.Seconds()) + 1, //nolint:gosec // neither is this one
	}
	for _, name := range []string{answer.WorkFolder, answer.TempFolder, answer.HomeFolder, answer.StdinFolder} {
		walls.Folders = append(walls.Folders, filepath.Join(j.Scratch, name))
	}
	if j.Server != "" {
		port, err := portOf(j.Server)
		if err != nil {
			return "", err
		}
		walls.Port = port
	}
	if err := sandbox.Enter(walls); err != nil {
		return "", err
	}
	return sandbox.Landlock, nil
}

func portOf(server string) (uint16, error) {
	_, text, err := net.SplitHostPort(server)
	if err != nil {
		return 0, fmt.Errorf("read address of the API server: %w", err)
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return 0, fmt.Errorf("read address of the API server: %w", err)
	}
	return uint16(port), nil
}
