// Package batch grades many submissions: in parallel, again after faults of the infrastructure, under the eyes of reference solutions,
// and so that whatever ends it, the next run goes on where it was.
package batch

import (
	"context"
	"io"
	"time"

	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/batch/journal"
	"github.com/podium-labs/podium/graders/batch/roster"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/result/export"
	"github.com/podium-labs/podium/graders/run"
	"github.com/podium-labs/podium/graders/submission"
	"github.com/podium-labs/podium/labs"
)

// Work is one grading.
type Work struct {
	Lab *labs.Lab
	// Answers are those to Lab, under the ID that the batch gives them.
	Answers *answer.Submission
	// Log takes what is for the operator only.
	Log io.Writer
	// Progress is told what is going on.
	Progress func(run.Event)
}

// Options say what is graded, and how. Zero fields have the default named with them.
type Options struct {
	// Out is the folder of the batch.
	Out string
	// Entries are the submissions, and Labs what each is graded in. Known are the IDs of all labs that there are.
	Entries []roster.Entry
	Labs    []*labs.Lab
	Known   []string
	// Deadline asks for the last commit until then, if it is not zero.
	Deadline time.Time
	// Jobs is how many gradings run at the same time (1).
	Jobs int
	// Regrade says which results are made again (none).
	Regrade Which
	// Only are the IDs of the submissions that are graded in this run (all). The summary is about all of them nevertheless.
	Only []string
	// Tries is how often a grading that the infrastructure failed is tried (3), and BackOff how long the next try waits.
	Tries   int
	BackOff func(try int) time.Duration
	// Canary is after how many submissions the reference solutions are graded again (50); below zero is never.
	Canary int
	// Unguarded leaves out the proof before the first submission: somebody else sees to it.
	Unguarded bool
	// Budget bounds one grading as a whole (30 minutes), above the limits of its phases.
	Budget time.Duration
	// Key is what results depend on beside answers and labs. Its other fields are filled in.
	Key journal.Key
	// Words speak the language of the records.
	Words *lang.Printer
	// Export is what reports are made with.
	Export export.Options
	// Grade grades. Its error means that there is no record, for example because ctx ended.
	Grade func(ctx context.Context, work Work) (*result.Record, error)
	// Open opens a submission (submission.Open).
	Open func(ctx context.Context, source string, options submission.Options) (*submission.Opened, error)
	// TempDir is for copies of submissions (the system's place for temporary files).
	TempDir string
	// Progress, if set, is told what is going on, one call at a time; it must not block.
	Progress func(Event)
	// Now is the clock (time.Now).
	Now func() time.Time
}

// The defaults.
const (
	defaultTries  = 3
	defaultCanary = 50
	defaultBudget = 30 * time.Minute
	firstPause    = 2 * time.Second
	longestPause  = 30 * time.Second
)

func (o Options) withDefaults() Options {
	o.Jobs = max(1, o.Jobs)
	o.Tries = orElse(o.Tries, defaultTries)
	o.Canary = orElse(o.Canary, defaultCanary)
	o.Budget = orElse(o.Budget, defaultBudget)
	if o.BackOff == nil {
		o.BackOff = pause
	}
	if o.Open == nil {
		o.Open = submission.Open
	}
	if o.Progress == nil {
		o.Progress = func(Event) {}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// pause doubles with every try.
func pause(try int) time.Duration { return min(firstPause<<min(try-1, 8), longestPause) }

func orElse[T comparable](value, otherwise T) T {
	var zero T
	if value == zero {
		return otherwise
	}
	return value
}

// Which says which results are made again.
type Which string

// What can be made again.
const (
	// None leaves alone what has a result.
	None Which = ""
	// Failed are results without full marks, and submissions that could not be read.
	Failed Which = "failed"
	// Errored are those that the infrastructure failed.
	Errored Which = "errored"
	// Changed are those whose answers, lab, Podium or cluster are not what was graded.
	Changed Which = "changed"
	// All is everything.
	All Which = "all"
)

// Choices are all values of Which but None.
func Choices() []string {
	return []string{string(Failed), string(Errored), string(Changed), string(All)}
}
