package controlplane

import (
	"os"
	"path/filepath"
	"time"

	"github.com/podium-labs/podium/fixtures/embedded/protocol"
)

// stateFile lets others find a detached cluster.
type stateFile struct {
	dir      string
	detached bool
	started  time.Time
}

// update notes what the cluster has come to. Errors are left to the first who misses the file.
func (s *stateFile) update(p protocol.Progress) {
	if !s.detached || p.Server == "" {
		return
	}
	first := s.started.IsZero()
	ready := p.Component == protocol.ClusterComponent && p.State == protocol.Ready
	if !first && !ready {
		return
	}
	if first {
		s.started = time.Now().UTC()
	}
	state := protocol.State{PID: os.Getpid(), Started: s.started, Server: p.Server, State: protocol.Starting}
	if ready {
		state.State = protocol.Ready
	}
	_ = protocol.WriteState(s.dir, state)
}

func (s *stateFile) remove() {
	if !s.started.IsZero() {
		_ = os.Remove(filepath.Join(s.dir, protocol.StateFile))
	}
}
