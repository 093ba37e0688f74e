package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/podium-labs/podium/cmd/podium/exit"
	labscmd "github.com/podium-labs/podium/cmd/podium/labs"
	"github.com/podium-labs/podium/cmd/podium/providers"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/graders/lang"
)

func newStop(settings *ui.Settings) *cobra.Command {
	keep, yes := false, false
	cmd := &cobra.Command{
		Use: "stop [LAB]", Short: "Stop a lab, or all labs, and delete its cluster", Args: cobra.MaximumNArgs(1), ValidArgsFunction: labscmd.Complete,
	}
	cmd.Flags().BoolVar(&keep, "keep", false, "keep the cluster's data and history, so that start goes on with it")
	cmd.Flags().BoolVar(&yes, "yes", false, "give up an exam that was not handed in")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			args = labscmd.IDs()
		}
		printer, err := settings.Printer()
		if err != nil {
			return err
		}
		var exams []string
		for _, id := range args {
			s, err := openSession(id)
			if err != nil {
				return err
			}
			sealed, err := s.stopOrKeep(cmd, printer, keep, yes)
			if err != nil {
				return err
			}
			if sealed {
				exams = append(exams, id)
			}
		}
		return keeps(exams)
	}
	return cmd
}

// stopOrKeep stops a lab, unless that would end an exam that nobody gave up; sealed is true then.
func (s *session) stopOrKeep(cmd *cobra.Command, printer *lang.Printer, keep, yes bool) (sealed bool, err error) {
	if !keep && !yes {
		exam, err := s.exam()
		if err != nil {
			return false, err
		}
		if exam.Sealed() && s.exists() {
			return true, nil
		}
		if err := s.reported(exam); err != nil {
			return false, err
		}
	}
	said, err := s.stop(cmd.Context(), keep)
	if err != nil {
		return false, exit.With(exit.Infrastructure, lang.Errorf("stop %s: %w", s.lab.ID, err), providers.Next(err, ""))
	}
	out := cmd.OutOrStdout()
	fmt.Fprintln(out, printer.Say(said))
	if keep {
		return false, nil
	}
	reported, err := s.forget(yes)
	if reported && err == nil {
		fmt.Fprintln(out, printer.Sprintf("The report of its exam stays: podium lab finish %s", s.lab.ID))
	}
	return false, err
}

// stop ends the cluster and says what became of it.
func (s *session) stop(ctx context.Context, keep bool) (lang.Message, error) {
	if s.status(ctx).State == stateStopped {
		return s.clear(ctx)
	}
	if err := providers.End(ctx, s.live(nil), keep); err != nil {
		return lang.Message{}, err
	}
	if keep {
		return lang.M("%s stopped; podium lab start %s goes on with it", s.lab.ID, s.lab.ID), nil
	}
	return lang.M("%s stopped and deleted", s.lab.ID), s.remove(ctx)
}

// clear looks whether a start was killed, which leaves something though nothing ever ran.
func (s *session) clear(ctx context.Context) (lang.Message, error) {
	cleared, err := providers.ClearUnfinished(ctx, s.live(nil))
	if err != nil {
		return lang.Message{}, err
	}
	if !cleared {
		return lang.M("%s is not running", s.lab.ID), nil
	}
	return lang.M("%s was never ready; what was left of its start is deleted", s.lab.ID), s.remove(ctx)
}

// keeps says which exams go on, because they were not handed in.
func keeps(exams []string) error {
	id := "LAB"
	switch len(exams) {
	case 0:
		return nil
	case 1:
		id = exams[0]
	}
	return exit.Advise(exit.Usage, lang.Errorf("the exam of %s was not handed in, and what was done in it would be deleted", strings.Join(exams, ", ")),
		lang.M("hand it in: podium lab finish %s; stop and go on later: podium lab stop %s --keep; give it up: podium lab stop %s --yes", id, id, id))
}

// forget ends an exam for good: without its cluster nothing can be handed in. Hints and solutions that were shown stay noted. reported
// is true if it has a report, which stays. What cannot be read is removed where somebody said yes to that.
func (s *session) forget(yes bool) (reported bool, err error) {
	progress, err := s.progress().Load()
	switch {
	case err != nil && yes:
		err = s.progress().Remove()
	case err != nil:
		return false, s.unreadable(err)
	case progress.Exam != nil:
		last, unreadable := s.final(progress.Exam)
		reported = unreadable == nil && last != nil
		progress.Exam = nil
		err = s.progress().Save(progress)
	}
	if err != nil {
		return reported, exit.With(exit.Infrastructure, err, "")
	}
	return reported, nil
}

// remove deletes the cluster's folder. The process has let go of it, but may still be writing its last lines.
func (s *session) remove(ctx context.Context) error {
	var last error
	err := wait.PollUntilContextTimeout(ctx, removePoll, removeLimit, true, func(context.Context) (bool, error) {
		last = os.RemoveAll(s.dir)
		return last == nil, nil
	})
	return errors.Join(err, last)
}

// How long the last lines of a control plane may take.
const (
	removePoll  = 20 * time.Millisecond
	removeLimit = 5 * time.Second
)
