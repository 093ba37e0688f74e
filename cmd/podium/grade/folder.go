package grade

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/cmd/podium/providers"
	"github.com/podium-labs/podium/cmd/podium/sandbox"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/run"
	"github.com/podium-labs/podium/labs"
)

// Request says what to grade.
type Request struct {
	Lab *labs.Lab
	// Dir is the submission: a folder, a git repository or an archive.
	Dir string
	// Source is Dir as it was opened for several labs; Folder opens Dir itself if it is nil.
	Source *Source
	// Clusters hands out the cluster.
	Clusters run.Clusters
	// Language is that of the record, Podium the version that it names.
	Language, Podium string
	// AnswerLimit bounds each file of an answer; a minute if zero.
	AnswerLimit time.Duration
	// Walls proves the sandbox, once for all requests that share it; Trust grades where there is none.
	Walls func(context.Context) error
	Trust bool
	// Progress, if set, tells a person what is going on.
	Progress *ui.Progress
	// Log takes what is for the operator only.
	Log io.Writer
}

// Folder grades a submission. One that cannot be graded is a record too.
func Folder(ctx context.Context, r Request) (*result.Record, error) {
	loaded, err := r.load(ctx)
	if invalid, ok := errors.AsType[*answer.InvalidError](err); ok {
		record, err := run.Invalid(r.Lab, loaded.ID, r.Language, r.Podium, invalid)
		if err == nil {
			record.Submission.Commit, record.Submission.SubmittedAt = loaded.Commit, loaded.SubmittedAt
		}
		return record, err
	}
	if err != nil {
		return nil, err
	}
	binary, err := os.Executable()
	if err != nil {
		return nil, exit.With(exit.Infrastructure, lang.Errorf("find own executable: %w", err), "")
	}
	budgets := providers.Budgets(r.Clusters.Kind())
	budgets.Answer = max(budgets.Answer, r.AnswerLimit)
	record, err := run.Grade(ctx, run.Options{
		Lab: r.Lab, Submission: loaded, Binary: binary, Language: r.Language, Version: r.Podium, Log: r.Log,
		Budgets: budgets, Clusters: r.Clusters, Progress: r.tell, Walls: r.Walls, Trust: r.Trust,
	})
	return record, sandbox.Refused(err)
}

// tell puts an event of the grading into words.
func (r Request) tell(event run.Event) {
	switch {
	case r.Progress == nil:
	case event.Began != "":
		r.Progress.Step(lang.M("%s %s", r.Lab.ID, event.Began))
	case event.Check != nil && event.Check.Visible(): // a learner may read this
		r.Progress.Step(ended(r.Lab.ID, event.Task, event.Check))
	}
}

// ended says how a check went.
func ended(lab, task string, check *result.Check) lang.Message {
	switch check.Status {
	case result.Passed:
		return lang.M("%s %s/%s: passed", lab, task, check.ID)
	case result.Failed:
		return lang.M("%s %s/%s: failed", lab, task, check.ID)
	case result.Blocked:
		return lang.M("%s %s/%s: blocked", lab, task, check.ID)
	}
	return lang.M("%s %s/%s: error", lab, task, check.ID)
}
