package grade

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/cmd/podium/providers"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/run"
	"github.com/podium-labs/podium/labs"
)

// Request says what to grade.
type Request struct {
	Lab *labs.Lab
	// Dir is the submission's folder.
	Dir string
	// Clusters hands out the cluster.
	Clusters run.Clusters
	// Language is that of the record, Podium the version that it names.
	Language, Podium string
	// AnswerLimit bounds each file of an answer; a minute if zero.
	AnswerLimit time.Duration
	// Progress, if set, tells a person what is going on.
	Progress *ui.Progress
	// Log takes what is for the operator only.
	Log io.Writer
}

// Folder grades a folder. A submission that cannot be graded is a record too.
func Folder(ctx context.Context, r Request) (*result.Record, error) {
	submission, err := answer.Load(ctx, r.Dir, r.Lab.ID, r.Lab.TaskIDs())
	if invalid, ok := errors.AsType[*answer.InvalidError](err); ok {
		return run.Invalid(r.Lab, r.Dir, r.Language, r.Podium, invalid)
	}
	if err != nil {
		return nil, exit.With(exit.Usage, err, "DIR must hold "+"answers/"+r.Lab.ID+"/")
	}
	binary, err := os.Executable()
	if err != nil {
		return nil, exit.With(exit.Infrastructure, fmt.Errorf("find own executable: %w", err), "")
	}
	budgets := providers.Budgets(r.Clusters.Kind())
	budgets.Answer = max(budgets.Answer, r.AnswerLimit)
	return run.Grade(ctx, run.Options{
		Lab: r.Lab, Submission: submission, Binary: binary, Language: r.Language, Version: r.Podium, Log: r.Log,
		Budgets: budgets, Clusters: r.Clusters, Progress: r.tell,
	})
}

// tell puts an event of the grading into words.
func (r Request) tell(event run.Event) {
	switch {
	case r.Progress == nil:
	case event.Began != "":
		r.Progress.Stepf("%s %s", r.Lab.ID, event.Began)
	case event.Check != nil:
		r.Progress.Stepf("%s %s/%s: %s", r.Lab.ID, event.Task, event.Check.ID, event.Check.Status)
	}
}
