package batch

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/podium-labs/podium/graders/batch/journal"
	"github.com/podium-labs/podium/graders/batch/roster"
	"github.com/podium-labs/podium/graders/batch/summary"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/result/export"
)

// The files that sum a batch up, in its folder.
const (
	SummaryCSV  = "summary.csv"
	SummaryHTML = "summary.html"
)

// Results are what a batch has come to so far.
type Results struct {
	// Records hold one for each submission and lab, also for those without a result. Submissions that the infrastructure failed come first, then
	// they are sorted by ID. Texts that no summary shows are left out.
	Records []*result.Record
	// Rounds are the regrades.
	Rounds []summary.Round
}

// Infra are the records without a score that no submission is to blame for.
func (r *Results) Infra() []*result.Record {
	var failed []*result.Record
	for _, record := range r.Records {
		if record.Outcome == result.InfraError {
			failed = append(failed, record)
		}
	}
	return failed
}

// Collect reads the results of a batch. What has none is blank.
func Collect(options Options) (*Results, error) {
	options = options.withDefaults()
	state, err := journal.Read(options.Out)
	if err != nil {
		return nil, err
	}
	c := collector{options: &options, state: state, store: options.store()}
	var first, rest []*result.Record
	for _, entry := range slices.SortedFunc(slices.Values(options.Entries), func(a, b roster.Entry) int { return strings.Compare(a.ID, b.ID) }) {
		records, err := c.submission(entry.ID)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(records, func(r *result.Record) bool { return r.Outcome == result.InfraError }) {
			first = append(first, records...)
		} else {
			rest = append(rest, records...)
		}
	}
	rounds, err := c.rounds()
	return &Results{Records: append(first, rest...), Rounds: rounds}, err
}

// collector reads records.
type collector struct {
	options *Options
	state   *journal.State
	store   *store
}

func (c *collector) submission(id string) ([]*result.Record, error) {
	var records []*result.Record
	words := c.options.Words
	for _, lab := range c.options.Labs {
		item := journal.Item{ID: id, Lab: lab.ID}
		var record *result.Record
		known, ok := c.state.Result(item)
		fault := &result.Error{Phase: "batch", Message: words.Sprintf("not graded yet")}
		at, taken := c.state.Quarantined(item)
		var err error
		switch {
		case ok:
			record, err = c.store.load(known.Record)
			fault.Message = words.Sprintf("the record is lost")
			if known.Scored() {
				fault.Message = words.Sprintf("the record is lost; its score was %d of %d", *known.Score, known.MaxScore)
			}
		case taken:
			record, err = quarantined(c.options, lab, id, at)
		}
		if record == nil || err != nil {
			if record, err = blank(c.options, lab, id, fault); err != nil {
				return nil, err
			}
		}
		record.Submission.ID = id
		records = append(records, slim(record))
	}
	return records, nil
}

// slim leaves out what is only for the report of one submission, so that thousands fit into memory.
func slim(r *result.Record) *result.Record {
	r.Warnings = nil
	for i := range r.Tasks {
		task := &r.Tasks[i]
		task.Steps, task.Note = nil, ""
		for j := range task.Checks {
			check := &task.Checks[j]
			check.When = nil
			if check.Status == result.Passed {
				check.Expected, check.Actual, check.Why, check.Layer = "", "", nil, nil
			}
		}
	}
	return r
}

// rounds tells what came of regrades.
func (c *collector) rounds() ([]summary.Round, error) {
	var rounds []summary.Round
	for _, round := range c.state.Rounds() {
		next := summary.Round{Which: round.Which}
		for _, change := range round.Changes {
			before, err := c.store.load(change.Before)
			after, err2 := c.store.load(change.After)
			if err = errors.Join(err, err2); errors.Is(err, errLost) {
				continue
			}
			if err != nil {
				return nil, err
			}
			next.Changes = append(next.Changes, summary.Compare(before, after, change.Kept))
		}
		rounds = append(rounds, next)
	}
	return rounds, nil
}

// Summarise writes summary.csv, summary.html and what came of each regrade into the folder of the batch. Files that say the same already are
// left alone.
func Summarise(options Options) (*Results, error) {
	results, err := Collect(options)
	if err != nil {
		return nil, err
	}
	var table, page bytes.Buffer
	if err := export.CSV(&table, results.Records, options.Export); err != nil {
		return nil, err
	}
	if err := summary.Page(&page, summary.Data{Records: results.Records, Words: options.Words, Several: len(options.Labs) > 1}); err != nil {
		return nil, err
	}
	files := map[string][]byte{SummaryCSV: table.Bytes(), SummaryHTML: page.Bytes()}
	for i, round := range results.Rounds {
		var text bytes.Buffer
		if err := summary.WriteRound(&text, round); err != nil {
			return nil, err
		}
		files[fmt.Sprintf("regrade-%d.csv", i+1)] = text.Bytes()
	}
	for name, content := range files {
		path := filepath.Join(options.Out, name)
		if there, err := os.ReadFile(path); err == nil && bytes.Equal(there, content) {
			continue
		}
		if err := replace(path, content, false); err != nil {
			return nil, fmt.Errorf("write %s: %w", name, err)
		}
	}
	return results, nil
}
