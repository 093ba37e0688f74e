// Package app puts Podium's commands together and turns what they return into an exit code.
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/podium-labs/podium/cmd/podium/answer"
	"github.com/podium-labs/podium/cmd/podium/batch"
	"github.com/podium-labs/podium/cmd/podium/board"
	"github.com/podium-labs/podium/cmd/podium/controlplane"
	"github.com/podium-labs/podium/cmd/podium/doctor"
	"github.com/podium-labs/podium/cmd/podium/exit"
	explaincmd "github.com/podium-labs/podium/cmd/podium/explain"
	"github.com/podium-labs/podium/cmd/podium/export"
	"github.com/podium-labs/podium/cmd/podium/grade"
	"github.com/podium-labs/podium/cmd/podium/grader"
	"github.com/podium-labs/podium/cmd/podium/help"
	"github.com/podium-labs/podium/cmd/podium/images"
	"github.com/podium-labs/podium/cmd/podium/lab"
	"github.com/podium-labs/podium/cmd/podium/labs"
	"github.com/podium-labs/podium/cmd/podium/recorder"
	"github.com/podium-labs/podium/cmd/podium/replay"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/cmd/podium/verify"
	"github.com/podium-labs/podium/cmd/podium/version"
	"github.com/podium-labs/podium/graders/lang"
)

// Streams are what a program reads and writes: results go to Out, progress and errors to Err.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Main runs podium with these arguments, the first of which is the program's own name, and returns its exit code.
func Main(podium string, args []string, streams Streams) int {
	if filepath.Base(args[0]) == lab.KubectlName {
		return lab.Kubectl(args[1:])
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	out := ui.NewOutput(streams.Out)
	streams.Out = out
	root := New(podium, streams)
	root.SetArgs(args[1:])
	words := language(args[1:])
	help.Translate(root, words.Tag())
	command, err := root.ExecuteContextC(ctx)
	if ctx.Err() != nil && err != nil && exit.Code(err) == exit.Interrupted { // what goes on without us says so itself
		explain(streams.Err, words, command.CommandPath(), err)
		return exit.Interrupted
	}
	if ctx.Err() != nil && err == nil {
		return exit.Interrupted // it was there to be left, and has said what goes on without it
	}
	if ctx.Err() != nil {
		fmt.Fprintln(streams.Err, words.Sprintf("podium: interrupted; what had been started is gone"))
		return exit.Interrupted
	}
	if broken := out.Err(); broken != nil && (err == nil || errors.Is(err, broken)) {
		err = exit.With(exit.Infrastructure, lang.Errorf("write standard output: %w", broken), "nothing is wrong with the command: make room, or send its output elsewhere")
	}
	explain(streams.Err, words, command.CommandPath(), err)
	return exit.Code(err)
}

// New returns the root command with all others below it.
func New(podium string, streams Streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "podium",
		Short: "Kubernetes labs on a real cluster, graded by what really happened",
		Long: `Podium sets up a Kubernetes lab on a real control plane, lets you work on it with plain
kubectl, and grades what happened: every version of every object and every request.

Exit codes: 0 done or graded, 1 below --min-score, 2 wrong usage,
3 infrastructure (no points lost), 4 invalid submission, 130 interrupted.`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	ui.Group(root)
	root.SetIn(streams.In)
	root.SetOut(streams.Out)
	root.SetErr(streams.Err)
	settings := ui.AddFlags(root)
	root.PersistentPreRunE = func(*cobra.Command, []string) error { return settings.Check() }
	pflag.CommandLine.VisitAll(func(f *pflag.Flag) { f.Hidden = true }) // Kubernetes' libraries add flags of their own there
	root.AddCommand(
		labs.NewCommand(settings), lab.NewCommand(settings, podium), board.NewCommand(settings, podium), explaincmd.NewCommand(settings),
		lab.NewSubmit(settings, podium), replay.NewCommand(settings, podium), grade.NewCommand(settings, podium), batch.NewCommand(settings, podium), batch.NewWorker(podium),
		verify.NewCommand(settings, podium), doctor.NewCommand(settings), images.NewCommand(settings), version.NewCommand(settings, podium),
		export.NewCommand(), controlplane.NewCommand(), recorder.NewCommand(), grader.NewCommand(), answer.NewCommand(),
	)
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.HasSubCommands() && cmd.RunE == nil {
			ui.Group(cmd) // cobra's own answer everything with their help
		}
	}
	return root
}

// explain prints an error and what to do about it.
func explain(out io.Writer, words *lang.Printer, command string, err error) {
	if err == nil || err.Error() == "" {
		return
	}
	fmt.Fprintln(out, "podium:", words.Err(usage(err)))
	if known, ok := errors.AsType[*exit.Error](err); ok {
		if next := known.Advice(words); next != "" {
			fmt.Fprintln(out, "        "+next)
		}
		return
	}
	fmt.Fprintln(out, "        "+words.Advice("see: "+command+" --help"))
}
