package lab

import (
	"context"
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
	exam, err := s.exam()
	if err != nil {
		return err
	}
	id := s.lab.ID
	switch {
	case exam.Sealed() && exam.Length != length:
		return exit.Advise(exit.Usage, lang.Errorf("an exam of %s is under way: it began at %s and takes %s, not %s", id, clock(exam.Started), exam.Length.String(), length.String()),
			lang.M("go on with it: podium lab start %s; give it up without handing it in: podium lab stop %s --yes", id, id))
	case exam.Sealed():
		return nil // it is continued, and its time goes on
	case exam != nil:
		return exit.Advise(exit.Usage, lang.Errorf("the exam of %s was handed in at %s", id, clock(exam.Submitted)), lang.M("for another one: podium lab stop %s", id))
	case s.exists():
		return exit.Advise(exit.Usage, lang.Errorf("%s was started without a clock", id), lang.M("stop it first: podium lab stop %s", id))
	}
	return s.progress().Save(&live.Progress{Exam: &live.Exam{Started: time.Now().Round(0), Length: length}})
}

// sayExam is the state of an exam in a sentence; empty if there is none.
func (s *session) sayExam(printer *lang.Printer, exam *live.Exam) string {
	left := time.Duration(0)
	if exam.Sealed() {
		left = exam.Left(time.Now()).Truncate(time.Second)
	}
	switch {
	case exam == nil:
		return ""
	case !exam.Sealed():
		return printer.Sprintf("The exam of %s was handed in at %s.", s.lab.ID, clock(exam.Submitted))
	case left == 0:
		return printer.Sprintf("%s is an exam, and its time was up at %s.", s.lab.ID, clock(exam.Deadline()))
	}
	return printer.Sprintf("%s is an exam: %s left, until %s.", s.lab.ID, left.String(), clock(exam.Deadline()))
}

// nextInExam is what to type next: an exam can be handed in where its cluster runs.
func (s *session) nextInExam(printer *lang.Printer, exam *live.Exam, running bool) string {
	switch {
	case !running:
		return printer.Sprintf("Go on with it: podium lab start %s", s.lab.ID)
	case exam.Sealed():
		return printer.Sprintf("Hand it in: podium lab finish %s", s.lab.ID)
	}
	return printer.Sprintf("Its report: podium lab finish %s", s.lab.ID)
}

// ExamStatus is what is known about the exam of a lab.
type ExamStatus struct {
	Started  time.Time `json:"started"`
	Deadline time.Time `json:"deadline"`
	// Submitted is when it was handed in; as long as it is not, results are sealed.
	Submitted time.Time `json:"submitted,omitzero"`
	said      string
}

// String is the clock and what to type next, on two lines below the lab's own.
func (e *ExamStatus) String() string { return e.said }

// statusWithExam is the state of the cluster and of the exam.
func (s *session) statusWithExam(ctx context.Context, printer *lang.Printer) (Status, error) {
	status := s.status(ctx)
	exam, err := s.exam()
	if err != nil || exam == nil {
		return status, err
	}
	status.Exam = &ExamStatus{
		Started: exam.Started, Deadline: exam.Deadline(), Submitted: exam.Submitted,
		said: "       " + s.sayExam(printer, exam) + "\n       " + s.nextInExam(printer, exam, status.State == stateRunning),
	}
	return status, nil
}

func clock(at time.Time) string { return at.Local().Format("15:04:05") }

func newFinish(settings *ui.Settings, podium string) *cobra.Command {
	return oneLab("finish", "Hand in an exam and print its report", func(cmd *cobra.Command, s *session) error {
		return s.finish(cmd, settings, podium)
	})
}

// finish hands in, once, and prints the report of what had been done by then or by the deadline, whichever came first.
func (s *session) finish(cmd *cobra.Command, settings *ui.Settings, podium string) error {
	printer, err := settings.Printer()
	if err != nil {
		return err
	}
	progress, err := s.progress().Load()
	if err != nil {
		return exit.With(exit.Infrastructure, err, "")
	}
	if progress.Exam == nil {
		return exit.Advise(exit.Usage, lang.Errorf("%s is not an exam", s.lab.ID), lang.M("how far you are: podium lab check %s", s.lab.ID))
	}
	if progress.Exam.Sealed() {
		progress.Exam.Submitted = earlier(time.Now().Round(0), progress.Exam.Deadline())
		if err := s.progress().Save(progress); err != nil {
			return exit.With(exit.Infrastructure, err, "")
		}
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
