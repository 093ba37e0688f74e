package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/podium-labs/podium/cmd/podium/exit"
	labscmd "github.com/podium-labs/podium/cmd/podium/labs"
	"github.com/podium-labs/podium/cmd/podium/providers"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/fixtures/kind"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/run"
)

func newStart(settings *ui.Settings, podium string) *cobra.Command {
	var provider *string
	var exam time.Duration
	plain := false
	cmd := oneLab("start", "Start a lab, or continue it where it was left", func(cmd *cobra.Command, s *session) error {
		if err := providers.Check(*provider); err != nil {
			return err
		}
		printer, err := settings.Printer()
		if err != nil {
			return err
		}
		begins := false
		if cmd.Flags().Changed("exam") {
			if exam < time.Minute {
				return exit.With(exit.Usage, lang.Errorf("--exam must be a minute or longer, not %s", exam), "for example: --exam 60m")
			}
			if begins, err = s.mayBegin(exam); err != nil {
				return err
			}
		}
		progress := ui.NewProgress(cmd.ErrOrStderr(), printer)
		continued, err := s.start(cmd.Context(), *provider, progress)
		progress.Done()
		if err == nil && begins { // the clock runs from where somebody can work, and not for a cluster that did not start
			err = s.beginExam(exam)
		}
		if err != nil {
			return err
		}
		if err := s.welcome(cmd.OutOrStdout(), printer, continued); err != nil || plain || !ui.IsTerminal(cmd.OutOrStdout()) || !isInput(cmd.InOrStdin()) {
			return err
		}
		return s.watch(cmd, settings, podium)
	})
	cmd.Flags().DurationVar(&exam, "exam", 0, "start it as an exam of this length: a clock, no hints, no results before it is handed in")
	cmd.Flags().BoolVar(&plain, "plain", false, "only start it: do not watch it on this terminal")
	provider = providers.AddFlag(cmd)
	return cmd
}

// start brings the lab's cluster up and puts the fixture there. continued is true if there was one already.
func (s *session) start(ctx context.Context, provider string, progress *ui.Progress) (continued bool, err error) {
	running, err := providers.Attach(ctx, s.live(progress))
	if errors.Is(err, embedded.ErrStarting) {
		return false, exit.With(exit.Infrastructure, lang.Errorf("%s is being started by another command", s.lab.ID), "wait a moment and try again")
	}
	continued = s.exists()
	if errors.Is(err, cluster.ErrNotRunning) {
		running, err = s.create(ctx, provider, progress)
	}
	if err != nil {
		return continued, err
	}
	progress.Step(lang.M("%s: tasks", s.lab.ID))
	config, err := clientcmd.BuildConfigFromFlags("", running.Credentials().Admin)
	if err != nil {
		return continued, exit.With(exit.Infrastructure, lang.Errorf("read kubeconfig: %w", err), "")
	}
	limited, cancel := context.WithTimeout(ctx, providers.Budgets(running.Kind()).WithDefaults().Fixture)
	defer cancel()
	if err := run.ApplyFixture(limited, config, s.lab); err != nil {
		return continued, exit.With(exit.Infrastructure, err, "start afresh: podium lab stop "+s.lab.ID)
	}
	return continued, s.chooseNamespace()
}

// chooseNamespace makes the lab's namespace the default of the learner's kubeconfig, so that no command needs -n.
func (s *session) chooseNamespace() error {
	config, err := clientcmd.LoadFromFile(s.kubeconfig())
	if err == nil {
		for _, c := range config.Contexts {
			c.Namespace = s.lab.Namespace()
		}
		err = clientcmd.WriteToFile(*config, s.kubeconfig())
	}
	if err != nil {
		return exit.With(exit.Infrastructure, lang.Errorf("write kubeconfig: %w", err), "")
	}
	return nil
}

func (s *session) create(ctx context.Context, provider string, progress *ui.Progress) (providers.Live, error) {
	fresh := !s.exists()
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return nil, exit.With(exit.Infrastructure, lang.Errorf("make state folder: %w", err), "set XDG_STATE_HOME to a folder that you can write to")
	}
	running, err := providers.Create(ctx, provider, s.live(progress))
	if err != nil {
		if fresh {
			err = errors.Join(err, os.RemoveAll(s.dir))
		}
		examine := "see: podium doctor"
		if provider == kind.Kind {
			examine += " --provider kind"
		}
		return nil, exit.With(exit.Infrastructure, err, providers.Next(err, examine))
	}
	return running, nil
}

// welcome says what to do and how to reach the cluster.
func (s *session) welcome(out io.Writer, printer *lang.Printer, continued bool) error {
	intro, err := s.lab.Intro(printer.Tag())
	if err != nil {
		return err
	}
	tasks, err := labscmd.Tasks(s.lab, printer.Tag())
	if err != nil {
		return err
	}
	if continued {
		fmt.Fprintln(out, printer.Sprintf("%s goes on where it was left.", s.lab.ID))
	}
	fmt.Fprintf(out, "%s  %s (%d)\n\n%s\n\n", s.lab.ID, intro.Title, s.lab.Points(), intro.Body)
	if err := labscmd.PrintTasks(out, tasks); err != nil {
		return err
	}
	exam, err := s.exam()
	if err != nil {
		return err
	}
	if exam != nil {
		fmt.Fprintf(out, "\n%s\n", s.sayExam(printer, exam))
	}
	typed, err := s.typed()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "\n%s\n\n%s\n\n%s\n%s\n", printer.Sprintf("Work on it with kubectl:"), typed,
		printer.Sprintf("No kubectl? This opens a shell that has one:   podium lab shell %s", s.lab.ID), strings.Join(s.ways(printer, exam.Sealed()), "\n"))
	return err
}

// typed are the commands with which a terminal reaches the cluster, and podium itself if it was called by its path.
func (s *session) typed() (string, error) {
	typed := []string{"  export KUBECONFIG=" + ui.Quote(s.kubeconfig())}
	if _, err := exec.LookPath(ownName); err != nil {
		binary, err := os.Executable()
		if err != nil {
			return "", exit.With(exit.Infrastructure, lang.Errorf("find own executable: %w", err), "")
		}
		typed = append(typed, "  export PATH="+ui.Quote(filepath.Dir(binary))+":$PATH")
	}
	return strings.Join(append(typed, "  kubectl get nodes"), "\n"), nil
}

// ways are the commands to go on with.
func (s *session) ways(printer *lang.Printer, sealed bool) []string {
	if sealed {
		return []string{
			printer.Sprintf("What a task asks for:                          podium lab task %s TASK", s.lab.ID),
			printer.Sprintf("How much time is left:                         podium lab status %s", s.lab.ID),
			printer.Sprintf("Hand it in, and get the report:                podium lab finish %s", s.lab.ID),
		}
	}
	return []string{
		printer.Sprintf("What a task asks for, and hints:               podium lab task %s TASK", s.lab.ID),
		printer.Sprintf("How far you are:                               podium lab check %s", s.lab.ID),
		printer.Sprintf("Done for good (this deletes the cluster):      podium lab stop %s", s.lab.ID),
	}
}
