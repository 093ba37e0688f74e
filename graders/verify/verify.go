package verify

import (
	"context"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/podium-labs/podium/graders/lang"
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
	// Score is what the case loses in the record of the lab's points, nil if it has no score.
	Score *int
	// Checks says how those checks ended that the case is about, by "task/check".
	Checks map[string]result.Status
	// Wrong says in what the result differs from the declaration, one sentence each; empty if it is as declared.
	Wrong []lang.Message
	// With are the mistakes that were graded in the same submission.
	With []string
	// Together says what was wrong with a submission in which the case was graded together with those, before it was graded by itself.
	Together []lang.Message
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
	// Alone grades every mistake by itself. Otherwise mistakes that cannot touch each other are graded together, and by themselves
	// if anything is not as declared then.
	Alone bool
}

// Lab grades every case of a lab and calls each as soon as a result is known, one call at a time.
func Lab(ctx context.Context, lab *labs.Lab, grade Grader, options Options, each func(Finding)) error {
	cases, err := Cases(lab)
	if err != nil {
		return err
	}
	cases = slices.DeleteFunc(cases, func(c Case) bool { return !strings.Contains(c.Name, options.Only) })
	cases = repeat(thin(cases, options.Mistakes), options.Repeat)
	groups := make([]group, len(cases))
	for i, c := range cases {
		groups[i].whole = c
	}
	if !options.Alone {
		if groups, err = together(cases, lab); err != nil {
			return err
		}
	}
	v := &verifier{lab: lab, grade: grade, whole: options.Whole, findings: make(chan Finding)}
	running, ctx := errgroup.WithContext(ctx)
	running.SetLimit(max(1, options.Jobs))
	ended := make(chan error, 1)
	go func() {
		for _, g := range groups {
			running.Go(func() error { return v.group(ctx, g) })
		}
		ended <- running.Wait()
		close(v.findings)
	}()
	for finding := range v.findings {
		each(finding)
	}
	return <-ended
}

// Compare says in what a record differs from what a case declares.
func Compare(c Case, record *result.Record) []lang.Message {
	var wrong []lang.Message
	if record.Score == nil {
		message := string(record.Outcome)
		if record.Error != nil {
			message += ": " + record.Error.Message
		}
		return []lang.Message{lang.M("no score: %s", strings.Join(append([]string{message}, record.Integrity.Tampering...), "; "))}
	}
	if *record.Score != c.Score {
		wrong = append(wrong, lang.M("score %d instead of %d", *record.Score, c.Score))
	}
	for _, task := range record.Tasks {
		for _, check := range task.Checks {
			id := task.ID + "/" + check.ID
			if want := c.want(task.ID, id); !slices.Contains(want, check.Status) {
				wrong = append(wrong, lang.M("%s is %s instead of %s: %s", id, string(check.Status), string(want[0]), check.Actual))
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
