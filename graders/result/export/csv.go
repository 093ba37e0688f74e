package export

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/podium-labs/podium/graders/result"
)

// CSV writes one row a submission, with the outcome, the total, and one column a task. Cells of what was not graded are
// blank, never 0, and so is the total as long as a lab of the table is missing. Of two records of the same lab and
// submission the one that was graded later counts, unless only the earlier has a score.
func CSV(w io.Writer, records []*result.Record, _ Options) error {
	table := newTable(records)
	out := csv.NewWriter(w)
	all := [][]string{table.header()}
	for _, submission := range table.submissions {
		all = append(all, table.row(submission))
	}
	for _, line := range all {
		for i := range line {
			line[i] = cell(line[i])
		}
		if err := out.Write(line); err != nil {
			return fmt.Errorf("write CSV: %w", err)
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	return nil
}

// formula are the characters that make a spreadsheet calculate a cell; Japanese Excel takes the wide ones as well.
const formula = "=+-@\t\r\n＝＋－＠"

// cell makes a spreadsheet show foreign text as text.
func cell(text string) string {
	text = label(text)
	if text != "" && strings.ContainsAny(string([]rune(text)[:1]), formula) {
		return "'" + text
	}
	return text
}

// table is what is known by submission, lab and task.
type table struct {
	submissions, labs []string
	tasks             map[string][]string
	records           map[[2]string]*result.Record
}

func newTable(records []*result.Record) *table {
	t := &table{tasks: map[string][]string{}, records: map[[2]string]*result.Record{}}
	for _, r := range records {
		t.submissions = add(t.submissions, r.Submission.ID)
		t.labs = add(t.labs, r.Lab)
		for _, task := range r.Tasks {
			t.tasks[r.Lab] = add(t.tasks[r.Lab], task.ID)
		}
		key := [2]string{r.Submission.ID, r.Lab}
		if before := t.records[key]; before == nil || newer(r, before) {
			t.records[key] = r
		}
	}
	slices.Sort(t.labs)
	return t
}

// newer is true for a record that counts in the place of another one.
func newer(r, before *result.Record) bool {
	if r.Scored() != before.Scored() {
		return r.Scored()
	}
	return !r.GradedAt.Before(before.GradedAt)
}

func add(list []string, item string) []string {
	if slices.Contains(list, item) {
		return list
	}
	return append(list, item)
}

func (t *table) header() []string {
	line := []string{"submission", "commit", "submitted_at", "graded_at", "status", "score", "max_score"}
	for _, lab := range t.labs {
		line = append(line, lab+" status", lab+" score")
		for _, task := range t.tasks[lab] {
			line = append(line, lab+"/"+task)
		}
	}
	return line
}

func (t *table) row(submission string) []string {
	var found []*result.Record
	var columns []string
	for _, lab := range t.labs {
		r := t.records[[2]string{submission, lab}]
		if r == nil {
			columns = append(columns, make([]string, 2+len(t.tasks[lab]))...)
			continue
		}
		found = append(found, r)
		columns = append(columns, string(r.Outcome), score(r))
		for _, task := range t.tasks[lab] {
			columns = append(columns, points(r, task))
		}
	}
	all, whole := sum(found), len(found) == len(t.labs)
	line := []string{submission, found[0].Submission.Commit, moment(found[0].Submission.SubmittedAt), moment(new(gradedAt(found))), string(worst(found)), "", strconv.Itoa(all.most)}
	if all.ungraded == nil && whole {
		line[5] = strconv.Itoa(all.score)
	}
	return append(line, columns...)
}

// moment is blank where it is not known.
func moment(t *time.Time) string {
	if t == nil || t.IsZero() {
		return ""
	}
	return utcSeconds(*t)
}

func score(r *result.Record) string {
	if !r.Scored() || r.Score == nil {
		return ""
	}
	return strconv.Itoa(*r.Score)
}

func points(r *result.Record, task string) string {
	i := slices.IndexFunc(r.Tasks, func(t result.Task) bool { return t.ID == task })
	if i < 0 || !r.Scored() {
		return ""
	}
	return strconv.Itoa(r.Tasks[i].Points)
}

// worst is the outcome that somebody has to look at first.
func worst(records []*result.Record) result.Outcome {
	order := []result.Outcome{result.Graded, result.LearnerTimeout, result.InvalidSubmission, result.InfraError, result.Tampered}
	return slices.MaxFunc(records, func(a, b *result.Record) int {
		return slices.Index(order, a.Outcome) - slices.Index(order, b.Outcome)
	}).Outcome
}

// Cell makes a spreadsheet show foreign text as text: without control characters, not too long, and never as a formula.
func Cell(text string) string { return cell(text) }
