package batch

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/graders/batch"
	"github.com/podium-labs/podium/graders/batch/progress"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
)

// show lets the batch tell what is going on. The returned function ends that.
func (f *flags) show(cmd *cobra.Command, printer *lang.Printer, options *batch.Options) func() error {
	nothing := func() error { return nil }
	if *f.output == "json" {
		stream := progress.NewStream(cmd.OutOrStdout())
		options.Progress = stream.Take
		return stream.Close
	}
	if !ui.IsTerminal(cmd.ErrOrStderr()) {
		options.Progress = progress.NewLines(cmd.ErrOrStderr(), printer, time.Now).Take
		return nothing
	}
	screen := progress.Open(cmd.Context(), cmd.ErrOrStderr(), printer)
	options.Progress = screen.Take
	return screen.Close
}

// foresee prints what a run would do.
func (f *flags) foresee(cmd *cobra.Command, printer *lang.Printer, options batch.Options) error {
	plan, err := batch.Foresee(cmd.Context(), options)
	if err != nil {
		return exit.With(exit.Infrastructure, err, "")
	}
	out := cmd.OutOrStdout()
	if *f.output == "json" {
		return json.NewEncoder(out).Encode(plan)
	}
	for _, step := range plan.Todo {
		fmt.Fprintf(out, "%s  %s  %s  %s\n", step.Item.ID, step.Item.Lab, result.Clean(step.Source), step.Reason)
	}
	fmt.Fprintln(out, printer.Sprintf("to grade: %d, done: %d, at the same time: %d", len(plan.Todo), plan.Done, options.Jobs))
	return tellChanged(cmd, printer, plan)
}

func tellChanged(cmd *cobra.Command, printer *lang.Printer, plan *batch.Plan) error {
	if plan == nil || len(plan.Changed) == 0 {
		return nil
	}
	_, err := fmt.Fprintln(cmd.ErrOrStderr(), printer.Sprintf("changed since they were graded: %d; grade them again with --regrade changed", len(plan.Changed)))
	return err
}

// ending says what a batch has come to.
type ending struct {
	*flags

	cmd         *cobra.Command
	words       *lang.Printer
	options     batch.Options
	results     *batch.Results
	interrupted bool
}

// totals is the last line of --output json.
type totals struct {
	Event string `json:"event"`
	// Results counts all results, and Outcomes those of each outcome.
	Results  int                    `json:"results"`
	Outcomes map[result.Outcome]int `json:"outcomes"`
	Out      string                 `json:"out"`
	Resume   string                 `json:"resume,omitempty"`
}

// tell prints where the results are, and what is missing.
func (e *ending) tell() error {
	sum := totals{Event: "summary", Results: len(e.results.Records), Outcomes: map[result.Outcome]int{}, Out: strings.TrimSuffix(e.at(""), "/")}
	for _, record := range e.results.Records {
		sum.Outcomes[record.Outcome]++
	}
	if e.interrupted {
		sum.Resume = e.invoked
		if !e.elsewhere() { // else the error says it, and more
			fmt.Fprintln(e.cmd.ErrOrStderr(), e.words.Sprintf("go on with: %s", e.invoked))
		}
	}
	if *e.output == "json" {
		return json.NewEncoder(e.cmd.OutOrStdout()).Encode(sum)
	}
	out := e.cmd.OutOrStdout()
	for _, record := range first(e.results.Infra(), 20) {
		message := string(record.Outcome)
		if record.Error != nil {
			message = strings.ReplaceAll(result.Clean(record.Error.Message), "\n", " ")
		}
		fmt.Fprintf(out, "! %s %s: %s\n", record.Submission.ID, record.Lab, message)
	}
	var counts []string
	for _, outcome := range []result.Outcome{result.Graded, result.LearnerTimeout, result.InvalidSubmission, result.Tampered, result.InfraError} {
		if n := sum.Outcomes[outcome]; n > 0 {
			counts = append(counts, fmt.Sprintf("%s %d", outcome, n))
		}
	}
	fmt.Fprintln(out, strings.Join(counts, ", "))
	for i := range e.results.Rounds {
		if i == len(e.results.Rounds)-1 && e.regrade != "" {
			fmt.Fprintln(out, e.at(fmt.Sprintf("regrade-%d.csv", i+1)))
		}
	}
	_, err := fmt.Fprintf(out, "%s\n%s\n", e.at(batch.SummaryCSV), e.at(batch.SummaryHTML))
	return err
}

func first[T any](list []T, n int) []T { return list[:min(n, len(list))] }

// exitCode is 3 if the infrastructure failed somebody in the end.
func (e *ending) exitCode() error {
	missing := e.results.Infra()
	if len(e.only) > 0 {
		missing = slices.DeleteFunc(slices.Clone(missing), func(r *result.Record) bool { return !slices.Contains(e.only, r.Submission.ID) })
	}
	if len(missing) == 0 {
		return nil
	}
	return exit.With(exit.Infrastructure, lang.Errorf("%d results are missing through no fault of the submissions", len(missing)), "again: "+strings.TrimSuffix(e.invoked, "--resume")+"--regrade errored")
}

// extras fills in gradebooks and lays answers out.
func (e *ending) extras(books []gradebookFile) error {
	var errs []error
	for _, book := range books {
		errs = append(errs, e.fill(book))
	}
	for _, layout := range e.layouts {
		skipped, err := batch.LayOut(e.cmd.Context(), e.options, layout)
		for _, id := range skipped {
			fmt.Fprintln(e.cmd.ErrOrStderr(), e.words.Sprintf("%s: not in the layout for %s, as it cannot be read", id, layout))
		}
		if err != nil {
			errs = append(errs, exit.With(exit.Infrastructure, err, ""))
			continue
		}
		if *e.output != "json" {
			fmt.Fprintln(e.cmd.OutOrStdout(), e.at(layout))
		}
	}
	return errors.Join(errs...)
}
