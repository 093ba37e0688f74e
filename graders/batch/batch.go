package batch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/podium-labs/podium/graders/batch/journal"
	"github.com/podium-labs/podium/labs"
)

// batch is a run of a batch.
type batch struct {
	Options

	store   *store
	journal *journal.Journal
	queue   *queue
	stop    context.CancelCauseFunc

	mu     sync.Mutex
	counts Counts
	// since counts submissions since the last canary, and faults those among them that the infrastructure failed in the end.
	since, faults int
	proving       bool
	stopped       error
}

// StoppedError says that results could not be trusted any more, so that the batch ended early.
type StoppedError struct {
	// Quarantined is how many results were taken back.
	Quarantined int
	// Err is what a reference solution or a starter got instead of what it must get.
	Err error
}

// Error says what was found.
func (e *StoppedError) Error() string {
	if e.Quarantined == 0 {
		return fmt.Sprintf("gradings cannot be trusted here: %v", e.Err)
	}
	return fmt.Sprintf("gradings cannot be trusted any more: %v; %d results since the last good proof do not count", e.Err, e.Quarantined)
}

// Unwrap returns what was found.
func (e *StoppedError) Unwrap() error { return e.Err }

// Run grades what has no result yet, and what is to be graded again. It goes on where an earlier run in the same folder ended. The
// results are what they are also if Run returns an error: a *StoppedError, journal.ErrInUse, or that of ctx, for example. Summarise
// afterwards.
func Run(ctx context.Context, options Options) (_ *Plan, err error) {
	b, closes, err := open(options)
	if err != nil {
		return nil, err
	}
	defer func() {
		for _, closer := range closes {
			err = errors.Join(err, closer.Close())
		}
	}()
	return b.run(ctx)
}

// planner plans what there is to do.
func (b *batch) planner(ctx context.Context) (*planner, error) {
	var p *planner
	var err error
	b.journal.Look(func(state *journal.State) {
		p = &planner{options: &b.Options, state: state, store: b.store}
		err = p.make(ctx)
	})
	return p, err
}

func (b *batch) run(ctx context.Context) (*Plan, error) {
	p, err := b.planner(ctx)
	if err != nil {
		return nil, err
	}
	b.counts = Counts{Total: len(p.plan.Todo) + p.plan.Done, Left: len(p.plan.Todo), Before: p.plan.Done}
	doubtful := b.doubtful()
	if len(p.units) == 0 && (len(doubtful) == 0 || b.Canary < 0) {
		return &p.plan, b.showAll()
	}
	if err := b.begin(p); err != nil {
		return &p.plan, err
	}
	if !b.Unguarded {
		if err := b.guard(ctx, doubtful); err != nil {
			return &p.plan, err
		}
	}
	b.queue = newQueue(p.units, b.Now)
	err = b.work(ctx)
	return &p.plan, errors.Join(err, b.showAll())
}

// begin notes what this run is about.
func (b *batch) begin(p *planner) error {
	if err := b.journal.Add(journal.Line{Event: journal.Began, Labs: labIDs(b.Labs), Key: &b.Key}); err != nil {
		return err
	}
	if b.Regrade == None {
		return nil
	}
	line := journal.Line{Event: journal.Regrade, Which: string(b.Regrade)}
	for _, step := range p.plan.Todo {
		if step.Reason == ReasonRegrade || step.Reason == ReasonPerhaps {
			line.Items = append(line.Items, step.Item)
		}
	}
	return b.journal.Add(line)
}

// work lets Jobs workers grade until there is nothing left, and proves in the end what is not proved yet.
func (b *batch) work(ctx context.Context) error {
	running, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	b.stop = stop
	var workers sync.WaitGroup
	for range b.Jobs {
		workers.Go(func() { b.worker(running) })
	}
	workers.Wait()
	if ctx.Err() == nil && b.fault() == nil && b.Canary >= 0 && len(b.doubtful()) > 0 {
		b.prove(running)
	}
	if err := b.fault(); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return fmt.Errorf("grade: %w", ctx.Err())
	}
	return nil
}

func (b *batch) worker(ctx context.Context) {
	for {
		u, more := b.queue.next(ctx)
		if !more {
			return
		}
		again, err := b.grade(ctx, u)
		b.queue.done(again)
		if err != nil && ctx.Err() == nil {
			b.fail(err)
		}
		if err == nil && b.proofDue(again == nil) {
			b.prove(ctx)
		}
	}
}

// fail ends the run for a reason that is no submission's: a full disk, for example.
func (b *batch) fail(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.stopped == nil {
		b.stopped = err
	}
	b.stop(err)
}

func (b *batch) fault() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.stopped
}

func (b *batch) doubtful() []journal.Item {
	var items []journal.Item
	b.journal.Look(func(state *journal.State) { items = state.Doubtful() })
	return items
}

// showAll makes the folders of the submissions what the journal says, should a run have ended between both, or have taken results back.
func (b *batch) showAll() error {
	sums, taken := map[journal.Item]string{}, map[journal.Item]time.Time{}
	b.journal.Look(func(state *journal.State) {
		for _, item := range state.Items() {
			if known, ok := state.Result(item); ok {
				sums[item] = known.Record
			}
		}
		for _, item := range state.TakenBack() {
			taken[item], _ = state.Quarantined(item)
		}
	})
	var errs []error
	for item, sum := range sums {
		if err := b.store.show(item, sum); err != nil && !errors.Is(err, errLost) {
			errs = append(errs, err)
		}
	}
	for item, at := range taken {
		errs = append(errs, b.showTaken(item, at))
	}
	return errors.Join(errs...)
}

// showTaken shows a blank record in the place of one that was taken back: nobody shall read a result there that does not count.
func (b *batch) showTaken(item journal.Item, at time.Time) error {
	i := slices.IndexFunc(b.Labs, func(lab *labs.Lab) bool { return lab.ID == item.Lab })
	if i < 0 {
		return nil // a plan of other labs than the journal's is refused
	}
	record, err := quarantined(&b.Options, b.Labs[i], item.ID, at)
	if err != nil {
		return err
	}
	return b.store.showRecord(item, record)
}
