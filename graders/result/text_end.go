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
	if said := OutcomeText(t.words, t.record.Outcome); said != "" {
		t.line(0, t.outcomePaint()(said))
	}
	t.trouble()
	t.total()
}

// outcomePaint is red where the submission is to blame, and yellow where it is not.
func (t *report) outcomePaint() func(string) string {
	switch t.record.Outcome {
	case InvalidSubmission, Tampered:
		return t.paint.fail
	}
	return t.paint.warn
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
	if next := NextText(t.words, t.record); next != "" {
		found = append(found, detail{t.words.Sprintf("next"), next})
	}
	t.details(checkIndent, found)
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
