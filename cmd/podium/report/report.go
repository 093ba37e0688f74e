// Package report puts records where people and scripts look for them.
package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/result/export"
)

// Options say how a record is printed.
type Options struct {
	// Format is "text" or "json".
	Format string
	// Printer translates the fixed words.
	Printer *lang.Printer
	// Color is for terminals only.
	Color bool
}

// Print writes a record to standard output.
func Print(out io.Writer, record *result.Record, o Options) error {
	if o.Format == "json" {
		return result.Encode(out, record)
	}
	return result.Text(out, record, result.TextOptions{Color: o.Color, Width: ui.Width(out), Words: o.Printer})
}

// ExitCode is nil for a graded record with enough points, else an error with the right exit code and nothing more to say.
func ExitCode(record *result.Record, minScore int) error {
	switch {
	case record.Outcome == result.InvalidSubmission:
		return exit.With(exit.InvalidSubmission, messageOf(record), "")
	case record.Outcome == result.Tampered:
		return exit.With(exit.Infrastructure, errors.New("the grading was tampered with"), "see what was changed, and by which request, in the report above")
	case record.Score == nil:
		return exit.With(exit.Infrastructure, messageOf(record), "podium doctor")
	case *record.Score < minScore:
		return exit.With(exit.BelowMinScore, fmt.Errorf("%d points are fewer than --min-score %d", *record.Score, minScore), "see the failed checks above")
	}
	return nil
}

// messageOf is what ended a grading without a score.
func messageOf(record *result.Record) error {
	if record.Error == nil {
		return errors.New(string(record.Outcome))
	}
	return errors.New(result.Clean(record.Error.Message))
}

// Folder is where results are written; the zero value writes nothing.
type Folder struct{ path string }

// OpenFolder makes the folder, so that a bad path is found before the grading and not after it. An empty path means no folder.
func OpenFolder(path string) (Folder, error) {
	if path == "" {
		return Folder{}, nil
	}
	if err := os.MkdirAll(path, 0o755); err != nil {
		return Folder{}, exit.With(exit.Usage, fmt.Errorf("make folder for results: %w", err), "choose another --out")
	}
	probe, err := os.CreateTemp(path, ".podium-*")
	if err != nil {
		return Folder{}, exit.With(exit.Usage, fmt.Errorf("write to %s: %w", path, err), "choose another --out")
	}
	return Folder{path: path}, errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// Write puts record.json, report.txt, junit.xml and log into the folder. A record without a score never replaces one with a score.
func (f Folder) Write(record *result.Record, printer *lang.Printer, log []byte) error {
	if f.path == "" {
		return nil
	}
	if !record.Scored() && f.hasScore() {
		return f.write("record.failed.json", func(w io.Writer) error { return result.Encode(w, record) })
	}
	text := func(w io.Writer) error { return result.Text(w, record, result.TextOptions{Words: printer}) }
	return errors.Join(
		f.write("record.json", func(w io.Writer) error { return result.Encode(w, record) }),
		f.write("report.txt", text),
		f.write("junit.xml", func(w io.Writer) error { return export.JUnit(w, record) }),
		f.write("log", func(w io.Writer) error { _, err := w.Write(log); return err }),
	)
}

func (f Folder) hasScore() bool {
	file, err := os.Open(filepath.Join(f.path, "record.json"))
	if err != nil {
		return false
	}
	defer file.Close()
	old, err := result.Decode(file)
	return err == nil && old.Scored()
}

// write replaces a file as a whole: a reader sees the old one or the new one.
func (f Folder) write(name string, fill func(io.Writer) error) error {
	var content bytes.Buffer
	if err := fill(&content); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	temporary := filepath.Join(f.path, "."+name+".new")
	if err := os.WriteFile(temporary, content.Bytes(), 0o644); err != nil {
		return exit.With(exit.Infrastructure, fmt.Errorf("write %s: %w", name, err), "")
	}
	if err := os.Rename(temporary, filepath.Join(f.path, name)); err != nil {
		return exit.With(exit.Infrastructure, fmt.Errorf("write %s: %w", name, err), "")
	}
	return nil
}
