// Package replay is the command that grades a recorded attempt.
package replay

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/cmd/podium/grade"
	labcmd "github.com/podium-labs/podium/cmd/podium/lab"
	labscmd "github.com/podium-labs/podium/cmd/podium/labs"
	"github.com/podium-labs/podium/cmd/podium/providers"
	"github.com/podium-labs/podium/cmd/podium/report"
	"github.com/podium-labs/podium/cmd/podium/sandbox"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/replay"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs"
)

type flags struct {
	lab    string
	steps  bool
	trust  bool
	output *string
}

// NewCommand returns "podium replay".
func NewCommand(settings *ui.Settings, podium string) *cobra.Command {
	f := &flags{}
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "Grade a recorded attempt on a fresh cluster",
		Long: `Replay sends the requests of a file that podium submit wrote to a fresh cluster, which settles where the learner's
had, and prints the report. What was answered otherwise than in the live attempt stands in the record as feedback.`,
		Example: "  podium replay answers/lab-2/attempt.jsonl\n  podium replay answers/lab-2/attempt.jsonl --steps",
		Args:    cobra.ExactArgs(1),
	}
	cmd.Flags().StringVar(&f.lab, "lab", "", "the lab that the attempt must be at (default: what the file says)")
	cmd.Flags().BoolVar(&f.steps, "steps", false, "list what the file does instead of doing it")
	sandbox.AddTrust(cmd, &f.trust)
	f.output = ui.AddOutput(cmd)
	_ = cmd.RegisterFlagCompletionFunc("lab", labscmd.Complete)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return f.run(cmd, settings, podium, args[0]) }
	return cmd
}

func (f *flags) run(cmd *cobra.Command, settings *ui.Settings, podium, file string) error {
	if err := ui.CheckOutput(*f.output); err != nil {
		return err
	}
	content, err := readFile(file)
	if err != nil {
		return exit.With(exit.Usage, err, "write one: podium submit LAB")
	}
	attempt, err := replay.Read(content, replay.Limits{})
	if err != nil {
		return exit.With(exit.InvalidSubmission, lang.Errorf("read %s: %w", file, err), "write it again: podium submit LAB")
	}
	if f.lab != "" && f.lab != attempt.Header.Lab {
		return exit.With(exit.Usage, lang.Errorf("%s is an attempt at %q, not at %q", file, attempt.Header.Lab, f.lab), "leave out --lab")
	}
	lab, err := labscmd.Find(attempt.Header.Lab)
	if err != nil {
		return err
	}
	if f.steps {
		printer, err := settings.Printer()
		if err != nil {
			return err
		}
		return list(cmd.OutOrStdout(), attempt, printer, *f.output)
	}
	return f.grade(cmd, settings, podium, lab, content)
}

func readFile(path string) ([]byte, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, lang.Errorf("%s is no file", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, lang.Errorf("open attempt: %w", err)
	}
	defer file.Close() // only read
	content, err := io.ReadAll(io.LimitReader(file, replay.MaxBytes+1))
	if err != nil {
		return nil, lang.Errorf("read attempt: %w", err)
	}
	return content, nil
}

// list prints one line for each line of the file.
func list(out io.Writer, attempt *replay.Attempt, printer *lang.Printer, format string) error {
	if format != "text" {
		return exit.With(exit.Usage, lang.Errorf("--steps is text; the file itself is JSON"), "leave out --output")
	}
	for i, line := range attempt.Lines {
		if _, err := fmt.Fprintf(out, "%4d  %s\n", attempt.First+i, result.Clean(printer.Say(line.Message()))); err != nil {
			return lang.Errorf("print steps: %w", err)
		}
	}
	return nil
}

func (f *flags) grade(cmd *cobra.Command, settings *ui.Settings, podium string, lab *labs.Lab, content []byte) error {
	printer, err := settings.Printer()
	if err != nil {
		return err
	}
	if err := labcmd.Unsealed(lab); err != nil {
		return err
	}
	dir, cleanup, err := submission(lab.ID, content)
	if err != nil {
		return exit.With(exit.Infrastructure, err, "")
	}
	defer cleanup()
	progress := ui.NewProgress(cmd.ErrOrStderr(), printer)
	var log bytes.Buffer
	record, err := gradeFresh(cmd.Context(), progress, grade.Request{
		Lab: lab, Dir: dir, Language: printer.Tag(), Podium: podium, Progress: progress, Log: &log, Walls: sandbox.Walls(), Trust: f.trust,
	})
	progress.Done()
	if err != nil {
		return err
	}
	if record.Error != nil {
		_, _ = cmd.ErrOrStderr().Write(log.Bytes()) // help for whoever mends it
	}
	options := report.Options{Format: *f.output, Printer: printer, Color: settings.Color(cmd.OutOrStdout())}
	if err := report.Print(cmd.OutOrStdout(), result.Set{record}, options); err != nil {
		return err
	}
	return report.ExitCode(result.Set{record}, 0)
}

func gradeFresh(ctx context.Context, progress *ui.Progress, request grade.Request) (*result.Record, error) {
	fresh, err := providers.Fresh(embedded.Kind, progress)
	if err != nil {
		return nil, err
	}
	request.Clusters = fresh
	return grade.Folder(ctx, request)
}

// submission lays the file out as it would be handed in.
func submission(lab string, content []byte) (dir string, cleanup func(), err error) {
	temporary, err := os.MkdirTemp("", "podium-replay-")
	if err != nil {
		return "", nil, lang.Errorf("make folder for the attempt: %w", err)
	}
	cleanup = func() { _ = os.RemoveAll(temporary) } // one file in the temporary folder
	dir = filepath.Join(temporary, "attempt")
	answers := filepath.Join(dir, "answers", lab)
	if err = os.MkdirAll(answers, 0o700); err == nil {
		err = os.WriteFile(filepath.Join(answers, replay.FileName), content, 0o600)
	}
	if err != nil {
		cleanup()
		return "", nil, lang.Errorf("lay out the attempt: %w", err)
	}
	return dir, cleanup, nil
}
