package export

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/podium-labs/podium/graders/result"
)

// task explains a task that is not complete; about the others the table says enough.
func (p *page) task(r *result.Record, task *result.Task) {
	if task.Status == result.TaskPassed {
		return
	}
	p.linef("%s# %s: %d/%d", p.heading, markdown(sentence(cmp.Or(task.Title, task.ID))), task.Points, task.MaxPoints)
	if note := sentence(task.Note); note != "" {
		p.linef("%s", markdown(note))
	}
	var passed []string
	hidden, known, given := 0, "", map[string]bool{}
	for _, check := range failuresFirst(task.Checks) {
		switch {
		case !check.Visible():
			hidden++
		case check.Status == result.Passed:
			passed = append(passed, fmt.Sprintf("- ✓ %s (%d/%d)", title(&check), check.Points, check.MaxPoints))
		default:
			if check.Hint != nil && given[check.Hint.ID] {
				check.Hint = nil // it stands beside the first check that it is about
			} else if check.Hint != nil {
				given[check.Hint.ID] = true
			}
			// Checks that all wait for the same thing say so once.
			if next := factList(facts(p.words, r, task, &check)); next != known {
				p.list(known)
				known = next
			}
			p.linef("%s **%s** (%d/%d)", mark(check.Status), title(&check), check.Points, check.MaxPoints)
		}
	}
	p.list(known)
	p.list(strings.Join(passed, "\n"))
	if hidden > 0 {
		p.linef("%s", p.words.Sprintf("checks that are not listed here: %d", hidden))
	}
	for _, step := range task.Steps {
		p.step(step)
	}
	if hint := p.options.hint(r.Lab, task.ID); hint != "" && len(given) == 0 { // one hint: what was done says more
		p.linef("> %s: %s", p.words.Sprintf("hint"), strings.Join(strings.Fields(hint), " "))
	}
}

func (p *page) list(text string) {
	if text != "" {
		p.linef("%s", text)
	}
}

// step notes a file that did not end well, and the end of what it printed.
func (p *page) step(s result.Step) {
	note := result.StepText(p.words, result.Step{File: label(s.File), ExitCode: s.ExitCode, TimedOut: s.TimedOut})
	if note == "" {
		return
	}
	p.linef("%s", markdown(note))
	lines := strings.Split(result.Clean(s.Output[max(0, len(s.Output)-readLimit):]), "\n")
	var said []string
	for _, line := range lines[max(0, len(lines)-outputLines):] {
		if line = sentence(line); line != "" {
			said = append(said, "- "+markdown(line))
		}
	}
	p.list(strings.Join(said, "\n"))
}

// failuresFirst puts what failed before what was blocked by it or not checked, and what passed last.
func failuresFirst(checks []result.Check) []result.Check {
	order := []result.Status{result.Failed, result.Errored, result.Blocked, result.Passed}
	sorted := slices.Clone(checks)
	slices.SortStableFunc(sorted, func(a, b result.Check) int {
		return slices.Index(order, a.Status) - slices.Index(order, b.Status)
	})
	return sorted
}

func title(check *result.Check) string { return markdown(sentence(cmp.Or(check.Title, check.ID))) }

func mark(status result.Status) string {
	switch status {
	case result.Passed:
		return "✓"
	case result.Failed:
		return "✗"
	case result.Blocked, result.Errored:
	}
	return "–"
}

func taskMark(status result.TaskStatus) string {
	switch status {
	case result.TaskPassed:
		return "✓"
	case result.TaskPartial:
		return "◐"
	case result.TaskFailed:
		return "✗"
	case result.TaskBlocked, result.TaskErrored:
	}
	return "–"
}
