package export

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/podium-labs/podium/graders/result"
)

// classroom50Schema names the document: https://github.com/foundation50/classroom50, schemas/result-v1.schema.json.
const classroom50Schema = "classroom50/result/v1"

type classroom50Result struct {
	Schema         string            `json:"schema"`
	Classroom      string            `json:"classroom"`
	Assignment     string            `json:"assignment"`
	AssignmentType string            `json:"assignment_type"`
	Owner          string            `json:"owner"`
	Submission     string            `json:"submission"`
	Commit         string            `json:"commit"`
	Release        string            `json:"release"`
	Review         string            `json:"review"`
	Datetime       string            `json:"datetime"`
	GradedAt       string            `json:"graded_at"`
	Score          int               `json:"score"`
	MaxScore       int               `json:"max-score"`
	Tests          []classroom50Test `json:"tests"`
}

type classroom50Test struct {
	Name     string `json:"test-name"`
	Passed   bool   `json:"passed"`
	Score    int    `json:"score"`
	MaxScore int    `json:"max-score"`
	Message  string `json:"message,omitempty"`
}

// classroom50Variables are what its runner says in any case.
func classroom50Variables() []string {
	return []string{"CLASSROOM", "ASSIGNMENT", "OWNER", "SUBMISSION_TAG", "COMMIT_URL", "RELEASE_URL"}
}

// Classroom50 writes result.json for Classroom 50, whose runner says in the environment what is graded. A record without a
// score is an UngradedError: there, an exit code other than 0 means that the infrastructure failed.
func Classroom50(w io.Writer, records []*result.Record, o Options) error {
	if err := oneSubmission(records); err != nil {
		return err
	}
	all, err := graded(records)
	if err != nil {
		return err
	}
	document := classroom50Result{
		Schema: classroom50Schema, Datetime: utcSeconds(submittedAt(records)), GradedAt: utcSeconds(gradedAt(records)),
		Score: all.score, MaxScore: all.most, Tests: []classroom50Test{},
	}
	if err := document.identify(o.getenv); err != nil {
		return err
	}
	for _, next := range rows(records, o.words()) {
		document.Tests = append(document.Tests, classroom50Test{
			Name: next.name, Passed: next.status == result.Passed, Score: next.check.Points, MaxScore: next.check.MaxPoints, Message: next.message})
	}
	return writeJSON(w, document)
}

// identify takes from the environment what only the runner knows.
func (d *classroom50Result) identify(getenv func(string) string) error {
	var missing []string
	get := func(name string) string {
		value := result.Clean(getenv(name))
		if value == "" {
			missing = append(missing, name)
		}
		return value
	}
	d.Classroom, d.Assignment, d.Owner = get("CLASSROOM"), get("ASSIGNMENT"), get("OWNER")
	d.Submission, d.Commit, d.Release = get("SUBMISSION_TAG"), get("COMMIT_URL"), get("RELEASE_URL")
	d.AssignmentType, d.Review = result.Clean(getenv("ASSIGNMENT_TYPE")), result.Clean(getenv("REVIEW_URL"))
	if d.AssignmentType == "" {
		d.AssignmentType = "individual"
	}
	if d.Review == "" {
		d.Review = d.Commit // where there is nothing to compare with
	}
	switch {
	case len(missing) > 0:
		return fmt.Errorf("not set in the environment: %s", strings.Join(missing, ", "))
	case d.AssignmentType != "individual" && d.AssignmentType != "group":
		return fmt.Errorf("the variable ASSIGNMENT_TYPE is %q, not individual or group", d.AssignmentType)
	case !strings.HasPrefix(d.Submission, "submit/"):
		return fmt.Errorf("the variable SUBMISSION_TAG is %q and does not begin with submit/", d.Submission)
	}
	return nil
}

// utcSeconds is a moment in whole seconds of UTC, which some readers insist on.
func utcSeconds(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05Z") }
