package export

import (
	"io"

	"github.com/podium-labs/podium/graders/result"
)

// The score of LTI Assignment and Grade Services 2.0, media type application/vnd.ims.lis.v1.score+json:
// https://www.imsglobal.org/spec/lti-ags/v2p0#score-publish-service
type ltiScore struct {
	UserID           string        `json:"userId"`
	ScoreGiven       *int          `json:"scoreGiven,omitempty"`
	ScoreMaximum     *int          `json:"scoreMaximum,omitempty"`
	Comment          string        `json:"comment,omitempty"`
	Timestamp        string        `json:"timestamp"`
	ActivityProgress string        `json:"activityProgress"`
	GradingProgress  string        `json:"gradingProgress"`
	Submission       ltiSubmission `json:"submission"`
}

type ltiSubmission struct {
	SubmittedAt string `json:"submittedAt"`
}

// ltiTime has the fraction of a second that the specification asks for.
const ltiTime = "2006-01-02T15:04:05.000Z"

// LTI writes the score document of a submission whose id is the platform's user id. Without a score it holds none, and
// the progress of the grading is Failed, or PendingManual where a person has to look.
func LTI(w io.Writer, records []*result.Record, o Options) error {
	if err := oneSubmission(records); err != nil {
		return err
	}
	all := sum(records)
	document := ltiScore{
		UserID: named(records[0].Submission.ID), Timestamp: gradedAt(records).Format(ltiTime), ActivityProgress: "Completed",
		GradingProgress: "FullyGraded", Submission: ltiSubmission{SubmittedAt: submittedAt(records).Format(ltiTime)},
	}
	if all.ungraded == nil {
		document.ScoreGiven, document.ScoreMaximum = &all.score, &all.most
		return writeJSON(w, document)
	}
	document.ActivityProgress, document.GradingProgress = "Submitted", "Failed"
	if all.ungraded.Outcome == result.Tampered {
		document.GradingProgress = "PendingManual"
	}
	document.Comment = why(o.words(), all.ungraded)
	return writeJSON(w, document)
}
