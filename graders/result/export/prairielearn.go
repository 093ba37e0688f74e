package export

import (
	"io"

	"github.com/podium-labs/podium/graders/result"
)

// What a PrairieLearn external grader leaves in /grade/results/results.json:
// https://prairielearn.readthedocs.io/en/latest/externalGrading/#grading-results
type prairieLearn struct {
	Gradable bool `json:"gradable"`
	// Score is from 0 to 1, and absent if the submission is not gradable: then no attempt is used up.
	Score        *float64           `json:"score,omitempty"`
	Message      string             `json:"message,omitempty"`
	FormatErrors []string           `json:"format_errors,omitempty"`
	Tests        []prairieLearnTest `json:"tests,omitempty"`
}

type prairieLearnTest struct {
	Name      string `json:"name"`
	Points    int    `json:"points"`
	MaxPoints int    `json:"max_points"`
	Message   string `json:"message,omitempty"`
}

// PrairieLearn writes results.json for PrairieLearn; without a score the submission is not gradable.
func PrairieLearn(w io.Writer, records []*result.Record, o Options) error {
	if err := oneSubmission(records); err != nil {
		return err
	}
	all := sum(records)
	if all.ungraded != nil {
		return writeJSON(w, prairieLearn{FormatErrors: []string{why(o.words(), all.ungraded)}})
	}
	document := prairieLearn{Gradable: true, Score: new(float64), Message: all.String()}
	if all.most > 0 {
		*document.Score = float64(all.score) / float64(all.most)
	}
	for _, next := range rows(records, o.words()) {
		document.Tests = append(document.Tests, prairieLearnTest{
			Name: next.name, Points: next.check.Points, MaxPoints: next.check.MaxPoints, Message: next.message})
	}
	return writeJSON(w, document)
}
