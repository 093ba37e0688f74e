package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/ginkgo/v2/formatter"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs"
)

// runSuite runs the lab's specs in this process. Ginkgo allows one suite per process, which is all a grader needs.
func runSuite(ctx context.Context, lab *labs.Lab, attempt *attempt, log io.Writer) error {
	lab.Register(attempt)
	stopped := context.AfterFunc(ctx, func() { ginkgo.AbortSuite("the grading was called off") })
	defer stopped()
	suite, reporter := ginkgo.GinkgoConfiguration()
	suite.RandomizeAllSpecs, suite.RandomSeed = false, 1
	suite.FailOnPending, suite.FailOnEmpty = true, true
	suite.Timeout = time.Hour // the parent keeps the clock
	reporter.NoColor, reporter.Succinct = true, true
	formatter.ColorableStdOut, formatter.ColorableStdErr = log, log
	ginkgo.RunSpecs(ignoreFailure{}, lab.ID, suite, reporter)
	return ctx.Err()
}

// ignoreFailure is what Ginkgo tells that the suite failed: for a grading that is a result, not an error.
type ignoreFailure struct{}

// Fail does nothing.
func (ignoreFailure) Fail() {}

// Report implements labs.Attempt: it sends the result of a check to the parent.
func (a *attempt) Report(f labs.Finding) {
	took := time.Since(a.checked)
	a.checked = time.Now()
	if err := errors.Join(a.send(f, took), a.events.phase("checks", took)); err != nil {
		ginkgo.Fail(fmt.Sprintf("report %s/%s: %s", f.Task, f.Check, err))
	}
}

// send puts the result of a check into words.
func (a *attempt) send(f labs.Finding, took time.Duration) error {
	if f.Reaction.Err != nil {
		fmt.Fprintln(a.log, f.Reaction.Err)
	}
	check := recordCheck(f, a.printer)
	check.DurationMS = took.Milliseconds()
	if text, err := a.lab.TaskText(a.printer.Tag(), f.Task); err == nil {
		check.Title = text.Checks[f.Check]
	}
	return a.events.send(Event{Task: f.Task, Check: &check})
}

// recordCheck renders a finding in the language of the record.
func recordCheck(f labs.Finding, printer *lang.Printer) result.Check {
	v := f.Verdict
	check := result.Check{ID: f.Check, Title: f.Check, Status: result.Status(f.Status), MaxPoints: f.Points,
		Expected: printer.Say(v.Expected), Actual: printer.Say(v.Actual), Visibility: string(f.Visibility)}
	if f.Err != nil {
		check.Actual = f.Err.Error()
	}
	if why := printer.Say(v.Why); why != "" {
		check.Why = &why
	}
	if v.Layer != "" {
		layer := string(v.Layer)
		check.Layer = &layer
	}
	if !v.When.IsZero() && f.Status != labs.Passed { // no moment decides about what held throughout
		check.When = &result.Moment{Time: v.When.At, ResourceVersion: fmt.Sprint(v.When.RV)}
		if v.When.Kind != "" {
			check.When.Object = v.When.Kind + "/" + v.When.Name
		}
	}
	if said := printer.Say(f.Reaction.Said); said != "" {
		check.Hint = &result.Hint{ID: f.Reaction.Hint, Text: said}
	}
	return check
}
