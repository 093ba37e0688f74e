package export

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"

	"github.com/podium-labs/podium/graders/result"
)

// The step output that https://github.com/classroom-resources/autograding-grading-reporter reads from <ID>_RESULTS.
type classroomResources struct {
	Version  int             `json:"version"`
	Status   string          `json:"status"`
	MaxScore int             `json:"max_score"`
	Tests    []classroomTest `json:"tests"`
}

type classroomTest struct {
	Name   string `json:"name"`
	Status string `json:"status"`
	// Score is left out where there is none. A check gives all or nothing, because the reporter counts rows in its table and
	// adds up scores in its total.
	Score    *int    `json:"score,omitempty"`
	Message  string  `json:"message"`
	TestCode string  `json:"test_code"`
	Filename string  `json:"filename"`
	LineNo   int     `json:"line_no"`
	Duration float64 `json:"duration"` // milliseconds
}

// ClassroomResources writes "result=" and the base64 of the document, a line for $GITHUB_OUTPUT. Without a score the status is
// "error" and the maximum 0: the reporter then fails the job and reports no points at all, instead of none.
func ClassroomResources(w io.Writer, records []*result.Record, o Options) error {
	if err := oneSubmission(records); err != nil {
		return err
	}
	document := classroomResources{Version: 1, Status: "error", Tests: []classroomTest{}}
	if all := sum(records); all.ungraded != nil {
		document.Tests = append(document.Tests, classroomTest{Name: named(all.ungraded.Lab), Status: "error", Message: why(o.words(), all.ungraded)})
	} else {
		document.list(all, rows(records, o.words()))
	}
	data, err := json.Marshal(document)
	if err != nil {
		return fmt.Errorf("encode report: %w", err)
	}
	if _, err := fmt.Fprintf(w, "result=%s\n", base64.StdEncoding.EncodeToString(data)); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}

func (d *classroomResources) list(all total, list []row) {
	d.Status, d.MaxScore = "pass", all.most
	for _, next := range list {
		test := classroomTest{Name: next.name, Status: "pass", Score: &next.check.Points, Message: next.message, Duration: float64(next.check.DurationMS)}
		if next.status != result.Passed {
			test.Status, d.Status = "fail", "fail"
		}
		d.Tests = append(d.Tests, test)
	}
}
