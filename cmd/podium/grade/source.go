package grade

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	labscmd "github.com/podium-labs/podium/cmd/podium/labs"
	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/submission"
)

const sourceHelp = `SOURCE is a folder, a local git repository, the URL of one (https, ssh, file, git@HOST:PATH), or an archive
(.zip, .tar.gz, .tgz, .tar). A folder is graded as its files are, a repository by URL at its default branch, unless
--commit, --branch or --deadline says otherwise. The deadline is compared with committer times, which
whoever commits can set: where minutes matter, fetch at the deadline.`

const sourceExamples = `  podium grade https://example.org/course/alice.git --lab lab-2 --deadline "2026-11-30 18:00"
  podium grade alice.zip --lab lab-2`

// sourceFlags say which state of a repository is graded.
type sourceFlags struct {
	commit   string
	branch   string
	deadline string
}

func (f *sourceFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.commit, "commit", "", "grade this commit: a hash, a tag or a branch")
	cmd.Flags().StringVar(&f.branch, "branch", "", "grade this branch of the repository instead of its default branch")
	cmd.Flags().StringVar(&f.deadline, "deadline", "", `grade the branch's last commit until then: 2026-11-30T18:00:00+09:00, "2026-11-30 18:00", 2026-11-30`)
	for _, name := range []string{"commit", "branch", "deadline"} {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
}

func (f *sourceFlags) options() (submission.Options, error) {
	options := submission.Options{Commit: f.commit, Branch: f.branch}
	if f.deadline == "" {
		return options, nil
	}
	var err error
	if options.Deadline, err = submission.ParseDeadline(f.deadline, time.Local); err != nil {
		return options, exit.With(exit.Usage, err, `for example: --deadline "2026-11-30 18:00"`)
	}
	return options, nil
}

// completeSource lets the shell complete folders and archives.
func completeSource(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveDefault
}

// load reads the answers. What was copied for that is gone when it returns. With an InvalidError it returns what is known of where
// the answers come from.
func (r *Request) load(ctx context.Context) (*answer.Submission, error) {
	options := r.Source
	options.Labs, options.Known = []string{r.Lab.ID}, labscmd.IDs()
	opened, err := submission.Open(ctx, r.Dir, options)
	if fault, ok := errors.AsType[*submission.SourceError](err); ok {
		code := exit.Infrastructure
		if fault.Usage {
			code = exit.Usage
		}
		return nil, exit.With(code, err, fault.Next)
	}
	if err != nil {
		return origin(opened), err
	}
	loaded, err := opened.Load(ctx, r.Lab.ID, r.Lab.TaskIDs())
	if closing := opened.Close(); err == nil && closing != nil {
		return nil, exit.With(exit.Infrastructure, closing, "")
	}
	if _, ok := errors.AsType[*answer.InvalidError](err); err != nil && !ok {
		return nil, exit.With(exit.Usage, err, "SOURCE must hold answers/"+r.Lab.ID+"/")
	}
	if err != nil {
		return origin(opened), err
	}
	return loaded, nil
}

func origin(opened *submission.Opened) *answer.Submission {
	if opened == nil {
		return &answer.Submission{}
	}
	return &answer.Submission{ID: opened.ID, Commit: opened.Commit, SubmittedAt: opened.SubmittedAt}
}
