package batch

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/result/export"
	"github.com/podium-labs/podium/graders/submission"
)

// The layouts of plagiarism tools.
const (
	// JPlag compares folders, one a submission: OUT/jplag/LAB/ID/….
	JPlag = "jplag"
	// Dolos compares files that a table lists: OUT/dolos/LAB/info.csv, with all answers of a submission in one file below files/.
	Dolos = "dolos"
)

// Layouts are the names of all layouts.
func Layouts() []string { return []string{JPlag, Dolos} }

// LayOut copies the answers of all submissions, one folder a lab, as a plagiarism tool reads them. It returns the IDs of those that cannot be read.
func LayOut(ctx context.Context, options Options, layout string) (skipped []string, _ error) {
	options = options.withDefaults()
	target := filepath.Join(options.Out, layout)
	if err := os.RemoveAll(target); err != nil {
		return nil, fmt.Errorf("lay answers out: %w", err)
	}
	tables := map[string][][]string{}
	for _, entry := range options.Entries {
		opened, err := options.Open(ctx, entry.Source, submission.Options{Labs: labIDs(options.Labs), Known: options.Known, Deadline: options.Deadline, TempDir: options.TempDir})
		if ctx.Err() != nil {
			return nil, fmt.Errorf("lay answers out: %w", ctx.Err())
		}
		if err != nil {
			skipped = append(skipped, entry.ID)
			continue
		}
		for _, lab := range options.Labs {
			answers, err := opened.Load(ctx, lab.ID, lab.TaskIDs())
			if err != nil {
				skipped = append(skipped, entry.ID)
				break
			}
			row, err := layOne(filepath.Join(target, lab.ID), entry.ID, layout, answers)
			if err != nil {
				return nil, errors.Join(fmt.Errorf("lay answers out: %w", err), opened.Close())
			}
			tables[lab.ID] = append(tables[lab.ID], row)
		}
		if err := opened.Close(); err != nil {
			return nil, err
		}
	}
	if layout != Dolos {
		return skipped, nil
	}
	for lab, rows := range tables {
		if err := writeInfo(filepath.Join(target, lab), rows); err != nil {
			return nil, fmt.Errorf("lay answers out: %w", err)
		}
	}
	return skipped, nil
}

// layOne copies the answers of one submission, and returns its row for Dolos.
func layOne(dir, id, layout string, answers *answer.Submission) ([]string, error) {
	if layout == Dolos {
		name := "files/" + id + ".txt" // so that no cell begins with what a spreadsheet takes for a formula; Dolos looks from where the table is
		var text strings.Builder
		for _, task := range answers.Tasks {
			for _, file := range task.Files {
				fmt.Fprintf(&text, "# %s/%s\n%s\n", task.Task, file.Name, file.Content)
			}
		}
		submitted := ""
		if answers.SubmittedAt != nil {
			submitted = answers.SubmittedAt.UTC().Format(time.RFC3339)
		}
		return []string{name, export.Cell(id), submitted}, write(filepath.Join(dir, filepath.FromSlash(name)), []byte(text.String()))
	}
	if err := os.MkdirAll(filepath.Join(dir, id), 0o755); err != nil {
		return nil, err
	}
	for _, task := range answers.Tasks {
		for _, file := range task.Files {
			if err := write(filepath.Join(dir, id, task.Task, filepath.FromSlash(file.Name)), file.Content); err != nil {
				return nil, err
			}
		}
	}
	return nil, nil
}

func write(name string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, content, 0o644)
}

// writeInfo writes the table by which Dolos finds the files and names them.
func writeInfo(dir string, rows [][]string) error {
	slices.SortFunc(rows, slices.Compare)
	var text strings.Builder
	table := csv.NewWriter(&text)
	if err := table.WriteAll(append([][]string{{"filename", "full_name", "created_at"}}, rows...)); err != nil {
		return err
	}
	return write(filepath.Join(dir, "info.csv"), []byte(text.String()))
}
