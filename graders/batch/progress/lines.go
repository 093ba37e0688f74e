package progress

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/podium-labs/podium/graders/batch"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
)

// Lines writes a line for everything that ends.
type Lines struct {
	out     io.Writer
	words   *lang.Printer
	tracker *Tracker
	// running and trouble are what was said of other machines last.
	running int
	trouble string
}

// NewLines writes to out.
func NewLines(out io.Writer, words *lang.Printer, now func() time.Time) *Lines {
	return &Lines{out: out, words: words, tracker: NewTracker(now)}
}

// Take writes the line of an event, if it has one.
func (l *Lines) Take(e batch.Event) {
	l.tracker.Take(e)
	text := l.text(e)
	if text == "" {
		return
	}
	if e.Message != "" {
		text += ": " + strings.ReplaceAll(result.Clean(e.Message), "\n", " ")
	}
	fmt.Fprintln(l.out, text)
}

func (l *Lines) text(e batch.Event) string {
	w := l.words
	what := result.Clean(e.ID) + " " + e.Lab
	switch e.Kind {
	case batch.Guarding:
		return w.Sprintf("grading reference solutions and starters first")
	case batch.Guarded:
		return w.Sprintf("reference solutions are full, starters have nothing: gradings can be trusted")
	case batch.Retrying:
		return w.Sprintf("%s: will be tried again", what)
	case batch.Finished:
		return fmt.Sprintf("%s %s%s", l.position(e), what, outcome(e))
	case batch.NotTaken:
		return w.Sprintf("%s: the regrade has no score, what was there before stays", l.position(e)+" "+what)
	case batch.Unchanged:
		return w.Sprintf("%s: has not changed", l.position(e)+" "+what)
	case batch.Elsewhere:
		return l.elsewhere(e)
	case batch.Proved:
		return w.Sprintf("the reference solutions are still full")
	case batch.Stopped:
		return w.Sprintf("stopped")
	}
	return ""
}

// elsewhere is said when it has changed.
func (l *Lines) elsewhere(e batch.Event) string {
	if e.Running == l.running && e.Message == l.trouble {
		return ""
	}
	l.running, l.trouble = e.Running, e.Message
	return l.words.Sprintf("Pods running: %d", e.Running)
}

// position is how far the batch is, and how long the rest will take.
func (l *Lines) position(e batch.Event) string {
	text := fmt.Sprintf("[%d/%d", e.Counts.Total-e.Counts.Left, e.Counts.Total)
	if left := l.tracker.Left(); left > 0 {
		text += ", " + l.words.Sprintf("%s left", clock(left))
	}
	return text + "]"
}

func outcome(e batch.Event) string {
	if e.Score == nil {
		return " " + string(e.Outcome)
	}
	return " " + strconv.Itoa(*e.Score) + "/" + strconv.Itoa(e.MaxScore)
}

// JSON writes every event as a line of JSON.
func JSON(out io.Writer) func(batch.Event) {
	encoder := json.NewEncoder(out)
	return func(e batch.Event) {
		_ = encoder.Encode(e) // a reader that has gone needs no more lines
	}
}
