package grade

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	labscmd "github.com/podium-labs/podium/cmd/podium/labs"
	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/submission"
	"github.com/podium-labs/podium/labs"
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

// open opens a source once for all labs, so that each is graded as of the same commit.
func (f *sourceFlags) open(ctx context.Context, name string, chosen []*labs.Lab) (*Source, error) {
	options, err := f.options()
	if err != nil {
		return nil, err
	}
	for _, lab := range chosen {
		options.Labs = append(options.Labs, lab.ID)
	}
	return openSource(ctx, name, options)
}

// Source is a submission that is open. One that must not be read is a Source too: each of its labs has a record of that.
type Source struct {
	opened  *submission.Opened
	invalid *answer.InvalidError
}

func openSource(ctx context.Context, name string, options submission.Options) (*Source, error) {
	options.Known = labscmd.IDs()
	opened, err := submission.Open(ctx, name, options)
	if invalid, ok := errors.AsType[*answer.InvalidError](err); ok {
		return &Source{opened: opened, invalid: invalid}, nil
	}
	if fault, ok := errors.AsType[*submission.SourceError](err); ok {
		code := exit.Infrastructure
		if fault.Usage {
			code = exit.Usage
		}
		return nil, exit.With(code, err, fault.Next)
	}
	if err != nil {
		return nil, err
	}
	return &Source{opened: opened}, nil
}

// Close removes what was copied.
func (s *Source) Close() error {
	if err := s.opened.Close(); err != nil {
		return exit.With(exit.Infrastructure, err, "")
	}
	return nil
}

// load reads the answers to the lab. With an InvalidError it returns what is known of where they come from.
func (r *Request) load(ctx context.Context) (_ *answer.Submission, err error) {
	source := r.Source
	if source == nil {
		if source, err = openSource(ctx, r.Dir, submission.Options{Labs: []string{r.Lab.ID}}); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, source.Close()) }()
	}
	known := &answer.Submission{ID: source.opened.ID, Commit: source.opened.Commit, SubmittedAt: source.opened.SubmittedAt}
	if source.invalid != nil {
		return known, source.invalid
	}
	loaded, err := source.opened.Load(ctx, r.Lab.ID, r.Lab.TaskIDs())
	if invalid, ok := errors.AsType[*answer.InvalidError](err); ok {
		return known, invalid
	}
	if err != nil {
		return nil, exit.Advise(exit.Usage, err, lang.M("SOURCE must hold answers/%s/", r.Lab.ID))
	}
	return loaded, nil
}
