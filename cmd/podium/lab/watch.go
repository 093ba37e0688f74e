package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/cobra"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/cmd/podium/providers"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/graders/explain/report"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/live"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/run"
)

func newWatch(settings *ui.Settings, podium string) *cobra.Command {
	cmd := oneLab("watch", "Watch the tasks of a running lab turn green, with hints; without a terminal, a line per change", func(cmd *cobra.Command, s *session) error {
		if _, err := s.attach(cmd.Context()); err != nil {
			return err
		}
		return s.watch(cmd, settings, podium)
	})
	return cmd
}

// watch shows the lab until the learner leaves. After a reset it goes on with the new cluster.
func (s *session) watch(cmd *cobra.Command, settings *ui.Settings, podium string) error {
	printer, err := settings.Printer()
	if err != nil {
		return err
	}
	for {
		ending, err := s.watchOnce(cmd, settings, printer, podium)
		if err != nil {
			return err
		}
		switch ending {
		case live.Restart:
			continue
		case live.Submitted:
			return s.finish(cmd, settings, podium)
		}
		fmt.Fprintln(cmd.ErrOrStderr(), printer.Sprintf("%s keeps running. Come back with: podium lab watch %s", s.lab.ID, s.lab.ID))
		return nil
	}
}

func (s *session) watchOnce(cmd *cobra.Command, settings *ui.Settings, printer *lang.Printer, podium string) (live.Ending, error) {
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	options, err := s.liveOptions(ctx, printer, podium)
	if err != nil {
		return live.Left, err
	}
	lines := !ui.IsTerminal(cmd.OutOrStdout()) || !isInput(cmd.InOrStdin())
	if lines { // there is nothing else to see in them
		if err := s.unsealed(); err != nil {
			return live.Left, err
		}
	}
	records, err := s.records(ctx, options)
	if err != nil {
		return live.Left, exit.With(exit.Infrastructure, err, "see: podium doctor")
	}
	if lines {
		return live.Left, live.Lines(ctx, cmd.OutOrStdout(), printer, records)
	}
	shared := &fan{}
	beside := &boardBeside{session: s, printer: printer, records: shared}
	seen := shared.subscribe(ctx)
	go shared.spread(records)
	screen, err := live.New(ctx, live.Options{
		Lab: s.lab, Printer: printer, Records: seen, Store: s.progress(), Color: settings.Color(cmd.OutOrStdout()), Kubeconfig: s.kubeconfig(),
		Check:     func(ctx context.Context) (*result.Record, error) { return s.graded(ctx, options) },
		ResetTask: func(ctx context.Context, task string) (string, error) { return s.resetTask(ctx, printer, task) },
		Reset:     func(ctx context.Context) error { return s.reset(ctx, ui.NewProgress(io.Discard, printer)) },
		Board:     beside.open,
		Explain: func(ctx context.Context, task string, check result.Check, width int) (string, error) {
			return s.explain(ctx, printer, check, task, report.TextOptions{Color: settings.Color(cmd.OutOrStdout()), Width: width, ASCII: true})
		},
	})
	if err != nil {
		return live.Left, s.unreadable(err)
	}
	program := tea.NewProgram(screen, tea.WithContext(ctx), tea.WithInput(cmd.InOrStdin()), tea.WithOutput(ui.Behind(cmd.OutOrStdout())), tea.WithoutSignalHandler())
	if _, err := program.Run(); err != nil && !errors.Is(err, tea.ErrProgramKilled) {
		return live.Left, exit.With(exit.Infrastructure, lang.Errorf("draw on the terminal: %w", err), "podium lab watch "+s.lab.ID+" | cat")
	}
	if cmd.Context().Err() != nil {
		return live.Left, nil // the lab keeps running, however the screen was left
	}
	return screen.Ending(), screen.Err()
}

// isInput is true if keys can be read.
func isInput(in io.Reader) bool {
	file, ok := in.(*os.File)
	return ok && ui.IsTerminal(file)
}

// liveOptions are those of gradings of the running lab.
func (s *session) liveOptions(ctx context.Context, printer *lang.Printer, podium string) (run.LiveOptions, error) {
	running, err := s.attach(ctx)
	if err != nil {
		return run.LiveOptions{}, err
	}
	binary, err := os.Executable()
	if err != nil {
		return run.LiveOptions{}, exit.With(exit.Infrastructure, lang.Errorf("find own executable: %w", err), "")
	}
	return run.LiveOptions{
		Lab: s.lab, Cluster: running, Journal: s.journal(), Binary: binary, Language: printer.Tag(), Version: podium, Budgets: providers.Budgets(running.Kind()),
	}, nil
}

// progress is remembered outside of the cluster's folder: it outlives a reset of the cluster.
func (s *session) progress() live.Store {
	return live.Store{Path: filepath.Join(filepath.Dir(filepath.Dir(s.dir)), "progress", s.lab.ID+".json")}
}

// resetTask deletes what a task is about and says what that was.
func (s *session) resetTask(ctx context.Context, printer *lang.Printer, task string) (string, error) {
	running, err := s.attach(ctx)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, resetLimit)
	defer cancel()
	learner, err := clientcmd.BuildConfigFromFlags("", running.Credentials().Learner)
	if err != nil {
		return "", exit.With(exit.Infrastructure, lang.Errorf("read kubeconfig: %w", err), "")
	}
	deleted, err := run.ResetTask(ctx, running.KubernetesRestConfig(), learner, s.lab, task)
	if err != nil {
		return "", exit.With(exit.Infrastructure, lang.Errorf("reset task %s: %w", task, err), "podium lab reset "+s.lab.ID+" --yes")
	}
	if len(deleted) == 0 {
		return printer.Sprintf("%s: there was nothing to delete. Nodes stay as they are.", task), nil
	}
	return printer.Sprintf("%s: deleted %s. Nodes stay as they are.", task, strings.Join(deleted, ", ")), nil
}

// resetLimit bounds how long the objects of a task may take to go.
const resetLimit = time.Minute

func newReset(settings *ui.Settings) *cobra.Command {
	yes, task := false, ""
	cmd := oneLab("reset", "Delete a lab's cluster with everything in it and start it again, or only what one task is about", func(cmd *cobra.Command, s *session) error {
		printer, err := settings.Printer()
		if err != nil {
			return err
		}
		if task != "" {
			if !slices.Contains(s.lab.TaskIDs(), task) {
				return exit.With(exit.Usage, lang.Errorf("%s has no task %q", s.lab.ID, task), "see: podium labs")
			}
			said, err := s.resetTask(cmd.Context(), printer, task)
			if err == nil {
				fmt.Fprintln(cmd.OutOrStdout(), said)
			}
			return err
		}
		if !yes {
			return exit.With(exit.Usage, lang.Errorf("this deletes everything that was done in %s", s.lab.ID), "if you want that: podium lab reset "+s.lab.ID+" --yes")
		}
		progress := ui.NewProgress(cmd.ErrOrStderr(), printer)
		defer progress.Done()
		if err := s.reset(cmd.Context(), progress); err != nil {
			return err
		}
		fmt.Fprintln(cmd.OutOrStdout(), printer.Sprintf("%s begins again", s.lab.ID))
		return nil
	})
	cmd.Flags().BoolVar(&yes, "yes", false, "do it without asking")
	cmd.Flags().StringVar(&task, "task", "", "only delete what this task is about; nodes stay as they are")
	_ = cmd.RegisterFlagCompletionFunc("task", func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return tasksOf(args), cobra.ShellCompDirectiveNoFileComp
	})
	return cmd
}

// reset makes the cluster anew. An exam's clock goes on.
func (s *session) reset(ctx context.Context, progress *ui.Progress) error {
	exam, err := s.exam()
	if err != nil {
		return err
	}
	if err := s.reported(exam); err != nil {
		return err
	}
	provider := cmp.Or(providers.Of(s.dir), embedded.Kind)
	if _, err := s.stop(ctx, false); err != nil {
		return exit.With(exit.Infrastructure, lang.Errorf("reset %s: %w", s.lab.ID, err), "podium lab stop "+s.lab.ID)
	}
	_, err = s.start(ctx, provider, progress)
	return err
}
