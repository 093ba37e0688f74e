package result

import (
	"cmp"
	"fmt"
	"strings"
)

// Indents of the three levels of a report, in columns.
const (
	checkIndent  = 2
	detailIndent = 6
)

// outputLines is how much of an answer's output a report repeats.
const outputLines = 5

func (t *report) task(task *Task) {
	t.blank()
	mark := t.taskMark(task.Status)
	title := t.paint.bold(Clean(task.ID)) + "  " + Clean(task.Title)
	t.scoreLine(mark+" ", title, t.points(task.Points, task.MaxPoints, task.Status == TaskErrored))
	if task.Note != "" {
		t.hang(strings.Repeat(" ", checkIndent), t.paint.warn(Clean(task.Note)))
	}
	hidden, given := 0, map[string]bool{}
	for i := range task.Checks {
		if !task.Checks[i].Visible() {
			hidden++
			continue
		}
		check := task.Checks[i]
		if check.Hint != nil && given[check.Hint.ID] {
			check.Hint = nil // it stands beside the first check that it is about
		} else if check.Hint != nil {
			given[check.Hint.ID] = true
		}
		t.check(task, &check)
	}
	if hidden > 0 {
		t.line(checkIndent, t.paint.dim(t.words.Sprintf("checks that are not listed here: %d", hidden)))
	}
	for _, step := range task.Steps {
		t.step(step)
	}
}

func (t *report) check(task *Task, check *Check) {
	prefix := strings.Repeat(" ", checkIndent) + t.checkMark(check.Status) + " "
	title := Clean(cmp.Or(check.Title, check.ID))
	if check.Status == Passed {
		title = t.paint.dim(title)
	}
	t.scoreLine(prefix, title, t.points(check.Points, check.MaxPoints, check.Status == Errored))
	if check.Status != Passed {
		t.details(detailIndent, t.explain(task, check))
	}
}

// points is "5/10", or "-/10" for what could not be checked.
func (t *report) points(got, of int, unknown bool) string {
	switch text := fmt.Sprintf("%d/%d", got, of); {
	case unknown:
		return t.paint.warn(fmt.Sprintf("-/%d", of))
	case got == of:
		return t.paint.pass(text)
	case got == 0:
		return t.paint.fail(text)
	default:
		return t.paint.warn(text)
	}
}

// detail is one labelled line under a check.
type detail struct{ label, text string }

// explain lists what is known about a check that did not pass, in the order in which one reads it.
func (t *report) explain(task *Task, check *Check) []detail {
	found := []detail{
		{t.words.Sprintf("expected"), Clean(check.Expected)},
		{t.words.Sprintf("seen"), Clean(check.Actual)},
		{t.words.Sprintf("when"), MomentText(check.When)},
		{t.words.Sprintf("because"), Clean(orNone(check.Why))},
		{t.words.Sprintf("layer"), LayerText(t.words, orNone(check.Layer))},
	}
	if check.Status == Failed {
		found = append(found, detail{t.words.Sprintf("look at"), t.look(task, check)})
	}
	if check.Hint != nil {
		found = append(found, detail{t.words.Sprintf("hint"), Clean(check.Hint.Text)})
	}
	return found
}

// details writes the labelled lines that say something, their texts in one column.
func (t *report) details(indent int, list []detail) {
	column := 0
	for _, d := range list {
		column = max(column, columns(d.label))
	}
	for _, d := range list {
		if d.text == "" {
			continue
		}
		gap := strings.Repeat(" ", column-columns(d.label)+2)
		t.hang(strings.Repeat(" ", indent)+t.paint.dim(d.label)+gap, d.text)
	}
}

// step notes a file of the answer that did not end well. Its exit code explains, it never scores.
func (t *report) step(s Step) {
	note := StepText(t.words, s)
	if note == "" {
		return
	}
	t.line(checkIndent, t.paint.warn(note))
	for _, line := range lastLines(Clean(s.Output), outputLines) {
		t.hang(strings.Repeat(" ", checkIndent+2)+t.paint.dim("| "), line)
	}
}

func lastLines(text string, count int) []string {
	text = strings.TrimRight(text, "\n ")
	if text == "" {
		return nil
	}
	lines := strings.Split(text, "\n")
	return lines[max(0, len(lines)-count):]
}

func orNone(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
