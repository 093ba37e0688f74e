package result

import (
	"fmt"
	"strings"
)

// ending writes warnings, how the grading ended, and the total.
func (t *report) ending() {
	t.blank()
	for _, warning := range t.record.Warnings {
		t.hang(t.paint.warn("! "), Clean(warning))
	}
	switch t.record.Outcome {
	case InfraError:
		t.line(0, t.paint.warn(t.words.Sprintf("The environment failed, not your answer: no score, and no points were lost.")))
	case InvalidSubmission:
		t.line(0, t.paint.fail(t.words.Sprintf("The submission could not be read, so nothing was graded.")))
	case Tampered:
		t.line(0, t.paint.fail(t.words.Sprintf("The grading was tampered with, so there is no score.")))
	case LearnerTimeout:
		t.line(0, t.paint.warn(t.words.Sprintf("The answer ran out of time; what was done by then was graded.")))
	}
	t.trouble()
	t.total()
}

// trouble says what ended a grading without a score, and what to do about it.
func (t *report) trouble() {
	var found []detail
	if e := t.record.Error; e != nil {
		found = append(found,
			detail{t.words.Sprintf("failed in"), Clean(e.Phase)},
			detail{t.words.Sprintf("message"), Clean(e.Message)})
	}
	for _, sign := range t.record.Integrity.Tampering {
		found = append(found, detail{t.words.Sprintf("seen"), Clean(sign)})
	}
	if next := t.next(); next != "" {
		found = append(found, detail{t.words.Sprintf("next"), next})
	}
	t.details(checkIndent, found)
}

// next is never empty where a person has to act.
func (t *report) next() string {
	if e := t.record.Error; e != nil && e.Next != "" {
		return Clean(e.Next)
	}
	if t.record.Outcome == InfraError {
		return t.words.Sprintf("Grade again; if it fails again, run %s.", "podium doctor")
	}
	return ""
}

func (t *report) total() {
	r := t.record
	done := 0
	for _, task := range r.Tasks {
		if task.Status == TaskPassed {
			done++
		}
	}
	label := t.words.Sprintf("Total")
	if r.Scored() {
		label += "  " + t.words.Sprintf("tasks complete: %d of %d", done, len(r.Tasks))
	}
	t.out.WriteString(t.paint.dim(strings.Repeat("-", t.width)) + "\n")
	t.scoreLine("", t.paint.bold(label), t.paint.bold(t.of(r.Score, r.MaxScore)))
}

// of is a score out of what there was to get, "-" where there is none.
func (t *report) of(score *int, most int) string {
	if score == nil {
		return fmt.Sprintf("-/%d", most)
	}
	return t.points(*score, most, false)
}
