package labs

import (
	"context"
	"errors"
	"fmt"

	"github.com/onsi/ginkgo/v2"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// Status says how a check ended. The values are those of the native record.
type Status string

// The statuses of a check.
const (
	Passed  Status = "passed"
	Failed  Status = "failed"
	Errored Status = "error"
	Blocked Status = "blocked"
)

// Finding is the result of one check.
type Finding struct {
	Task, Check string
	Points      int
	Status      Status
	Visibility  Visibility
	Verdict     expect.Verdict
	// Reaction is the hint that stands beside a check that failed, if there is one.
	Reaction Reaction
	// Err says why the check could not be made; set only if Status is Errored.
	Err error
}

// Attempt is what a lab is run against.
type Attempt interface {
	expect.Evidence
	// Begin does what has to be done before the checks of a task: in grading, it applies the answer and waits for the
	// cluster to settle. An error makes all checks of the task impossible.
	Begin(ctx context.Context, task string) error
	// Report takes the result of every check as soon as it is known.
	Report(Finding)
}

// EntryName is the name of the report entry that carries a check's Finding in Ginkgo's own reports.
const EntryName = "finding"

// Register declares the lab's specs with Ginkgo: one Ordered container whose tasks follow each other, each
// check a spec that carries its points as a label. A failed check does not keep the later ones from running.
func (l *Lab) Register(attempt Attempt) {
	ginkgo.Describe(l.ID, ginkgo.Ordered, ginkgo.ContinueOnFailure, func() {
		for _, task := range l.Tasks(attempt) {
			ginkgo.Context(task.ID, func() {
				begun := errNotBegun
				ginkgo.BeforeAll(func(ctx ginkgo.SpecContext) { begun = attempt.Begin(ctx, task.ID) })
				for _, check := range task.Checks {
					ginkgo.It(check.ID, ginkgo.Label(fmt.Sprintf("points:%d", check.Points)), func() {
						finding := task.react(task.run(check, begun), task.look)
						attempt.Report(finding)
						ginkgo.AddReportEntry(EntryName, finding.Points, ginkgo.ReportEntryVisibilityNever)
						announce(finding)
					})
				}
			})
		}
	})
}

var errNotBegun = errors.New("the task has not begun")

// announce tells Ginkgo what became of the check, in English, for those who run the suite with `go test`.
func announce(f Finding) {
	switch f.Status {
	case Passed:
	case Blocked:
		ginkgo.Skip(f.Verdict.English())
	case Errored:
		ginkgo.Fail("the check could not be made: " + f.Err.Error())
	case Failed:
		ginkgo.Fail(f.Verdict.English())
	}
}

// run makes one check.
func (t *Task) run(check *Check, begun error) Finding {
	finding := Finding{Task: t.ID, Check: check.ID, Points: check.Points, Visibility: check.Visibility}
	if begun != nil {
		finding.Status, finding.Err = Errored, begun
		return finding
	}
	blocked, verdict, err := t.blocked()
	switch {
	case err != nil:
		finding.Status, finding.Err = Errored, err
	case blocked:
		finding.Status, finding.Verdict = Blocked, verdict
	default:
		finding.Verdict, err = check.judge()
		finding.Status, finding.Err = statusOf(finding.Verdict, err)
	}
	return finding
}

func statusOf(verdict expect.Verdict, err error) (Status, error) {
	switch {
	case errors.Is(err, errFailed):
		return Failed, nil
	case err != nil:
		return Errored, err
	case !verdict.OK:
		return Errored, errors.New("the check expects nothing, so it cannot pass")
	}
	return Passed, nil
}

// stopped carries the end of a check out of its function.
type stopped struct{ err error }

func (c *Check) judge() (verdict expect.Verdict, err error) {
	judging := &Judging{stop: func(err error) { panic(stopped{err}) }}
	defer func() {
		verdict = judging.verdict
		switch cause := recover().(type) {
		case nil:
		case stopped:
			err = cause.err
		default:
			err = fmt.Errorf("the check panicked: %v", cause)
		}
	}()
	c.Judge(judging)
	return judging.verdict, nil
}

// blocked asks whether what the task needs was there at some moment.
func (t *Task) blocked() (bool, expect.Verdict, error) {
	for _, need := range t.Needs {
		_, met, err := t.History().First(need.Met)
		if err != nil {
			return false, expect.Verdict{}, err
		}
		if !met {
			return true, blockedBy(need), nil
		}
	}
	return false, expect.Verdict{}, nil
}

func blockedBy(need Need) expect.Verdict {
	return expect.Verdict{
		Expected: lang.M("task %s done first", need.Task), Actual: need.Missing,
		Why: lang.M("this check needs what task %s brings about", need.Task), Layer: explain.API, When: evidence.Moment{},
	}
}
