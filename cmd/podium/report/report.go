// Package report puts records where people and scripts look for them.
package report

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/result/export"
	"github.com/podium-labs/podium/labs"
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

// Print writes the record of one lab, or those of several with their total.
func Print(out io.Writer, set result.Set, o Options) error {
	text := result.TextOptions{Color: o.Color, Width: ui.Width(out), Words: o.Printer}
	switch {
	case o.Format == "json" && len(set) == 1:
		return result.Encode(out, set[0])
	case o.Format == "json":
		return result.EncodeSet(out, set)
	case len(set) == 1:
		return result.Text(out, set[0], text)
	}
	return result.TextSet(out, set, text)
}

// ExitCode is nil if every lab was graded with enough points, else an error with the right exit code. What is wrong with
// the environment goes before what is wrong with the submission, and that before missing points.
func ExitCode(set result.Set, minScore int) error {
	var worst error
	for _, code := range []int{exit.Infrastructure, exit.InvalidSubmission, exit.BelowMinScore} {
		for _, record := range set {
			if err := exitCode(record, minScore); worst == nil && err != nil && exit.Code(err) == code {
				worst = err
			}
		}
	}
	return worst
}

func exitCode(record *result.Record, minScore int) error {
	switch {
	case record.Outcome == result.InvalidSubmission:
		return exit.With(exit.InvalidSubmission, messageOf(record), "")
	case record.Outcome == result.Tampered:
		return exit.With(exit.InvalidSubmission, lang.Errorf("the grading was tampered with"), "see what was changed, and by which request, in the report above")
	case record.Score == nil:
		return exit.With(exit.Infrastructure, messageOf(record), "podium doctor")
	case *record.Score < minScore:
		return exit.With(exit.BelowMinScore, lang.Errorf("%s: %d points are fewer than --min-score %d", record.Lab, *record.Score, minScore), "see the failed checks above")
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
		return Folder{}, exit.With(exit.Usage, lang.Errorf("make folder for results: %w", err), "choose another --out")
	}
	probe, err := os.CreateTemp(path, ".podium-*")
	if err != nil {
		return Folder{}, exit.With(exit.Usage, lang.Errorf("write to %s: %w", path, err), "choose another --out")
	}
	return Folder{path: path}, errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// OpenFolders makes a folder for each lab: path itself for a single one, path/<lab> for several.
func OpenFolders(path string, chosen []*labs.Lab) (map[string]Folder, error) {
	folders := map[string]Folder{}
	for _, lab := range chosen {
		of := path
		if path != "" && len(chosen) > 1 {
			of = filepath.Join(path, lab.ID)
		}
		folder, err := OpenFolder(of)
		if err != nil {
			return nil, err
		}
		folders[lab.ID] = folder
	}
	return folders, nil
}

// Write puts record.json, report.txt, report.md, junit.xml and, if there is one, the log into the folder. A record without a score never replaces one with a score.
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
		f.write("report.md", func(w io.Writer) error {
			records := []*result.Record{record}
			return export.Markdown(w, records, exportOptions(records))
		}),
		f.write("junit.xml", func(w io.Writer) error { return export.JUnit(w, record) }),
		f.writeLog(log),
	)
}

// writeLog leaves no log of an earlier grading beside the results of one that has none.
func (f Folder) writeLog(log []byte) error {
	if len(log) > 0 {
		return f.write("log", func(w io.Writer) error { _, err := w.Write(log); return err })
	}
	if err := os.Remove(filepath.Join(f.path, "log")); err != nil && !errors.Is(err, os.ErrNotExist) {
		return exit.With(exit.Infrastructure, lang.Errorf("remove log: %w", err), "")
	}
	return nil
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

func (f Folder) write(name string, fill func(io.Writer) error) error {
	var content bytes.Buffer
	if err := fill(&content); err != nil {
		return lang.Errorf("write %s: %w", name, err)
	}
	if err := replace(filepath.Join(f.path, name), content.Bytes()); err != nil {
		return exit.With(exit.Infrastructure, lang.Errorf("write %s: %w", name, err), "")
	}
	return nil
}
