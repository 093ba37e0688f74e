// Package board is the command that shows a lab, or a recorded attempt, as a local web page.
package board

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/cmd/podium/lab"
	labscmd "github.com/podium-labs/podium/cmd/podium/labs"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/graders/board"
	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
)

// flags are what the command line may say.
type flags struct {
	journal string
	port    int
	open    bool
}

// NewCommand returns "podium board".
func NewCommand(settings *ui.Settings, podium string) *cobra.Command {
	var f flags
	cmd := &cobra.Command{
		Use: "board [LAB]", Short: "Show a running lab, or a recorded attempt, as a local web page",
		Long: `Show the cluster of a running lab as a web page for this machine only: nodes, the Pods
that move onto them, the score, and a timeline on which the whole attempt can be seen again.
With --journal, show an attempt that was recorded earlier; LAB then only adds its tasks.`,
		Args: cobra.MaximumNArgs(1), ValidArgsFunction: labscmd.Complete,
	}
	cmd.Flags().StringVar(&f.journal, "journal", "", "show this recorded history.jsonl instead of a running lab")
	cmd.Flags().IntVar(&f.port, "port", 0, "port on 127.0.0.1 (default: any free one)")
	cmd.Flags().BoolVar(&f.open, "open", false, "open the page in your browser")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		printer, err := settings.Printer()
		if err != nil {
			return err
		}
		options, err := f.options(cmd.Context(), args, printer, podium)
		if err != nil {
			return err
		}
		if f.journal != "" && isCutOff(f.journal) {
			fmt.Fprintln(cmd.ErrOrStderr(), printer.Sprintf("The last line of %s is cut off; what comes before it is shown.", f.journal))
		}
		if f.journal == "" {
			if err := lab.Unsealed(options.Lab); err != nil {
				fmt.Fprintln(cmd.ErrOrStderr(), printer.Err(err)) // the cluster is shown, scores are not
			}
		}
		return show(cmd, options, f.open)
	}
	return cmd
}

// options says what is to be shown.
func (f flags) options(ctx context.Context, args []string, printer *lang.Printer, podium string) (board.Options, error) {
	options := board.Options{Words: printer, Port: f.port}
	if f.port < 0 || f.port > 65535 {
		return options, exit.With(exit.Usage, lang.Errorf("there is no port %s", strconv.Itoa(f.port)), "choose --port from 1024 to 65535, or leave it out")
	}
	if f.journal != "" {
		return f.replay(options, args)
	}
	if len(args) == 0 {
		id, err := lab.OnlyRunning(ctx)
		if err != nil {
			return options, err
		}
		args = []string{id}
	}
	running, err := lab.Attach(ctx, args[0])
	if err != nil {
		return options, err
	}
	options.Lab, options.Journal, options.Live = running.Lab, running.Journal, true
	options.Scores = func(ctx context.Context) (<-chan *result.Record, error) {
		return running.Records(ctx, printer, podium)
	}
	return options, nil
}

func (f flags) replay(options board.Options, args []string) (board.Options, error) {
	options.Journal = f.journal
	if info, err := os.Stat(f.journal); err != nil || info.IsDir() {
		return options, exit.With(exit.Usage, lang.Errorf("there is no recorded history %s", f.journal), "name a history.jsonl")
	}
	if err := readable(f.journal); err != nil {
		return options, exit.With(exit.Usage, err, "name the history.jsonl of an attempt")
	}
	if len(args) == 1 {
		known, err := labscmd.Find(args[0])
		if err != nil {
			return options, err
		}
		options.Lab = known
	}
	return options, nil
}

// readable refuses a file that has nothing to show. Its last line may be cut off: that is what a killed recorder leaves.
func readable(journal string) error {
	file, err := os.Open(journal)
	if err != nil {
		return lang.Errorf("open recorded history: %w", err)
	}
	defer file.Close() // only read
	history, err := evidence.ReadJournal(file)
	switch {
	case err != nil:
		return lang.Errorf("%s is no recorded history: %w", journal, err)
	case len(history.Versions()) == 0:
		return lang.Errorf("%s is no recorded history: there is no whole entry in it", journal)
	}
	return nil
}

// isCutOff is true if a file does not end with the end of a line.
func isCutOff(name string) bool {
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	defer file.Close() // only read
	last := make([]byte, 1)
	if _, err := file.Seek(-1, io.SeekEnd); err != nil {
		return false
	}
	_, err = file.Read(last)
	return err == nil && last[0] != '\n'
}

// show serves the page until Ctrl-C, which is how one leaves it.
func show(cmd *cobra.Command, options board.Options, open bool) error {
	ctx := cmd.Context()
	b, err := board.Listen(ctx, options)
	if err != nil {
		return exit.With(exit.Infrastructure, err, "choose another --port")
	}
	fmt.Fprintln(cmd.OutOrStdout(), b.URL())
	fmt.Fprintln(cmd.ErrOrStderr(), options.Words.Sprintf("Open this address in a browser on this machine; Ctrl-C closes the board."))
	if open {
		if err := ui.OpenBrowser(ctx, b.URL()); err != nil {
			fmt.Fprintln(cmd.ErrOrStderr(), "podium:", options.Words.Err(err))
		}
	}
	if err := b.Serve(ctx); err != nil {
		return exit.With(exit.Infrastructure, err, "")
	}
	return nil
}
