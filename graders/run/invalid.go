package run

import (
	"path/filepath"
	"time"

	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs"
)

// Invalid is the record of a submission that cannot be graded as it is. It has no score.
func Invalid(lab *labs.Lab, dir, language, version string, fault *answer.InvalidError) (*result.Record, error) {
	record, err := newRecord(lab, language)
	if err != nil {
		return nil, err
	}
	printer, err := lang.New(language)
	if err != nil {
		return nil, err
	}
	name := filepath.Base(dir)
	if absolute, err := filepath.Abs(dir); err == nil {
		name = filepath.Base(absolute)
	}
	record.Submission.ID, record.Podium, record.Attempt = name, version, 1
	record.Outcome = result.InvalidSubmission
	record.Error = &result.Error{Phase: "submission", Message: printer.Err(fault)}
	record.GradedAt = time.Now().UTC()
	record.Sum()
	return record, nil
}
