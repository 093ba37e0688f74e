package run

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs"
)

// LiveOptions say which running attempt is graded.
type LiveOptions struct {
	// Lab is the lab.
	Lab *labs.Lab
	// Cluster is the running cluster; it is left as it is.
	Cluster cluster.Provider
	// Journal is the file in which the history of the attempt is recorded.
	Journal string
	// Binary is the executable that is started as grader process.
	Binary string
	// Language is that of the record; English if empty.
	Language string
	// Version is Podium's own, for the record.
	Version string
	// Log, if set, takes what the grader process prints.
	Log io.Writer
	// Until, if set, is the instant after which nothing counts any more.
	Until time.Time
	// Budgets bound the phases; zero fields have defaults, which are those of simulated nodes.
	Budgets Budgets
}

// Live grades what has happened on a running cluster so far, without changing it: what the experiments of a lab add, they take away again.
// There is no second try: the attempt exists only once.
func Live(ctx context.Context, live LiveOptions) (*result.Record, error) {
	l, err := live.prepare()
	if err != nil {
		return nil, err
	}
	grader, err := startGrader(l.options)
	if err != nil {
		return nil, err
	}
	fault := grader.supervise(ctx, l.options, live.Cluster, l.job, l.record)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("check %s: %w", live.Lab.ID, ctx.Err())
	}
	l.finish(fault)
	return l.record, nil
}

// liveGrading is what the grading of a live attempt begins with.
type liveGrading struct {
	record  *result.Record
	options Options
	job     Job
}

func (live LiveOptions) prepare() (*liveGrading, error) {
	printer, err := lang.New(orEnglish(live.Language))
	if err != nil {
		return nil, err
	}
	record, err := newRecord(live.Lab, printer.Tag())
	if err != nil {
		return nil, err
	}
	record.Attempt, record.Podium = 1, live.Version
	record.Submission = result.Submission{ID: "live"}
	record.Environment = environment(live.Cluster)
	options := Options{Binary: live.Binary, Log: live.Log, Budgets: live.Budgets.WithDefaults()}
	if options.Log == nil {
		options.Log = io.Discard
	}
	job := Job{Lab: live.Lab.ID, Language: printer.Tag(), Binary: live.Binary, Credentials: live.Cluster.Credentials(),
		Journal: live.Journal, Until: live.Until, Budgets: options.Budgets}
	return &liveGrading{record: record, options: options, job: job}, nil
}

// finish sums up the record as it is now.
func (l *liveGrading) finish(fault *result.Error) {
	if fault != nil {
		l.record.Outcome, l.record.Error = result.InfraError, fault
	}
	l.record.GradedAt = time.Now().UTC()
	l.record.Sum()
}
