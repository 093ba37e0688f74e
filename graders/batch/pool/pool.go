// Package pool keeps clusters ready before anybody asks for them. Each is graded on once and thrown away.
package pool

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/graders/run"
)

// Options say how a pool is kept.
type Options struct {
	// Ahead is how many clusters are ready, or on their way, while none is asked for; 1 if zero.
	Ahead int
	// Report takes errors that concern nobody's grading, such as a cluster that does not go away; nil drops them.
	Report func(error)
}

// Pool hands out clusters that have been started ahead. It is safe for concurrent use.
type Pool struct {
	fresh   run.Fresh
	options Options
	ctx     context.Context //nolint:containedctx // that of the starts, which outlive the call that caused them
	cancel  context.CancelFunc
	// started receives every start that has come to its end. Its buffer holds all of them: nobody waits to put one in.
	started chan start
	group   sync.WaitGroup

	mu     sync.Mutex
	coming int // started ahead, and not taken yet
	closed bool
}

type start struct {
	provider cluster.Provider
	err      error
}

var _ run.Clusters = (*Pool)(nil)

// New begins to start clusters. Close it.
func New(ctx context.Context, fresh run.Fresh, options Options) *Pool {
	options.Ahead = max(1, options.Ahead)
	if options.Report == nil {
		options.Report = func(error) {}
	}
	p := &Pool{fresh: fresh, options: options, started: make(chan start, options.Ahead)}
	p.ctx, p.cancel = context.WithCancel(context.WithoutCancel(ctx)) // Close ends it, after those who still need a cluster
	p.refill()
	return p
}

// Kind names the provider in records.
func (p *Pool) Kind() string { return p.fresh.Kind() }

// refill starts what is missing.
func (p *Pool) refill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for !p.closed && p.coming < p.options.Ahead {
		p.coming++
		p.group.Go(func() {
			provider, err := p.fresh.Take(p.ctx)
			p.started <- start{provider, err}
		})
	}
}

// errClosed is returned after Close.
var errClosed = errors.New("the pool of clusters is closed")

// Take returns a cluster that has been started ahead, and has another one started in its place. One that has ended while it waited is
// no ground to grade on, and is thrown away.
func (p *Pool) Take(ctx context.Context) (cluster.Provider, error) {
	for {
		var next start
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-p.ctx.Done():
			return nil, errClosed
		case next = <-p.started:
		}
		p.mu.Lock()
		p.coming--
		p.mu.Unlock()
		p.refill()
		if next.err != nil {
			return nil, next.err
		}
		select {
		case <-next.provider.Done():
			p.throwAway(ctx, next.provider)
		default:
			return next.provider, nil
		}
	}
}

// Return throws a cluster away. Nobody has to wait for that, but Close.
func (p *Pool) Return(ctx context.Context, provider cluster.Provider, _ bool) error {
	p.throwAway(ctx, provider)
	return nil
}

// patience bounds how long a cluster may take to go.
const patience = 30 * time.Second

func (p *Pool) throwAway(ctx context.Context, provider cluster.Provider) {
	p.group.Go(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		if err := provider.Destroy(ctx); err != nil {
			p.options.Report(err)
		}
	})
}

// Close removes every cluster that was not taken, and waits until those that were returned are gone. Nobody may call Take or Return
// afterwards.
func (p *Pool) Close(ctx context.Context) error {
	p.mu.Lock()
	p.closed = true
	left := p.coming
	p.mu.Unlock()
	p.cancel()
	var errs []error
	for range left {
		if next := <-p.started; next.err == nil {
			errs = append(errs, p.destroy(ctx, next.provider))
		}
	}
	p.group.Wait()
	return errors.Join(errs...)
}

func (p *Pool) destroy(ctx context.Context, provider cluster.Provider) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	return provider.Destroy(ctx)
}
