package batch

import (
	"context"
	"errors"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	labscmd "github.com/podium-labs/podium/cmd/podium/labs"
	"github.com/podium-labs/podium/cmd/podium/providers"
	"github.com/podium-labs/podium/cmd/podium/report"
	"github.com/podium-labs/podium/cmd/podium/sandbox"
	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/fixtures/objects"
	"github.com/podium-labs/podium/graders/batch"
	"github.com/podium-labs/podium/graders/batch/bucket"
	"github.com/podium-labs/podium/graders/batch/fleet"
	"github.com/podium-labs/podium/graders/batch/journal"
	"github.com/podium-labs/podium/graders/batch/progress"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/run"
)

// WorkerName is the command that Pods run.
const WorkerName = "__fleet-worker"

// indexVariable is where Kubernetes tells a Pod of an Indexed Job its index.
const indexVariable = "JOB_COMPLETION_INDEX"

// worker is what a Pod is told.
type worker struct {
	podium, out, source, job string
}

// NewWorker returns the hidden command that grades one submission of a batch, in a Pod.
func NewWorker(podium string) *cobra.Command {
	w := &worker{podium: podium}
	cmd := &cobra.Command{
		Use: WorkerName, Short: "Grade one index of a batch in a Pod", Hidden: true, Args: cobra.NoArgs,
		Long: `Grades the index $JOB_COMPLETION_INDEX of an order that podium batch --engine kubernetes has written below OUT, and leaves the
answer there. Ends with 3 if the infrastructure failed it, so that the Job tries it again, and with 4 if that would not help.`,
		RunE: func(cmd *cobra.Command, _ []string) error { return w.run(cmd) },
	}
	cmd.Flags().StringVar(&w.out, "out", "", "blob URL of OUT")
	cmd.Flags().StringVar(&w.source, "source", "", "blob URL of SOURCE, if it is one")
	cmd.Flags().StringVar(&w.job, "job", "", "name of the Job")
	return cmd
}

func (w *worker) run(cmd *cobra.Command) error {
	ctx := cmd.Context()
	index, err := strconv.Atoi(os.Getenv(indexVariable))
	if err != nil {
		return exit.With(exit.Usage, lang.Errorf("%s is %q", indexVariable, os.Getenv(indexVariable)), "this command is for the Pods of an Indexed Job")
	}
	out, err := bucket.Open(ctx, w.out)
	if err != nil {
		return exit.With(exit.Usage, err, "")
	}
	defer out.Close()
	var source *bucket.Place
	if w.source != "" {
		if source, err = bucket.Open(ctx, w.source); err != nil {
			return exit.With(exit.Usage, err, "")
		}
		defer source.Close()
	}
	all, err := labscmd.Choose(nil)
	if err != nil {
		return err
	}
	work := fleet.Worker{
		Shelf: out, Job: w.job, Index: index, AllLabs: all,
		Options: func(order *fleet.Order) (batch.Options, error) { return w.options(cmd, order, source) },
	}
	err = work.Work(ctx)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fleet.ErrInfrastructure), ctx.Err() != nil:
		return exit.With(exit.Infrastructure, err, "")
	}
	// 2 is what Go's runtime ends with, so that a Job has to try that again; this would be the same the next time
	return exit.With(exit.InvalidSubmission, err, "")
}

// options are those of the batch of one submission that a Pod runs.
func (w *worker) options(cmd *cobra.Command, order *fleet.Order, source *bucket.Place) (batch.Options, error) {
	words, err := lang.New(order.Language)
	if err != nil {
		return batch.Options{}, err
	}
	fresh, err := providers.FreshInBatch(embedded.Kind)
	if err != nil {
		return batch.Options{}, err
	}
	binary, err := os.Executable()
	if err != nil {
		return batch.Options{}, lang.Errorf("find own executable: %w", err)
	}
	o := batch.Options{
		Known: labscmd.IDs(), Words: words, Export: report.OptionsFor(words.Tag()),
		Key:      keyOf(w.podium, embedded.Kind, order.AnswerTimeout, order.Trust),
		Progress: progress.JSON(cmd.ErrOrStderr()),
	}
	if source != nil {
		o.Open = source.OpenSubmission
	}
	grader := grading{binary: binary, podium: w.podium, words: words, clusters: func() run.Clusters { return fresh }, walls: sandbox.Walls(), trust: order.Trust}
	grader.budgets = budgets(embedded.Kind, order.AnswerTimeout)
	o.Grade = grader.grade
	return o, nil
}

// usualAnswer is the limit of each file of an answer where nobody asks for another.
const usualAnswer = time.Minute

// budgets are those of a provider, with a limit for each file of an answer; a provider that needs longer has it.
func budgets(provider string, answer time.Duration) run.Budgets {
	b := providers.Budgets(provider)
	b.Answer = max(b.Answer, answer)
	return b
}

// keyOf is what results depend on beside the answers and the lab. What is as usual is left out, as in the journals of older versions.
func keyOf(podium, provider string, answer time.Duration, trust bool) journal.Key {
	key := journal.Key{Podium: podium, Kubernetes: objects.KubernetesVersion, Provider: provider, Seed: run.Seed, Trusted: trust}
	if limit := budgets(provider, answer).Answer; limit != budgets(provider, usualAnswer).Answer {
		key.AnswerTimeout = limit
	}
	return key
}

// grading grades on clusters of some kind.
type grading struct {
	binary, podium string
	words          *lang.Printer
	clusters       func() run.Clusters
	budgets        run.Budgets
	walls          func(context.Context) error
	trust          bool
}

func (g *grading) grade(ctx context.Context, work batch.Work) (*result.Record, error) {
	record, err := run.Grade(ctx, run.Options{
		Lab: work.Lab, Submission: work.Answers, Binary: g.binary, Language: g.words.Tag(), Version: g.podium, Log: work.Log,
		Budgets: g.budgets, Clusters: g.clusters(), Progress: work.Progress, Walls: g.walls, Trust: g.trust,
	})
	return record, sandbox.Refused(err)
}
