package verify

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs"
)

// Grader grades the submission in a folder.
type Grader func(ctx context.Context, lab *labs.Lab, dir string) (*result.Record, error)

// Finding is what came of one case.
type Finding struct {
	Case Case
	// Record is nil if there is none.
	Record *result.Record
	// Wrong says in what the result differs from the declaration, one sentence each; empty if it is as declared.
	Wrong []string
}

// Options say which cases are graded, and how.
type Options struct {
	// Jobs is how many gradings run at the same time; 1 if zero.
	Jobs int
	// Only, if set, leaves out the cases whose name does not contain it.
	Only string
	// Mistakes, if above zero, leaves out mistakes until so many are left, spread over all of them.
	Mistakes int
	// Repeat grades every case so many times; once if zero.
	Repeat int
	// Whole grades the whole solution with every mistake, not only the tasks that the mistake can touch.
	Whole bool
}

// Lab grades every case of a lab and calls each as soon as a result is known, one call at a time.
func Lab(ctx context.Context, lab *labs.Lab, grade Grader, options Options, each func(Finding)) error {
	cases, err := Cases(lab)
	if err != nil {
		return err
	}
	cases = slices.DeleteFunc(cases, func(c Case) bool { return !strings.Contains(c.Name, options.Only) })
	cases = thin(cases, options.Mistakes)
	if !options.Whole {
		for i := range cases {
			if cases[i], err = cases[i].Narrow(lab); err != nil {
				return err
			}
		}
	}
	findings := make(chan Finding)
	running, ctx := errgroup.WithContext(ctx)
	running.SetLimit(max(1, options.Jobs))
	ended := make(chan error, 1)
	go func() {
		for _, c := range repeat(cases, options.Repeat) {
			running.Go(func() error {
				finding, err := one(ctx, lab, grade, c)
				if err == nil {
					findings <- finding
				}
				return err
			})
		}
		ended <- running.Wait()
		close(findings)
	}()
	for finding := range findings {
		each(finding)
	}
	return <-ended
}

func one(ctx context.Context, lab *labs.Lab, grade Grader, c Case) (Finding, error) {
	dir, err := os.MkdirTemp("", "podium-verify-")
	if err != nil {
		return Finding{}, fmt.Errorf("lay %s: %w", c.Name, err)
	}
	defer os.RemoveAll(dir)
	if err := c.Lay(lab, dir); err != nil {
		return Finding{}, err
	}
	record, err := grade(ctx, lab, dir)
	if err != nil {
		return Finding{}, fmt.Errorf("grade %s: %w", c.Name, err)
	}
	return Finding{Case: c, Record: record, Wrong: Compare(c, record)}, nil
}

// Compare says in what a record differs from what a case declares.
func Compare(c Case, record *result.Record) []string {
	var wrong []string
	if record.Score == nil {
		message := string(record.Outcome)
		if record.Error != nil {
			message += ": " + record.Error.Message
		}
		return []string{strings.Join(append([]string{"no score: " + message}, record.Integrity.Tampering...), "; ")}
	}
	if *record.Score != c.Score {
		wrong = append(wrong, fmt.Sprintf("score %d instead of %d", *record.Score, c.Score))
	}
	for _, task := range record.Tasks {
		for _, check := range task.Checks {
			id := task.ID + "/" + check.ID
			if want := c.want(task.ID, id); !slices.Contains(want, check.Status) {
				wrong = append(wrong, fmt.Sprintf("%s is %s instead of %s: %s", id, check.Status, want[0], check.Actual))
			}
		}
	}
	return append(wrong, c.compareHints(record)...)
}

// want are the statuses that are as declared for a check.
func (c Case) want(task, id string) []result.Status {
	switch {
	case c.nothing || slices.Contains(c.LeftOut, task):
		return []result.Status{result.Failed, result.Blocked}
	case slices.Contains(c.Fails, id):
		return []result.Status{result.Failed}
	case slices.Contains(c.Blocked, id):
		return []result.Status{result.Blocked}
	}
	return []result.Status{result.Passed}
}

// String is the finding as one line, and the differences below it.
func (f Finding) String() string {
	mark, score := "ok  ", "-"
	if len(f.Wrong) > 0 {
		mark = "FAIL"
	}
	if f.Record != nil && f.Record.Score != nil {
		score = fmt.Sprint(*f.Record.Score)
	}
	lines := append([]string{fmt.Sprintf("%s %3s  %s", mark, score, f.Case.Name)}, f.Wrong...)
	return strings.Join(lines, "\n          ")
}
