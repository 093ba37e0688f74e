package export

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/podium-labs/podium/graders/result"
)

// Limits of foreign texts, in characters, and of what is looked at of them, in bytes. A sentence of a check is never that long
// unless someone wants to flood a page.
const (
	sentenceLimit = 600
	labelLimit    = 120
	readLimit     = 4 << 10
)

// dump finds lines of a test framework's own report: stack traces, source lines, positions in Go files, timeline markers. They
// tell a student nothing, and may show how a check is made.
var dump = regexp.MustCompile(`^\s*(>|\||\d+\s*\||goroutine \d+|Full Stack Trace|created by |In \[|\[(It|FAILED|TIMEDOUT|PANICKED|BeforeEach|BeforeAll)\]|panic: )|\.go:\d+|0x[0-9a-f]{6,}|github\.com/onsi/`)

// sentence makes foreign text fit for one line of anybody's page: clean, without the dump of a test framework and not too long.
func sentence(text string) string {
	var kept []string
	for line := range strings.Lines(result.Clean(head(text))) {
		if line = strings.Join(strings.Fields(line), " "); line != "" && !dump.MatchString(line) {
			kept = append(kept, line)
		}
	}
	return cut(inert(strings.Join(kept, " ")), sentenceLimit)
}

// label is a name in one line.
func label(text string) string {
	return cut(inert(strings.Join(strings.Fields(result.Clean(head(text))), " ")), labelLimit)
}

// named is the label of something that must have a name.
func named(text string) string { return cmp.Or(label(text), "-") }

// head is the part of a text that can matter; a character that it cuts is made whole by Clean.
func head(text string) string { return text[:min(len(text), readLimit)] }

// inert breaks the old form of GitHub's workflow commands, "##[error]", which the runner looks for anywhere in a line, and the characters
// that XML 1.0 cannot hold although Unicode can.
func inert(text string) string {
	return strings.NewReplacer("##[", "## [", "\uFFFE", "", "\uFFFF", "").Replace(text)
}

func cut(text string, limit int) string {
	characters := []rune(text)
	if len(characters) <= limit {
		return text
	}
	return string(characters[:limit-1]) + "…"
}

// fact is one thing that is known about a check.
type fact struct{ name, text string }

// facts lists what is known about a check that did not pass, in the order in which one reads it.
func facts(words result.Words, r *result.Record, task *result.Task, check *result.Check) []fact {
	seen := words.Sprintf("seen")
	if check.Status == result.Blocked {
		seen = words.Sprintf("blocked by")
	}
	all := []fact{
		{words.Sprintf("expected"), sentence(check.Expected)},
		{seen, sentence(check.Actual)},
		{words.Sprintf("when"), sentence(result.MomentText(check.When))},
		{words.Sprintf("because"), sentence(orNone(check.Why))},
		{words.Sprintf("layer"), label(result.LayerText(words, orNone(check.Layer)))},
	}
	if check.Hint != nil {
		all = append(all, fact{words.Sprintf("hint"), sentence(check.Hint.Text)})
	}
	if ranOut(r, task) {
		all = append(all, fact{words.Sprintf("note"), result.OutcomeText(words, r.Outcome)})
	}
	var known []fact
	for _, f := range all {
		if f.text != "" {
			known = append(known, f)
		}
	}
	return known
}

// ranOut is true for a task whose answer ran out of time. Where no file was stopped it was the time for all of them.
func ranOut(r *result.Record, task *result.Task) bool {
	stopped := func(t result.Task) bool {
		return slices.ContainsFunc(t.Steps, func(s result.Step) bool { return s.TimedOut })
	}
	return r.Outcome == result.LearnerTimeout && (stopped(*task) || !slices.ContainsFunc(r.Tasks, stopped))
}

// factsOf are the facts about a check, after what is to be said about its task as a whole. It is for formats in which a check stands alone.
func factsOf(words result.Words, r *result.Record, task *result.Task, check *result.Check) []fact {
	all := facts(words, r, task, check)
	if note := sentence(task.Note); note != "" {
		all = append([]fact{{words.Sprintf("note"), note}}, all...)
	}
	return all
}

// plain are the facts in lines of plain text.
func plain(list []fact) string {
	lines := make([]string, len(list))
	for i, f := range list {
		lines[i] = f.name + ": " + f.text
	}
	return strings.Join(lines, "\n")
}

func orNone(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// english is the Words of a caller that brings none: every key is English already.
type english struct{}

func (english) Sprintf(key string, args ...any) string { return fmt.Sprintf(key, args...) }
