package result

import (
	"fmt"
	"io"
	"strings"
)

// Words translates the fixed words of a report. A key is an English format string; args are its values.
// lang.Printer is one.
type Words interface {
	Sprintf(key string, args ...any) string
}

// TextOptions says how a text report looks.
type TextOptions struct {
	// Color adds ANSI colours. Leave it off unless the output is a terminal.
	Color bool
	// Width is the number of columns to keep within: 80 if zero, never less than 40.
	Width int
	// Words translates the fixed words; English if nil. The record's own sentences are in Record.Language already.
	Words Words
	// ASCII draws the marks as the live screen does, for terminals that have no others.
	ASCII bool
}

const (
	defaultWidth = 80
	minWidth     = 40
)

// Text writes the record as a report for its learner: every task with its points, what each check that
// did not pass expected and saw, and the total at the end. Checks that are not "visible" are only
// counted. Escape sequences and control characters in foreign text never reach w.
func Text(w io.Writer, r *Record, opts TextOptions) error {
	t := newReport(r, opts)
	t.header()
	for i := range r.Tasks {
		t.task(&r.Tasks[i])
	}
	t.ending()
	if _, err := io.WriteString(w, t.out.String()); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}

// TextTask writes the part of the report that is about one task.
func TextTask(w io.Writer, r *Record, id string, opts TextOptions) error {
	t := newReport(r, opts)
	for i := range r.Tasks {
		if r.Tasks[i].ID == id {
			t.task(&r.Tasks[i])
		}
	}
	if _, err := io.WriteString(w, strings.TrimLeft(t.out.String(), "\n")); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}

// report collects the lines of one text report.
type report struct {
	record *Record
	words  Words
	paint  palette
	width  int
	ascii  bool
	out    strings.Builder
}

func newReport(r *Record, opts TextOptions) *report {
	t := &report{record: r, words: opts.Words, paint: newPalette(opts.Color), width: opts.Width, ascii: opts.ASCII}
	if t.words == nil {
		t.words = english{}
	}
	if t.width == 0 {
		t.width = defaultWidth
	}
	t.width = max(t.width, minWidth)
	return t
}

// header says what was graded, and where.
func (t *report) header() {
	r := t.record
	t.line(0, t.paint.bold(Clean(r.Lab))+"  "+Clean(r.Submission.ID))
	if r.Environment.Kubernetes != "" {
		t.line(0, t.paint.dim(t.words.Sprintf("Kubernetes %s, provider %s",
			Clean(r.Environment.Kubernetes), Clean(r.Environment.Provider))))
	}
}

// line writes text after indent columns, wrapped; the lines that follow keep the indent.
func (t *report) line(indent int, text string) {
	t.hang(strings.Repeat(" ", indent), text)
}

// hang writes text after prefix, wrapped, with the lines that follow indented as wide as prefix is.
func (t *report) hang(prefix, text string) {
	for i, part := range wrap(text, t.width-columns(prefix)) {
		if i > 0 {
			prefix = strings.Repeat(" ", columns(prefix))
		}
		t.out.WriteString(strings.TrimRight(prefix+part, " ") + "\n")
	}
}

// scoreLine writes text as hang does, and points at the right edge of its first line.
func (t *report) scoreLine(prefix, text, points string) {
	room := t.width - columns(prefix) - columns(points) - 2
	for i, part := range wrap(text, room) {
		if i > 0 {
			t.out.WriteString(strings.Repeat(" ", columns(prefix)) + part + "\n")
			continue
		}
		gap := strings.Repeat(" ", room-columns(part)+2)
		t.out.WriteString(prefix + part + gap + points + "\n")
	}
}

func (t *report) blank() { t.out.WriteByte('\n') }

// english is the Words of a caller that brings none: every key is English already.
type english struct{}

func (english) Sprintf(key string, args ...any) string { return fmt.Sprintf(key, args...) }
