// Package grade is the command that grades one submission.
package grade

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	labcmd "github.com/podium-labs/podium/cmd/podium/lab"
	labscmd "github.com/podium-labs/podium/cmd/podium/labs"
	"github.com/podium-labs/podium/cmd/podium/providers"
	"github.com/podium-labs/podium/cmd/podium/report"
	"github.com/podium-labs/podium/cmd/podium/sandbox"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/run"
	"github.com/podium-labs/podium/labs"
)

// flags are those of the command.
type flags struct {
	labs     []string
	out      string
	output   *string
	reports  *report.Reports
	minScore int
	answer   time.Duration
	source   sourceFlags
	trust    bool
	redact   bool
	provider *string
}

// NewCommand returns "podium grade".
func NewCommand(settings *ui.Settings, podium string) *cobra.Command {
	f := &flags{}
	cmd := &cobra.Command{
		Use:   "grade SOURCE [--lab LAB]...",
		Short: "Grade the answers of a submission on a cluster of their own",
		Long: `Grade applies answers/LAB/<task>.yaml, .sh or <task>/NN-*.yaml|sh task by task to a fresh
cluster, and prints the report. What the files print and return is kept as feedback and never scored.

` + sourceHelp + `

Without --lab all labs are graded one after the other on one cluster, which is set back to how it was in between,
and their total is printed.`,
		Example: "  podium grade .\n  podium grade . --lab lab-2 --out results\n  podium grade . --lab lab-2 --report junit=junit.xml --report github-summary\n" + sourceExamples,
		Args:    cobra.ExactArgs(1), ValidArgsFunction: completeSource,
	}
	f.source.add(cmd)
	cmd.Flags().StringSliceVar(&f.labs, "lab", nil, "a lab to grade, for example lab-2; may be repeated (default: all)")
	cmd.Flags().StringVar(&f.out, "out", "", "folder for record.json, report.txt, report.md, junit.xml and log; one folder a lab if there are several")
	cmd.Flags().IntVar(&f.minScore, "min-score", 0, "end with exit code 1 if a lab's score is lower")
	cmd.Flags().DurationVar(&f.answer, "answer-timeout", time.Minute, "wall-clock limit of each file of an answer")
	cmd.Flags().BoolVar(&f.redact, "redact", false, "leave out of all results what learners may not read: the words of hidden checks, and the log of a lab that has some")
	sandbox.AddTrust(cmd, &f.trust)
	f.output = ui.AddOutput(cmd)
	f.reports = report.AddReports(cmd)
	f.provider = providers.AddFlag(cmd)
	_ = cmd.RegisterFlagCompletionFunc("lab", labscmd.Complete)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return f.run(cmd, settings, podium, args[0]) }
	return cmd
}

// check refuses what no grading can use.
func (f *flags) check() error {
	if err := ui.CheckOutput(*f.output); err != nil {
		return err
	}
	if f.answer <= 0 {
		return exit.With(exit.Usage, lang.Errorf("--answer-timeout must be longer than 0, not %s", f.answer), "")
	}
	if f.minScore < 0 || f.minScore > 100 {
		return exit.With(exit.Usage, lang.Errorf("--min-score must be from 0 to 100, not %d", f.minScore), "")
	}
	return nil
}

func (f *flags) run(cmd *cobra.Command, settings *ui.Settings, podium, dir string) (err error) {
	if err := f.check(); err != nil {
		return err
	}
	chosen, err := labscmd.Choose(f.labs)
	if err != nil {
		return err
	}
	printer, err := settings.Printer()
	if err != nil {
		return err
	}
	if err := labcmd.Unsealed(chosen...); err != nil { // it would tell the results of an exam
		return err
	}
	folders, err := report.OpenFolders(f.out, chosen)
	if err != nil {
		return err
	}
	if err := f.reports.Check(); err != nil {
		return err
	}
	source, err := f.source.open(cmd.Context(), dir, chosen)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	var set result.Set
	progress, walls := ui.NewProgress(cmd.ErrOrStderr(), printer), sandbox.Walls()
	err = f.each(cmd.Context(), chosen, progress, func(lab *labs.Lab, clusters run.Clusters) error {
		var log bytes.Buffer
		record, err := Folder(cmd.Context(), Request{
			Lab: lab, Dir: dir, Source: source, Clusters: clusters, Language: printer.Tag(), Podium: podium, AnswerLimit: f.answer, Progress: progress, Log: &log,
			Walls: walls, Trust: f.trust,
		})
		if err != nil {
			return err
		}
		if f.redact && record.Hides() {
			record = result.Redacted(record)
			log.Reset()
		}
		set = append(set, record)
		return folders[lab.ID].Write(record, printer, log.Bytes())
	})
	progress.Done()
	if err != nil {
		return err
	}
	show := func() error {
		return report.Print(cmd.OutOrStdout(), set, report.Options{Format: *f.output, Printer: printer, Color: settings.Color(cmd.OutOrStdout())})
	}
	if err := f.reports.Write(cmd.OutOrStdout(), set, show); err != nil {
		return err
	}
	return report.ExitCode(set, f.minScore)
}

// each grades the labs in order: a single one on a cluster that is thrown away, several on one that is set back in between.
func (f *flags) each(ctx context.Context, chosen []*labs.Lab, progress *ui.Progress, grade func(*labs.Lab, run.Clusters) error) (err error) {
	fresh, err := providers.Fresh(*f.provider, progress)
	if err != nil {
		return err
	}
	if len(chosen) == 1 {
		return grade(chosen[0], fresh)
	}
	reused := run.NewReused(fresh)
	defer func() { err = errors.Join(err, reused.Close(ctx)) }()
	for _, lab := range chosen {
		if err := grade(lab, reused); err != nil {
			return err
		}
	}
	return nil
}
