package batch

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/graders/batch/gradebook"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
)

// gradebookFile is a gradebook that is to be filled in.
type gradebookFile struct {
	format  string
	content []byte
}

// openGradebooks reads them, so that one that cannot be filled in is found before the gradings and not after them.
func (f *flags) openGradebooks() ([]gradebookFile, error) {
	var books []gradebookFile
	for _, wanted := range f.gradebooks {
		format, name, ok := strings.Cut(wanted, "=")
		if !ok || name == "" || !slices.Contains(gradebook.Formats(), format) {
			return nil, exit.With(exit.Usage, lang.Errorf("cannot use --gradebook %s", wanted), "for example: --gradebook canvas=export.csv (there are: "+strings.Join(gradebook.Formats(), ", ")+")")
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return nil, exit.With(exit.Usage, lang.Errorf("read gradebook: %w", err), "")
		}
		if _, err := gradebook.Fill(format, content, f.gradebookColumn, nil); err != nil {
			return nil, exit.With(exit.Usage, fmt.Errorf("%s: %w", name, err), "export it again, or name the column with --gradebook-column")
		}
		books = append(books, gradebookFile{format: format, content: content})
	}
	return books, nil
}

// fill writes a gradebook with the scores beside the summary.
func (e *ending) fill(book gradebookFile) error {
	filled, err := gradebook.Fill(book.format, book.content, e.gradebookColumn, scores(e.results.Records))
	if err != nil {
		return exit.With(exit.Usage, err, "")
	}
	name := filepath.Join(e.out, "gradebook-"+book.format+".csv")
	if err := os.WriteFile(name, filled.Content, 0o644); err != nil {
		return exit.With(exit.Infrastructure, lang.Errorf("write gradebook: %w", err), "")
	}
	stderr := e.cmd.ErrOrStderr()
	if len(filled.Strangers) > 0 {
		fmt.Fprintln(stderr, e.words.Sprintf("not in the gradebook: %s", result.Clean(strings.Join(filled.Strangers, ", "))))
	}
	if len(filled.Locked) > 0 {
		fmt.Fprintln(stderr, e.words.Sprintf("the gradebook does not let their grade be changed: %s", result.Clean(strings.Join(filled.Locked, ", "))))
	}
	if *e.output != "json" {
		_, err = fmt.Fprintln(e.cmd.OutOrStdout(), e.words.Sprintf("%s: %d grades in column %s", e.at(filepath.Base(name)), filled.Cells, result.Clean(filled.Column)))
	}
	return err
}

// scores are the totals of those who have a score in every lab.
func scores(records []*result.Record) map[string]gradebook.Score {
	sets := map[string]result.Set{}
	for _, record := range records {
		sets[record.Submission.ID] = append(sets[record.Submission.ID], record)
	}
	all := map[string]gradebook.Score{}
	for id, set := range sets {
		if total := set.Score(); total != nil {
			all[gradebook.FromDownload(id)] = gradebook.Score{Points: *total, Max: set.MaxScore()}
		}
	}
	return all
}
