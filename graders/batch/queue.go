package batch

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/podium-labs/podium/graders/batch/roster"
)

// unit is a submission with those labs that are still to be graded.
type unit struct {
	entry roster.Entry
	items []planned
	try   int
	// after is when its next try may begin.
	after time.Time
}

// queue hands out units. What waits for its next try lets others pass, so that a fault holds up nobody else.
type queue struct {
	mu      sync.Mutex
	now     func() time.Time
	waiting []unit
	running int
	changed chan struct{}
}

func newQueue(units []unit, now func() time.Time) *queue {
	return &queue{waiting: units, now: now, changed: make(chan struct{})}
}

// next returns the next unit, when its time has come. It is false if there will be no more, or if ctx has ended.
func (q *queue) next(ctx context.Context) (unit, bool) {
	for ctx.Err() == nil {
		u, wait, changed, more := q.pop()
		if !more {
			return unit{}, false
		}
		if wait == 0 {
			return u, true
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-changed:
		case <-timer.C:
		}
		timer.Stop()
	}
	return unit{}, false
}

// forEver is how long to wait for something that only others can bring about.
const forEver = time.Hour

// pop takes out a unit whose time has come, or says how long that will take.
func (q *queue) pop() (_ unit, wait time.Duration, changed <-chan struct{}, more bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	now, wait := q.now(), forEver
	for i, u := range q.waiting {
		left := u.after.Sub(now)
		if left <= 0 {
			q.waiting = slices.Delete(q.waiting, i, i+1)
			q.running++
			return u, 0, nil, true
		}
		wait = min(wait, left)
	}
	return unit{}, wait, q.changed, len(q.waiting)+q.running > 0
}

// done ends a unit that next has returned, and puts back what is to be tried again.
func (q *queue) done(again *unit) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running--
	if again != nil {
		q.waiting = append(q.waiting, *again)
	}
	close(q.changed)
	q.changed = make(chan struct{})
}
