package lab

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/cmd/podium/report"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/live"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/run"
)

// beginExam starts the clock, unless it is running already.
func (s *session) beginExam(length time.Duration) error {
	progress, err := s.progress().Load()
	if err != nil {
		return exit.With(exit.Infrastructure, err, "")
	}
	switch {
	case progress.Exam.Sealed():
		return nil // it is continued, and its time goes on
	case progress.Exam != nil:
		return exit.With(exit.Usage, lang.Errorf("the exam of %s was handed in at %s", s.lab.ID, progress.Exam.Submitted.Local().Format("15:04:05")),
			"for another one: podium lab stop "+s.lab.ID)
	case s.exists():
		return exit.With(exit.Usage, lang.Errorf("%s was started without a clock", s.lab.ID), "stop it first: podium lab stop "+s.lab.ID)
	}
	return s.progress().Save(&live.Progress{Exam: &live.Exam{Started: time.Now().Round(0), Length: length}})
}

// unsealed refuses to show results of an exam that is going on.
func (s *session) unsealed() error {
	progress, err := s.progress().Load()
	if err != nil {
		return exit.With(exit.Infrastructure, err, "")
	}
	if progress.Exam.Sealed() {
		return exit.With(exit.Usage, lang.Errorf("%s is an exam: there are no results before it is handed in", s.lab.ID), "hand it in: podium lab finish "+s.lab.ID)
	}
	return nil
}

func newFinish(settings *ui.Settings, podium string) *cobra.Command {
	return oneLab("finish", "Hand in an exam and print its report", func(cmd *cobra.Command, s *session) error {
		return s.finish(cmd, settings, podium)
	})
}

// finish hands in, once, and prints the report of what had been done by then or by the deadline, whichever came first.
func (s *session) finish(cmd *cobra.Command, settings *ui.Settings, podium string) error {
	progress, err := s.progress().Load()
	if err != nil {
		return exit.With(exit.Infrastructure, err, "")
	}
	if progress.Exam == nil {
		return exit.With(exit.Usage, lang.Errorf("%s is not an exam", s.lab.ID), "how far you are: podium lab check "+s.lab.ID)
	}
	if progress.Exam.Sealed() {
		progress.Exam.Submitted = earlier(time.Now().Round(0), progress.Exam.Deadline())
		if err := s.progress().Save(progress); err != nil {
			return exit.With(exit.Infrastructure, err, "")
		}
	}
	printer, err := settings.Printer()
	if err != nil {
		return err
	}
	options, err := s.liveOptions(cmd.Context(), printer, podium)
	if err != nil {
		return err
	}
	options.Until = progress.Exam.Submitted
	record, err := run.Live(cmd.Context(), options)
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	if err := report.Print(out, result.Set{record}, report.Options{Format: "text", Printer: printer, Color: settings.Color(out)}); err != nil {
		return err
	}
	return report.ExitCode(result.Set{record}, 0)
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
