package export

import (
	"cmp"
	"io"
	"strings"

	"github.com/podium-labs/podium/graders/result"
)

// The document of a Gradescope autograder: https://gradescope-autograders.readthedocs.io/en/latest/specs/#output-format
type gradescopeResults struct {
	Score            int              `json:"score"`
	ExecutionTime    float64          `json:"execution_time"`
	Output           string           `json:"output"`
	OutputFormat     string           `json:"output_format"`
	Visibility       string           `json:"visibility"`
	StdoutVisibility string           `json:"stdout_visibility"`
	ExtraData        gradescopeExtra  `json:"extra_data"`
	Tests            []gradescopeTest `json:"tests"`
}

type gradescopeTest struct {
	Name         string   `json:"name"`
	Number       string   `json:"number"`
	Score        int      `json:"score"`
	MaxScore     int      `json:"max_score"`
	Status       string   `json:"status"`
	Output       string   `json:"output"`
	OutputFormat string   `json:"output_format"`
	Visibility   string   `json:"visibility"`
	Tags         []string `json:"tags"`
}

// gradescopeExtra comes back to later gradings of the same student; only machines read it.
type gradescopeExtra struct {
	Records []gradescopeRecord `json:"podium"`
}

type gradescopeRecord struct {
	Lab     string         `json:"lab"`
	Digest  string         `json:"lab_digest"`
	Podium  string         `json:"podium"`
	Outcome result.Outcome `json:"outcome"`
	Score   int            `json:"score"`
}

// Gradescope writes results.json for Gradescope. Hidden checks are in it with their visibility, which Gradescope heeds. There
// is no way to say that a submission has no score, so a record without one is an UngradedError.
func Gradescope(w io.Writer, records []*result.Record, o Options) error {
	if err := oneSubmission(records); err != nil {
		return err
	}
	all, err := graded(records)
	if err != nil {
		return err
	}
	document := gradescopeResults{
		Score: all.score, ExecutionTime: took(records).Seconds(), Output: gradescopeOutput(records, o), OutputFormat: "md",
		Visibility: "visible", StdoutVisibility: "hidden", Tests: []gradescopeTest{},
	}
	for _, r := range records {
		document.ExtraData.Records = append(document.ExtraData.Records, gradescopeRecord{
			Lab: named(r.Lab), Digest: label(r.LabDigest), Podium: label(r.Podium), Outcome: r.Outcome, Score: *r.Score})
	}
	for _, next := range rows(records, o.words()) {
		document.Tests = append(document.Tests, newGradescopeTest(next, o))
	}
	return writeJSON(w, document)
}

func newGradescopeTest(next row, o Options) gradescopeTest {
	check := next.check
	// Whoever is shown the test may read about it, so nothing is held back here.
	name := next.name
	if !check.Visible() {
		name = named(next.task.ID) + ": " + sentence(cmp.Or(check.Title, check.ID))
	}
	test := gradescopeTest{
		Name: name, Number: next.number, Score: check.Points, MaxScore: check.MaxPoints, Status: "failed",
		OutputFormat: "md", Visibility: "hidden", Tags: []string{named(next.record.Lab), named(next.task.ID)},
	}
	switch check.Visibility {
	case "", "visible":
		test.Visibility = "visible"
	case "after_due_date", "after_published":
		test.Visibility = check.Visibility
	}
	if check.Status == result.Passed {
		test.Status = "passed"
		return test
	}
	test.Output = factList(factsOf(o.words(), next.record, next.task, check))
	return test
}

// gradescopeOutput says how the labs ended, above all tests.
func gradescopeOutput(records []*result.Record, o Options) string {
	var lines []string
	for _, r := range records {
		line := "- " + markdown(named(r.Lab)) + ": " + sum([]*result.Record{r}).String()
		if text := result.OutcomeText(o.words(), r.Outcome); text != "" {
			line += ". " + text
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}
