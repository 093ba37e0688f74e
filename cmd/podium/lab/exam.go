package lab

import (
	"context"
	"fmt"
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

// mayBegin refuses an exam of this length beside what there is already; fresh is false if one is under way, whose time goes on.
func (s *session) mayBegin(length time.Duration) (fresh bool, err error) {
	exam, err := s.exam()
	if err != nil {
		return false, err
	}
	id := s.lab.ID
	switch {
	case exam.Sealed() && exam.Length != length:
		return false, exit.Advise(exit.Usage, lang.Errorf("an exam of %s is under way: it began at %s and takes %s, not %s", id, clock(exam.Started), exam.Length.String(), length.String()),
			lang.M("go on with it: podium lab start %s; give it up without handing it in: podium lab stop %s --yes", id, id))
	case exam.Sealed():
		return false, nil
	case exam != nil:
		return false, exit.Advise(exit.Usage, lang.Errorf("the exam of %s was handed in at %s", id, clock(exam.Submitted)), lang.M("for another one: podium lab stop %s", id))
	case s.exists():
		return false, exit.Advise(exit.Usage, lang.Errorf("%s was started without a clock", id), lang.M("stop it first: podium lab stop %s", id))
	}
	return true, nil
}

// beginExam starts the clock. What was noted before stays: hints and solutions that were shown are known whatever comes after.
func (s *session) beginExam(length time.Duration) error {
	progress, err := s.progress().Load()
	if err != nil {
		return s.unreadable(err)
	}
	progress.Exam = &live.Exam{Started: time.Now().Round(0), Length: length}
	if err := s.progress().Save(progress); err != nil {
		return exit.With(exit.Infrastructure, err, "")
	}
	return nil
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
	case !running && exam.Sealed():
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

// statusWithProgress is the state of the cluster and of the exam, and what was looked at.
func (s *session) statusWithProgress(ctx context.Context, printer *lang.Printer) (Status, error) {
	status := s.status(ctx)
	progress, err := s.progress().Load()
	if err != nil {
		return status, s.unreadable(err)
	}
	status.Solutions = progress.Solutions
	exam := progress.Exam
	if exam == nil {
		return status, nil
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

// finish hands in, once, and prints the report of what had been done by then or by the deadline, whichever came first. The report is
// kept: whoever asks again, even when the cluster is gone, gets the same.
func (s *session) finish(cmd *cobra.Command, settings *ui.Settings, podium string) error {
	printer, err := settings.Printer()
	if err != nil {
		return err
	}
	progress, err := s.progress().Load()
	if err != nil {
		return s.unreadable(err)
	}
	record, err := s.report(cmd, progress.Exam, printer, podium)
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	if err := report.Print(out, result.Set{record}, report.Options{Format: "text", Printer: printer, Color: settings.Color(out)}); err != nil {
		return err
	}
	return report.ExitCode(result.Set{record}, 0)
}

// report is the kept one, or that of an exam that is handed in with this.
func (s *session) report(cmd *cobra.Command, exam *live.Exam, printer *lang.Printer, podium string) (*result.Record, error) {
	last, err := s.final(exam)
	if err != nil {
		return nil, err
	}
	if last == nil {
		return s.handIn(cmd.Context(), exam, printer, podium)
	}
	fmt.Fprintln(cmd.ErrOrStderr(), printer.Sprintf("the report of the exam that was handed in at %s", last.Exam.Submitted.Local().Format(time.DateTime)))
	return last.record()
}

// handIn ends an exam where it can be graded and nowhere else: what cannot be graded now is not handed in.
func (s *session) handIn(ctx context.Context, exam *live.Exam, printer *lang.Printer, podium string) (*result.Record, error) {
	if exam == nil {
		return nil, exit.Advise(exit.Usage, lang.Errorf("%s is not an exam", s.lab.ID), lang.M("how far you are: podium lab check %s", s.lab.ID))
	}
	options, err := s.liveOptions(ctx, printer, podium)
	if err != nil {
		return nil, err
	}
	if exam.Sealed() {
		if exam, err = s.submitted(); err != nil {
			return nil, err
		}
	}
	options.Until = exam.Submitted
	record, err := run.Live(ctx, options)
	if err == nil && record.Score != nil {
		err = s.keepFinal(exam, record)
	}
	return record, err
}

// submitted notes that the exam is over, now or when its time was up.
func (s *session) submitted() (*live.Exam, error) {
	progress, err := s.progress().Load() // again: a screen may have noted something since
	if err != nil {
		return nil, s.unreadable(err)
	}
	progress.Exam.Submitted = earlier(time.Now().Round(0), progress.Exam.Deadline())
	if err := s.progress().Save(progress); err != nil {
		return nil, exit.With(exit.Infrastructure, err, "")
	}
	return progress.Exam, nil
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
