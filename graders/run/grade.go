package run

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/answer/sandbox"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/whatif"
	"github.com/podium-labs/podium/labs"
)

// DefaultAttempts is how often a grading is tried on a fresh cluster before an infrastructure fault is reported.
const DefaultAttempts = 2

// Options say what is graded, and how.
type Options struct {
	// Lab is the lab.
	Lab *labs.Lab
	// Submission holds the answers.
	Submission *answer.Submission
	// Clusters hands out the cluster of an attempt.
	Clusters Clusters
	// Binary is the executable that is started as grader and answer process.
	Binary string
	// Language is that of the record; English if empty.
	Language string
	// Version is Podium's own, for the record.
	Version string
	// Budgets bound the phases; zero fields have defaults.
	Budgets Budgets
	// Attempts is how often an infrastructure fault may be met; DefaultAttempts if zero.
	Attempts int
	// Progress, if set, is told what is going on; it must not block.
	Progress func(Event)
	// Log, if set, takes what grader processes print, for the operator.
	Log io.Writer
	// Walls, if set, proves that answers can be confined here, as (*answer.Walls).Stand does. Gradings that share one prove it once.
	Walls func(context.Context) error
	// Trust grades without a sandbox where there is none: for answers of one's own.
	Trust bool
	// WhatIf makes the scheduler for counterfactual questions. Only Specs uses it: a grader process brings its own.
	WhatIf func() (whatif.Scheduler, error)
}

// Grade grades one submission. Faults of the infrastructure are retried on a fresh cluster and then reported in the
// record, which then has no score; an error means that there is no record, for example because ctx ended. It is an
// *answer.UnconfinedError if answers cannot be confined here and are not trusted.
func Grade(ctx context.Context, options Options) (*result.Record, error) {
	if options.Attempts == 0 {
		options.Attempts = DefaultAttempts
	}
	if options.Log == nil {
		options.Log = io.Discard
	}
	if options.Walls == nil {
		options.Walls = (&answer.Walls{Binary: options.Binary}).Stand
	}
	options.Budgets = options.Budgets.WithDefaults()
	printer, err := lang.New(orEnglish(options.Language))
	if err != nil {
		return nil, err
	}
	options.Language = printer.Tag()
	var record *result.Record
	for attempt := 1; attempt <= options.Attempts; attempt++ {
		if record, err = gradeOnce(ctx, options, attempt); err != nil {
			return nil, err
		}
		if record.Outcome != result.InfraError {
			break
		}
		fmt.Fprintf(options.Log, "attempt %d ended in %s: %s\n", attempt, record.Error.Phase, record.Error.Message)
	}
	return record, nil
}

func orEnglish(language string) string {
	if language == "" {
		return lang.English
	}
	return language
}

// gradeOnce grades on one fresh cluster.
func gradeOnce(ctx context.Context, options Options, attempt int) (*result.Record, error) {
	record, err := newRecord(options.Lab, options.Language)
	if err != nil {
		return nil, err
	}
	record.Attempt, record.Podium = attempt, options.Version
	record.Submission = result.Submission{
		ID: options.Submission.ID, TreeSHA256: options.Submission.TreeSHA256,
		Commit: options.Submission.Commit, SubmittedAt: options.Submission.SubmittedAt,
	}
	if err := note(record, options.Submission, options.Language); err != nil {
		return nil, err
	}
	gate := openGate(ctx, options)
	defer gate.close()
	fault := onCluster(gate.ctx, options, gate, record, attempt == options.Attempts)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("grade %s: %w", options.Submission.ID, ctx.Err())
	}
	if fault, err = gate.verdict(fault); err != nil {
		return nil, err
	}
	if fault != nil && record.Outcome != result.Tampered {
		record.Outcome, record.Error = result.InfraError, fault
	}
	record.GradedAt = time.Now().UTC()
	record.Sum()
	return record, nil
}

// onCluster takes a cluster and lets a grader process work on it. What it returns is a fault of the infrastructure.
func onCluster(ctx context.Context, options Options, gate *gate, record *result.Record, last bool) (fault *result.Error) {
	record.Environment = result.Environment{Provider: options.Clusters.Kind()}
	grader, err := startGrader(options) // it starts up while the cluster does
	if err != nil {
		return faultOf(record.Language, "grader", err, "")
	}
	provider, err := provision(ctx, options, record)
	if err != nil {
		grader.abandon()
		return faultOf(record.Language, "provision", err, "podium doctor")
	}
	defer func() {
		giveBack(ctx, options, provider, fault != nil || ctx.Err() != nil || record.Outcome == result.Tampered)
	}()
	record.Environment = environment(provider)
	scratch, err := os.MkdirTemp("", "podium-grade-")
	if err != nil {
		grader.abandon()
		return faultOf(record.Language, "provision", err, "podium doctor")
	}
	defer os.RemoveAll(scratch)
	if record.Integrity.Sandbox, err = gate.sandbox(); err != nil {
		grader.abandon()
		return nil // the gate says why
	}
	job := Job{
		Lab: options.Lab.ID, Language: options.Language, Binary: options.Binary, TempDir: scratch, Credentials: provider.Credentials(),
		Answers: options.Submission.Tasks, Budgets: options.Budgets, LastAttempt: last,
		Unconfined: record.Integrity.Sandbox == sandbox.None,
	}
	return grader.supervise(ctx, options, provider, job, record)
}

// provision takes a cluster within its budget.
func provision(ctx context.Context, options Options, record *result.Record) (cluster.Provider, error) {
	started := time.Now()
	ctx, cancel := context.WithTimeout(ctx, options.Budgets.Provision)
	defer cancel()
	provider, err := options.Clusters.Take(ctx)
	record.Phases = append(record.Phases, result.Phase{Name: "provision", MS: time.Since(started).Milliseconds(), Outcome: outcome(err)})
	return provider, err
}

// giveBack returns a cluster, also if ctx has ended.
func giveBack(ctx context.Context, options Options, provider cluster.Provider, failed bool) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), removal)
	defer cancel()
	if err := options.Clusters.Return(ctx, provider, failed); err != nil {
		fmt.Fprintf(options.Log, "give the cluster back: %s\n", err)
	}
}

func outcome(err error) string {
	if err != nil {
		return "error"
	}
	return "ok"
}

// environment says what the cluster is. A cluster that has not come up has no version.
func environment(provider cluster.Provider) result.Environment {
	return result.Environment{Provider: provider.Kind(), Kubernetes: serverVersion(provider)}
}

var errGraderGone = lang.Errorf("the grader process ended before it had finished")
