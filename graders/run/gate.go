package run

import (
	"context"
	"errors"

	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/answer/sandbox"
	"github.com/podium-labs/podium/graders/result"
)

// gate finds out, while the cluster comes up, whether answers may be run here.
type gate struct {
	ctx   context.Context //nolint:containedctx // that of a grading, which ends early when it is refused
	close context.CancelFunc
	trust bool
	done  chan struct{}
	err   error // set before done is closed
}

func openGate(ctx context.Context, options Options) *gate {
	ctx, cancel := context.WithCancel(ctx)
	g := &gate{ctx: ctx, close: cancel, trust: options.Trust, done: make(chan struct{})}
	go func() {
		defer close(g.done)
		if g.err = options.Walls(ctx); g.err != nil && !g.trust {
			cancel()
		}
	}()
	return g
}

// sandbox names the sandbox of the answers; the error is why none of them may be run.
func (g *gate) sandbox() (string, error) {
	<-g.done
	switch {
	case g.err == nil:
		return sandbox.Landlock, nil
	case g.trust:
		return sandbox.None, nil
	}
	return sandbox.None, g.err
}

// verdict is the fault of a grading whose answers may not be run; else it is what else was at fault. An error means that they
// cannot be confined on this machine, which no second try mends.
func (g *gate) verdict(otherwise *result.Error) (*result.Error, error) {
	_, err := g.sandbox()
	if err == nil {
		return otherwise, nil
	}
	if refused, is := errors.AsType[*answer.UnconfinedError](err); is {
		return nil, refused
	}
	return &result.Error{Phase: "sandbox", Message: err.Error(), Next: "podium doctor"}, nil
}
