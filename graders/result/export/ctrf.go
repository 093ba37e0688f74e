package export

import (
	"io"

	"github.com/podium-labs/podium/graders/result"
)

// ctrfVersion is the version of the Common Test Report Format that is written: https://ctrf.io/docs/specification/overview
const ctrfVersion = "0.1.0"

type ctrfReport struct {
	ReportFormat string      `json:"reportFormat"`
	SpecVersion  string      `json:"specVersion"`
	Timestamp    string      `json:"timestamp"`
	GeneratedBy  string      `json:"generatedBy"`
	Results      ctrfResults `json:"results"`
}

type ctrfResults struct {
	Tool    ctrfTool    `json:"tool"`
	Summary ctrfSummary `json:"summary"`
	Tests   []ctrfTest  `json:"tests"`
}

type ctrfTool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// ctrfSummary counts; start and stop are milliseconds since 1970.
type ctrfSummary struct {
	Tests   int       `json:"tests"`
	Passed  int       `json:"passed"`
	Failed  int       `json:"failed"`
	Skipped int       `json:"skipped"`
	Pending int       `json:"pending"`
	Other   int       `json:"other"`
	Suites  int       `json:"suites"`
	Start   int64     `json:"start"`
	Stop    int64     `json:"stop"`
	Extra   ctrfScore `json:"extra"`
}

type ctrfTest struct {
	Name      string     `json:"name"`
	Status    string     `json:"status"`
	RawStatus string     `json:"rawStatus"`
	Duration  int64      `json:"duration"` // milliseconds
	Suite     []string   `json:"suite"`
	Message   string     `json:"message,omitempty"`
	Extra     *ctrfScore `json:"extra,omitempty"`
}

// ctrfScore are points, which the format has no field for. Points is null where there is no score.
type ctrfScore struct {
	Points    *int `json:"points"`
	MaxPoints int  `json:"maxPoints"`
}

// CTRF writes a report in the Common Test Report Format: every check a test. What infrastructure kept from being checked is
// "other" with the raw status "infra_error", and there are no points then.
func CTRF(w io.Writer, records []*result.Record, o Options) error {
	if err := oneSubmission(records); err != nil {
		return err
	}
	all, last := sum(records), gradedAt(records)
	results := ctrfResults{Tool: ctrfTool{Name: "podium", Version: label(records[0].Podium)}, Tests: []ctrfTest{}}
	results.Summary = ctrfSummary{Suites: len(records), Start: last.Add(-took(records)).UnixMilli(), Stop: last.UnixMilli(), Extra: ctrfScore{MaxPoints: all.most}}
	if all.ungraded == nil {
		results.Summary.Extra.Points = &all.score
	}
	for _, next := range rows(records, o.words()) {
		results.add(newCTRFTest(next))
	}
	for _, r := range records {
		if !r.Scored() {
			results.add(ctrfTest{Name: named(r.Lab), Status: "other", RawStatus: string(r.Outcome), Suite: []string{named(r.Lab)}, Message: why(o.words(), r)})
		}
	}
	return writeJSON(w, ctrfReport{
		ReportFormat: "CTRF", SpecVersion: ctrfVersion, Timestamp: utcSeconds(last), GeneratedBy: "podium", Results: results})
}

func newCTRFTest(next row) ctrfTest {
	test := ctrfTest{
		Name: next.name, RawStatus: string(next.status), Duration: next.check.DurationMS,
		Suite: []string{named(next.record.Lab), named(next.task.ID)}, Message: next.message,
	}
	if next.record.Scored() {
		test.Extra = &ctrfScore{Points: &next.check.Points, MaxPoints: next.check.MaxPoints}
	}
	switch next.status {
	case result.Passed:
		test.Status = "passed"
	case result.Failed:
		test.Status = "failed"
	case result.Blocked:
		test.Status = "skipped"
	case result.Errored:
		test.Status, test.RawStatus = "other", string(result.InfraError)
	}
	return test
}

func (r *ctrfResults) add(test ctrfTest) {
	r.Tests = append(r.Tests, test)
	r.Summary.Tests++
	switch test.Status {
	case "passed":
		r.Summary.Passed++
	case "failed":
		r.Summary.Failed++
	case "skipped":
		r.Summary.Skipped++
	default:
		r.Summary.Other++
	}
}
