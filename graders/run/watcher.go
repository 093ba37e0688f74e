package run

import (
	"context"
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/types"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/graders/evidence"
)

// openWatch follows the journal of a live attempt from its beginning.
func (a *attempt) openWatch(ctx context.Context) error {
	if _, err := a.connect(); err != nil {
		return err
	}
	a.history = evidence.NewHistory()
	a.settler = evidence.NewSettler(a.history, evidence.SettleOptions{Kubelet: a.job.Budgets.Kubelet})
	started, ended := make(chan struct{}), make(chan error, 1)
	go func() { ended <- evidence.FollowJournal(a.life, a.job.Journal, a.history, started) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		return fmt.Errorf("follow journal: %w", ctx.Err())
	case <-started:
	}
	go func() {
		if err := <-ended; err != nil {
			a.history.MarkGap(err.Error()) // every check says so from now on
		}
	}()
	return nil
}

// watch makes all checks, and again after everything that happens, until ctx ends. Not every change shows in the
// history: a refused request is only in the audit log.
func (a *attempt) watch(ctx context.Context) error {
	requests, cancel := context.WithCancel(ctx)
	defer cancel()
	asked := make(chan struct{}, 1)
	go func() { a.followRequests(requests, asked) }()
	experimented := map[types.UID]int64{}
	for {
		changed := a.history.Changed() // what comes while the checks are made leads to the next round
		if err := a.atRest(ctx); err != nil {
			return err
		}
		if err := a.watchExperiments(ctx, experimented); err != nil {
			return inPhase("experiment", err)
		}
		if err := a.round(); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-changed:
		case <-asked:
		}
	}
}

// followRequests tells of every write that the learner has asked for, whatever the answer was.
func (a *attempt) followRequests(ctx context.Context, asked chan<- struct{}) {
	seen := 0
	for {
		var err error
		seen, err = a.trail.WaitAfter(ctx, seen, func(r evidence.Request) bool { return r.User == cluster.Learner && r.Writes() })
		if err != nil {
			return // the grading is over
		}
		select {
		case asked <- struct{}{}:
		default: // it has been told already
		}
	}
}

// atRest waits until the cluster has settled, within the budget, and the audit log has caught up.
func (a *attempt) atRest(ctx context.Context) error {
	settling, cancel := context.WithTimeout(ctx, a.job.Budgets.Settle)
	defer cancel()
	if err := a.settler.Settle(settling); err != nil && (ctx.Err() != nil || !errors.Is(err, evidence.ErrUnsettled)) {
		return inPhase("settle", err)
	}
	return a.fence(ctx)
}

// round makes every check once and sends the results.
func (a *attempt) round() error {
	for _, finding := range a.lab.Judge(a) {
		if err := a.send(finding, 0); err != nil {
			return err
		}
	}
	return a.events.send(Event{Round: true})
}
