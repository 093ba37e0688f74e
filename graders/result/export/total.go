package export

import (
	"fmt"
	"time"

	"github.com/podium-labs/podium/graders/result"
)

// UngradedError says that a format cannot tell "no score" from "no points", so that nothing was written: whoever runs the
// grader must end with another exit code than 0 instead.
type UngradedError struct {
	// Record is the first without a score.
	Record *result.Record
}

// Error names the lab and its outcome.
func (e *UngradedError) Error() string {
	return fmt.Sprintf("%s has no score (%s), which this format cannot say: nothing was written", named(e.Record.Lab), e.Record.Outcome)
}

// total is what several labs of one submission come to.
type total struct {
	score, most int
	// ungraded is the first record without a score; nil if all have one.
	ungraded *result.Record
}

func sum(records []*result.Record) total {
	var t total
	for _, r := range records {
		t.most += r.MaxScore
		switch {
		case r.Score != nil && r.Scored():
			t.score += *r.Score
		case t.ungraded == nil:
			t.ungraded = r
		}
	}
	return t
}

// String is "80/100", or "-/100" if something has no score.
func (t total) String() string {
	if t.ungraded != nil {
		return fmt.Sprintf("-/%d", t.most)
	}
	return fmt.Sprintf("%d/%d", t.score, t.most)
}

// graded is the sum of records that must all have a score.
func graded(records []*result.Record) (total, error) {
	t := sum(records)
	if t.ungraded != nil {
		return t, &UngradedError{Record: t.ungraded}
	}
	return t, nil
}

// oneSubmission refuses records that do not belong into one document: those of different submissions, and two of one lab.
func oneSubmission(records []*result.Record) error {
	if len(records) == 0 {
		return fmt.Errorf("there is no record")
	}
	labs := map[string]bool{}
	for _, r := range records {
		if first := records[0].Submission.ID; r.Submission.ID != first {
			return fmt.Errorf("the format is about one submission, and these are two: %q and %q", named(first), named(r.Submission.ID))
		}
		if labs[r.Lab] {
			return fmt.Errorf("there are two records of %s", named(r.Lab))
		}
		labs[r.Lab] = true
	}
	return nil
}

// gradedAt is when the last of the records was made.
func gradedAt(records []*result.Record) time.Time {
	var last time.Time
	for _, r := range records {
		if r.GradedAt.After(last) {
			last = r.GradedAt
		}
	}
	return last.UTC()
}

// submittedAt is the moment of the submission, which no regrade moves; where it is unknown, that of the grading.
func submittedAt(records []*result.Record) time.Time {
	for _, r := range records {
		if r.Submission.SubmittedAt != nil {
			return r.Submission.SubmittedAt.UTC()
		}
	}
	return gradedAt(records)
}

// took is how long all phases of the records took.
func took(records []*result.Record) time.Duration {
	var all time.Duration
	for _, r := range records {
		for _, phase := range r.Phases {
			all += milliseconds(phase.MS)
		}
	}
	return all
}
