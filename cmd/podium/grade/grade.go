// Package grade is the command that grades one submission.
package grade

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	labscmd "github.com/podium-labs/podium/cmd/podium/labs"
	"github.com/podium-labs/podium/cmd/podium/report"
	"github.com/podium-labs/podium/cmd/podium/sandbox"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/run"
	"github.com/podium-labs/podium/labs"
)

// flags are those of the command.
type flags struct {
	lab      string
	out      string
	output   *string
	minScore int
	answer   time.Duration
	trust    bool
}

// NewCommand returns "podium grade".
func NewCommand(settings *ui.Settings, podium string) *cobra.Command {
	f := &flags{}
	cmd := &cobra.Command{
		Use:   "grade DIR --lab LAB",
		Short: "Grade the answers in a folder on a cluster of their own",
		Long: `Grade applies DIR/answers/LAB/<task>.yaml, .sh or <task>/NN-*.yaml|sh task by task to a fresh
cluster, and prints the report. What the files print and return is kept as feedback and never scored.`,
		Example: "  podium grade . --lab lab-2 --out results",
		Args:    cobra.ExactArgs(1),
	}
	cmd.Flags().StringVar(&f.lab, "lab", "", "the lab to grade, for example lab-2")
	cmd.Flags().StringVar(&f.out, "out", "", "folder for record.json, report.txt, junit.xml and log")
	cmd.Flags().IntVar(&f.minScore, "min-score", 0, "end with exit code 1 if the score is lower")
	cmd.Flags().DurationVar(&f.answer, "answer-timeout", time.Minute, "wall-clock limit of each file of an answer")
	cmd.Flags().BoolVar(&f.trust, "trust", false, "grade without a sandbox where this machine has none: for answers of your own")
	f.output = ui.AddOutput(cmd)
	_ = cmd.RegisterFlagCompletionFunc("lab", labscmd.Complete)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return f.run(cmd, settings, podium, args[0]) }
	return cmd
}

func (f *flags) run(cmd *cobra.Command, settings *ui.Settings, podium, dir string) error {
	if err := ui.CheckOutput(*f.output); err != nil {
		return err
	}
	if f.answer <= 0 {
		return exit.With(exit.Usage, fmt.Errorf("--answer-timeout must be longer than 0, not %s", f.answer), "")
	}
	if f.minScore < 0 || f.minScore > 100 {
		return exit.With(exit.Usage, fmt.Errorf("--min-score must be from 0 to 100, not %d", f.minScore), "")
	}
	if f.lab == "" {
		return exit.With(exit.Usage, errors.New("--lab is missing"), "for example: podium grade "+dir+" --lab lab-2")
	}
	lab, err := labscmd.Find(f.lab)
	if err != nil {
		return err
	}
	printer, err := settings.Printer()
	if err != nil {
		return err
	}
	folder, err := report.OpenFolder(f.out)
	if err != nil {
		return err
	}
	var log bytes.Buffer
	progress := ui.NewProgress(cmd.ErrOrStderr())
	record, err := Folder(cmd.Context(), Request{
		Lab: lab, Dir: dir, Language: printer.Tag(), Podium: podium, AnswerLimit: f.answer, Trust: f.trust, Progress: progress, Log: &log,
	})
	progress.Done()
	if err != nil {
		return err
	}
	if err := folder.Write(record, printer, log.Bytes()); err != nil {
		return err
	}
	if err := report.Print(cmd.OutOrStdout(), record, report.Options{Format: *f.output, Printer: printer, Color: settings.Color(cmd.OutOrStdout())}); err != nil {
		return err
	}
	return report.ExitCode(record, f.minScore)
}

// readyDelay is how long simulated Pods take to get ready in a grading: nobody watches, but every step of a rollout
// shall still be a moment of its own.
const readyDelay = 20 * time.Millisecond

// Request says what to grade.
type Request struct {
	Lab *labs.Lab
	// Dir is the submission's folder.
	Dir string
	// Language is that of the record, Podium the version that it names.
	Language, Podium string
	// AnswerLimit bounds each file of an answer; a minute if zero.
	AnswerLimit time.Duration
	// Walls, if set, proves the sandbox, once for all requests that share it; Trust grades where there is none.
	Walls func(context.Context) error
	Trust bool
	// Progress, if set, tells a person what is going on.
	Progress *ui.Progress
	// Log takes what is for the operator only.
	Log io.Writer
}

// Folder grades a folder on an embedded cluster of its own. A submission that cannot be graded is a record too.
func Folder(ctx context.Context, r Request) (*result.Record, error) {
	submission, err := answer.Load(ctx, r.Dir, r.Lab.ID, r.Lab.TaskIDs())
	if invalid, ok := errors.AsType[*answer.InvalidError](err); ok {
		return run.Invalid(r.Lab, r.Dir, r.Language, r.Podium, invalid)
	}
	if err != nil {
		return nil, exit.With(exit.Usage, err, "DIR must hold "+"answers/"+r.Lab.ID+"/")
	}
	binary, err := os.Executable()
	if err != nil {
		return nil, exit.With(exit.Infrastructure, fmt.Errorf("find own executable: %w", err), "")
	}
	step := func(string, ...any) {}
	if r.Progress != nil {
		step = r.Progress.Stepf
	}
	record, err := run.Grade(ctx, run.Options{
		Lab: r.Lab, Submission: submission, Binary: binary, Language: r.Language, Version: r.Podium, Log: r.Log,
		Budgets: run.Budgets{Answer: r.AnswerLimit}, Walls: r.Walls, Trust: r.Trust,
		NewCluster: func() cluster.Provider {
			return embedded.New(embedded.Options{Binary: binary, PodReadyDelay: readyDelay, Progress: func(component, state string) { step("%s: %s", component, state) }})
		},
		Progress: func(event run.Event) {
			switch {
			case event.Began != "":
				step("%s", event.Began)
			case event.Check != nil:
				step("%s/%s: %s", event.Task, event.Check.ID, event.Check.Status)
			}
		},
	})
	return record, sandbox.Refused(err)
}
