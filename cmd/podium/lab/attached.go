package lab

import (
	"context"
	"strings"

	"github.com/podium-labs/podium/cmd/podium/exit"
	labscmd "github.com/podium-labs/podium/cmd/podium/labs"
	"github.com/podium-labs/podium/cmd/podium/providers"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs"
)

// Attached is a lab that runs, for commands that look at it.
type Attached struct {
	Lab     *labs.Lab
	Cluster providers.Live
	// Journal is the file in which the attempt is recorded.
	Journal string

	session *session
}

// Records are gradings of it, a new one whenever it has changed; none as long as it is an exam that was not handed in.
func (a *Attached) Records(ctx context.Context, printer *lang.Printer, podium string) (<-chan *result.Record, error) {
	options, err := a.session.liveOptions(ctx, printer, podium)
	if err != nil {
		return nil, err
	}
	return a.session.records(ctx, options)
}

// Attach finds the running lab of that id, or says how to start it.
func Attach(ctx context.Context, id string) (*Attached, error) {
	s, err := openSession(id)
	if err != nil {
		return nil, err
	}
	running, err := s.attach(ctx)
	if err != nil {
		return nil, err
	}
	return &Attached{Lab: s.lab, Cluster: running, Journal: s.journal(), session: s}, nil
}

// OnlyRunning is the id of the one lab that runs; with none or several, somebody has to say which is meant.
func OnlyRunning(ctx context.Context) (string, error) {
	var running []string
	for _, id := range labscmd.IDs() {
		s, err := openSession(id)
		if err != nil {
			return "", err
		}
		if _, err := s.attach(ctx); err == nil {
			running = append(running, id)
		}
	}
	switch len(running) {
	case 0:
		return "", exit.With(exit.Usage, lang.Errorf("no lab is running"), "start one: podium lab start LAB")
	case 1:
		return running[0], nil
	}
	return "", exit.With(exit.Usage, lang.Errorf("several labs are running: %s", strings.Join(running, ", ")), "name one of them")
}
