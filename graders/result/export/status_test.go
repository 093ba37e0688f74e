package export

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/result"
)

// noFile is what a format comes to that has no way to say it.
const noFile = "no file"

// TestStatuses is the table of what a status of ours is in every format. Each document is read as its reader does.
func TestStatuses(t *testing.T) {
	table := []struct {
		status  result.Status
		outcome result.Outcome
		want    map[string]string
	}{
		{result.Passed, "", map[string]string{
			"junit": "-", "gradescope": "passed 7", "classroom50": "true 7", "classroom-resources": "pass 7/7", "ctrf": "passed", "prairielearn": "7 1",
			"lti-ags": "7 FullyGraded", "csv": "graded 7", "markdown": "7/7", "github-summary": "7/7", "github-annotations": "7/7"}},
		{result.Failed, "", map[string]string{
			"junit": "failure", "gradescope": "failed 0", "classroom50": "false 0", "classroom-resources": "fail 0/7", "ctrf": "failed", "prairielearn": "0 0",
			"lti-ags": "0 FullyGraded", "csv": "graded 0", "markdown": "0/7", "github-summary": "0/7", "github-annotations": "error 0/7"}},
		{result.Blocked, "", map[string]string{
			"junit": "skipped blocked by", "gradescope": "failed 0 blocked by", "classroom50": "false 0 blocked by", "classroom-resources": "fail 0/7 blocked by", "ctrf": "skipped blocked by", "prairielearn": "0 0 blocked by",
			"lti-ags": "0 FullyGraded", "csv": "graded 0", "markdown": "0/7 blocked by", "github-summary": "0/7 blocked by", "github-annotations": "error 0/7 blocked by"}},
		{result.Failed, result.LearnerTimeout, map[string]string{
			"junit": "failure out of time", "gradescope": "failed 0 out of time", "classroom50": "false 0 out of time", "classroom-resources": "fail 0/7 out of time",
			"ctrf": "failed out of time", "prairielearn": "0 0 out of time", "lti-ags": "0 FullyGraded", "csv": "learner_timeout 0",
			"markdown": "0/7 out of time", "github-summary": "0/7 out of time", "github-annotations": "error 0/7 out of time"}},
		{result.Errored, result.InfraError, map[string]string{
			"junit": "error infrastructure", "gradescope": noFile, "classroom50": noFile, "classroom-resources": "error none/0", "ctrf": "other infra_error",
			"prairielearn": "not gradable", "lti-ags": "none Failed", "csv": "infra_error blank", "markdown": "-/7", "github-summary": "-/7", "github-annotations": "error -/7"}},
		{result.Failed, result.Tampered, map[string]string{
			"junit": "error tampering", "gradescope": noFile, "classroom50": noFile, "classroom-resources": "error none/0", "ctrf": "other tampered",
			"prairielearn": "not gradable", "lti-ags": "none PendingManual", "csv": "tampered blank", "markdown": "-/7", "github-summary": "-/7", "github-annotations": "error -/7"}},
		{"", result.InvalidSubmission, map[string]string{
			"junit": "error submission", "gradescope": noFile, "classroom50": noFile, "classroom-resources": "error none/0", "ctrf": "other invalid_submission",
			"prairielearn": "not gradable", "lti-ags": "none Failed", "csv": "invalid_submission blank", "markdown": "-/0", "github-summary": "-/0", "github-annotations": "error -/0"}},
	}
	for _, c := range table {
		for _, format := range Formats() {
			t.Run(fmt.Sprintf("%s%s/%s", c.status, c.outcome, format.Name), func(t *testing.T) {
				want, ok := c.want[format.Name]
				if !ok {
					t.Fatal("not in the table")
				}
				var out bytes.Buffer
				err := format.Write(&out, []*result.Record{single(c.status, c.outcome)}, Options{Getenv: classroom})
				got := noFile
				if _, ungraded := errors.AsType[*UngradedError](err); !ungraded {
					if err != nil {
						t.Fatal(err)
					}
					got = read(t, format.Name, out.Bytes())
				} else if out.Len() > 0 {
					t.Errorf("an error, and yet %s", out.String())
				}
				if got != want {
					t.Errorf("got %q, want %q from\n%s", got, want, out.String())
				}
			})
		}
	}
}

// single is a record of one check, or of none if the status is empty.
func single(status result.Status, outcome result.Outcome) *result.Record {
	r := ended(result.InvalidSubmission)
	r.Outcome = outcome
	if outcome == "" || outcome == result.LearnerTimeout {
		r.Error = nil
	}
	if status != "" {
		r.Tasks = []result.Task{{ID: "task", Title: "Task", Checks: []result.Check{
			{ID: "check", Title: "Check", Status: status, MaxPoints: 7, Expected: "something", Actual: "nothing", Visibility: "visible"}}}}
	}
	r.Sum()
	return r
}

// read says in a few words what a reader of the format finds.
func read(t *testing.T, format string, data []byte) string {
	t.Helper()
	var said string
	switch format {
	case "junit":
		said = readJUnit(t, data)
	case "csv":
		lines, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
		if err != nil || len(lines) != 2 {
			t.Fatalf("%d lines, %v", len(lines), err)
		}
		said = lines[1][4] + " " + cmp.Or(lines[1][5], "blank")
	case "markdown", "github-summary":
		said = strings.TrimPrefix(strings.SplitN(string(data), "\n", 2)[0], "# lab-2: ")
	case "github-annotations":
		said = readAnnotations(string(data))
	default:
		said = readJSON(t, format, data)
	}
	for _, text := range []string{"blocked by", "out of time"} {
		if shown, err := decoded(format, data); err == nil && bytes.Contains(shown, []byte(text)) && speaks(format) {
			said += " " + text
		}
	}
	return said
}

// speaks is true where the table of formats asks for a text.
func speaks(format string) bool {
	return format != "csv" && format != "lti-ags"
}

func readJUnit(t *testing.T, data []byte) string {
	t.Helper()
	suite, found := parse(t, data)
	last := suite.Cases[len(suite.Cases)-1]
	switch {
	case last.Error != nil:
		return "error " + last.Error.Type
	case found.failures > 0:
		return "failure"
	case found.skipped > 0:
		return "skipped"
	}
	return "-"
}

func readAnnotations(text string) string {
	said := text[strings.LastIndex(strings.TrimSpace(text), " ")+1:]
	if strings.Contains(text, "::error ") {
		said = "error " + said
	}
	return strings.TrimSpace(said)
}

func readJSON(t *testing.T, format string, data []byte) string {
	t.Helper()
	data, err := decoded(format, data)
	if err != nil {
		t.Fatal(err)
	}
	var d struct {
		Status          string
		MaxScore        int `json:"max_score"`
		Gradable        bool
		Score           *float64
		ScoreGiven      *int
		GradingProgress string
		Tests           []readTest
		Results         struct{ Tests []readTest }
	}
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	if format == "lti-ags" {
		return number(d.ScoreGiven) + " " + d.GradingProgress
	}
	if format == "prairielearn" && !d.Gradable && d.Score == nil {
		return "not gradable"
	}
	tests := slices.Concat(d.Tests, d.Results.Tests)
	if len(tests) == 0 {
		t.Fatalf("no tests in %s", data)
	}
	test := tests[len(tests)-1]
	switch format {
	case "gradescope":
		return test.Status + " " + number(test.Score)
	case "classroom50":
		return fmt.Sprint(test.Passed, " ", number(test.Score))
	case "classroom-resources":
		return fmt.Sprintf("%s %s/%d", d.Status, number(test.Score), d.MaxScore)
	case "prairielearn":
		return fmt.Sprint(number(test.Points), " ", *d.Score)
	}
	if test.Status == "other" {
		return "other " + test.RawStatus
	}
	return test.Status
}

type readTest struct {
	Status, RawStatus string
	Passed            bool
	Score, Points     *int
}

func number(n *int) string {
	if n == nil {
		return "none"
	}
	return fmt.Sprint(*n)
}
