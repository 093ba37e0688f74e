package batch

import "github.com/podium-labs/podium/graders/result"

// The kinds of events.
const (
	// Guarding and Guarded: the reference solutions and the starters are graded before anything else.
	Guarding = "guarding"
	Guarded  = "guarded"
	// Opening, Grading and Phase: a submission is fetched, its grading begins, and goes on.
	Opening = "opening"
	Grading = "grading"
	Phase   = "phase"
	// Retrying: the infrastructure failed a grading, and there will be another one.
	Retrying = "retrying"
	// Finished: there is a result; NotTaken: there is one, and the earlier goes on counting; Unchanged: there was one already.
	Finished  = "finished"
	NotTaken  = "not-taken"
	Unchanged = "unchanged"
	// Proved and Stopped: a canary was graded as it must, or the batch has stopped because it was not.
	Proved  = "proved"
	Stopped = "stopped"
	// Elsewhere: how many gradings run on other machines.
	Elsewhere = "elsewhere"
)

// Event is something that happens in a batch.
type Event struct {
	Kind string `json:"event"`
	// ID and Lab say what it is about.
	ID  string `json:"id,omitempty"`
	Lab string `json:"lab,omitempty"`
	// Step is the task or phase that a grading has come to.
	Step string `json:"step,omitempty"`
	// Try counts from 1.
	Try int `json:"try,omitempty"`
	// Outcome, Score and MaxScore are those of the result.
	Outcome  result.Outcome `json:"outcome,omitempty"`
	Score    *int           `json:"score,omitempty"`
	MaxScore int            `json:"max_score,omitempty"`
	// Message says why.
	Message string `json:"message,omitempty"`
	// Running is how many gradings run elsewhere.
	Running int `json:"running,omitempty"`
	// Counts are how far the batch is.
	Counts Counts `json:"counts"`
}

// Counts are how far a batch is; each counts results, one a submission and lab.
type Counts struct {
	// Total is everything, and Left what this run still has to do.
	Total int `json:"total"`
	Left  int `json:"left"`
	// Before is what was done before this run.
	Before int `json:"before"`
	// Full, Below, Infra and Unreadable are what came of this run; Unreadable counts what was tampered with too.
	Full       int `json:"full"`
	Below      int `json:"below"`
	Infra      int `json:"infra"`
	Unreadable int `json:"unreadable"`
}

// Graded is how many results of this run have a score.
func (c *Counts) Graded() int { return c.Full + c.Below }

func (c *Counts) add(r *result.Record) {
	switch {
	case r.Score != nil && *r.Score == r.MaxScore:
		c.Full++
	case r.Score != nil:
		c.Below++
	case r.Outcome == result.InfraError:
		c.Infra++
	default:
		c.Unreadable++
	}
}

// emit passes an event on, with the counts as they are.
func (b *batch) emit(event Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.emitLocked(event)
}

func (b *batch) emitLocked(event Event) {
	event.Counts = b.counts
	b.Progress(event)
}
