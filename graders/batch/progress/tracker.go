// Package progress shows how far a batch is: a bar and the running gradings on a terminal, lines elsewhere.
package progress

import (
	"cmp"
	"slices"
	"time"

	"github.com/podium-labs/podium/graders/batch"
	"github.com/podium-labs/podium/graders/result"
)

// Tracker knows what is running, from the events of a batch.
type Tracker struct {
	now     func() time.Time
	counts  batch.Counts
	running map[string]*running
	// first is when the first grading began, and last when the last has ended.
	first, last time.Time
	notice      string
	guarding    bool
	// elsewhere is how many gradings run on other machines; below zero if none ever do.
	elsewhere int
}

// running is a submission that is being graded.
type running struct {
	id, lab, step string
	since         time.Time
}

// NewTracker begins with nothing.
func NewTracker(now func() time.Time) *Tracker {
	return &Tracker{now: now, running: map[string]*running{}, elsewhere: -1}
}

// Take takes in an event.
func (t *Tracker) Take(e batch.Event) {
	t.counts = e.Counts
	switch e.Kind {
	case batch.Guarding:
		t.guarding = true
	case batch.Guarded:
		t.guarding = false
		t.first = t.now()
	case batch.Opening:
		t.running[e.ID] = &running{id: e.ID, since: t.now()}
	case batch.Grading, batch.Phase:
		r := t.running[e.ID]
		if r == nil { // its next lab
			r = &running{id: e.ID, since: t.now()}
			t.running[e.ID] = r
		}
		r.lab, r.step = e.Lab, e.Step
	case batch.Retrying:
		delete(t.running, e.ID)
		t.notice = result.Clean(e.ID) + ": " + result.Clean(e.Message)
	case batch.Finished, batch.NotTaken, batch.Unchanged:
		t.last = t.now()
		delete(t.running, e.ID)
		if e.Message != "" {
			t.notice = result.Clean(e.ID) + ": " + result.Clean(e.Message)
		}
	case batch.Elsewhere:
		if t.first.IsZero() {
			t.first = t.now()
		}
		t.elsewhere, t.notice = e.Running, result.Clean(e.Message)
	case batch.Stopped:
		t.notice = result.Clean(e.Message)
	}
}

// done is how many gradings of this run have ended; what could not be read takes no time.
func (t *Tracker) done() int {
	return t.counts.Full + t.counts.Below + t.counts.Infra
}

// Rate is how many gradings end in an hour; 0 while that is not known.
func (t *Tracker) Rate() float64 {
	took := t.last.Sub(t.first)
	if t.done() == 0 || t.first.IsZero() || took <= 0 {
		return 0
	}
	return float64(t.done()) / took.Hours()
}

// Left is how long the rest will take at that rate; 0 while that is not known.
func (t *Tracker) Left() time.Duration {
	rate := t.Rate()
	if rate == 0 {
		return 0
	}
	return time.Duration(float64(t.counts.Left) / rate * float64(time.Hour))
}

// longest lists what is running, the longest first.
func (t *Tracker) longest() []*running {
	list := make([]*running, 0, len(t.running))
	for _, r := range t.running {
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b *running) int {
		return cmp.Or(a.since.Compare(b.since), cmp.Compare(a.id, b.id))
	})
	return list
}
