// Package batch is the command that grades many submissions.
package batch

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	labscmd "github.com/podium-labs/podium/cmd/podium/labs"
	"github.com/podium-labs/podium/cmd/podium/providers"
	"github.com/podium-labs/podium/cmd/podium/sandbox"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/graders/batch"
	"github.com/podium-labs/podium/graders/lang"
)

// flags are those of the command.
type flags struct {
	out, roster      string
	work             string
	places           places
	labs, only       []string
	deadline         string
	jobs             string
	resume, dryRun   bool
	regrade          string
	canary           int
	answer           time.Duration
	gradebooks       []string
	gradebookColumn  string
	layouts          []string
	trust            bool
	output, provider *string
	source           string
	podium, invoked  string

	fleetFlags
}

const help = `Batch grades every submission of SOURCE, several at a time, each lab on a cluster of its own that has been started ahead.

SOURCE is a folder whose children are submissions (folders, git repositories, archives), or a roster: a CSV file with the
columns id and source (git URL, path, archive). With --roster, SOURCE is where the roster's paths begin; where a row has no source
it is the folder or archive that is named like the id.

SOURCE and OUT can be blob URLs: s3://BUCKET/PREFIX?region=R, gs://BUCKET/PREFIX, azblob://CONTAINER/PREFIX, file:///FOLDER, with the
credentials of each provider's own tools. SOURCE is then a prefix with a folder or an archive for each submission. OUT gets the
same files as a folder would; the journal is kept in a folder of this machine (--work) and uploaded after each
result, so that any machine can go on.

Everything is written down in OUT/journal.jsonl as it happens. Run the same command again, after Ctrl-C or a power cut, and it goes on;
what is done is not graded again unless --regrade asks for it. A regrade writes OUT/regrade-N.csv, who went up or down and by which
checks, and never puts an error in the place of a score.

Before the first submission, and after every --canary of them, a reference solution must be full (and in the beginning the starter must have
nothing): if not, the batch stops, and results since the last good proof do not count. Faults of the infrastructure are
tried again on fresh clusters; what still has no result is blank in the summary, comes first, and makes the exit code 3.

With --engine kubernetes a Job of the cluster grades, one Pod a submission, and the reference solutions in Pods between them. SOURCE and OUT are
blob URLs, or on a volume that this machine mounts too. Ctrl-C leaves the Job running; the same command with --resume collects what has come.
--dry-run prints the Job.

OUT/ID/ has record.json, report.md, junit.xml and log (in a folder for each lab, if there are several); OUT has summary.csv and summary.html.`

const examples = `  podium batch submissions --out results --labs lab-2
  podium batch roster.csv --out results --deadline "2026-11-30 18:00"
  podium batch submissions --out results --resume
  podium batch submissions --out results --regrade changed
  podium batch submissions --out results --gradebook canvas=export.csv
  podium batch "s3://course/2026?region=eu-central-1" --out "s3://course/results?region=eu-central-1"
  podium batch gs://course/2026 --out gs://course/results --engine kubernetes --image registry.example.org/podium:v1 --jobs 50`

// NewCommand returns "podium batch".
func NewCommand(settings *ui.Settings, podium string) *cobra.Command {
	f := &flags{podium: podium}
	cmd := &cobra.Command{
		Use: "batch SOURCE --out OUT", Short: "Grade many submissions, resumably, with a summary", Long: help, Example: examples, Args: cobra.ExactArgs(1),
	}
	set := cmd.Flags()
	set.StringVar(&f.out, "out", "", "folder or blob URL for the results and the journal")
	set.StringVar(&f.work, "work", "", "folder for the journal where OUT is a blob URL (default: one in your cache, the same for each run)")
	set.StringVar(&f.roster, "roster", "", "CSV file that says whose submissions are graded; SOURCE is then where its paths begin")
	set.StringSliceVar(&f.labs, "labs", nil, "the labs to grade, for example lab-1,lab-2 (default: all)")
	set.StringVar(&f.deadline, "deadline", "", `grade each repository's last commit until then, for example "2026-11-30 18:00"`)
	set.StringVarP(&f.jobs, "jobs", "j", autoJobs, "how many gradings run at the same time; auto goes by processors and memory")
	set.BoolVar(&f.resume, "resume", false, "go on with the batch in OUT; an error if there is none")
	set.StringVar(&f.regrade, "regrade", "", "grade again: "+strings.Join(batch.Choices(), ", "))
	set.StringSliceVar(&f.only, "only", nil, "grade only the submissions of these ids")
	set.BoolVar(&f.dryRun, "dry-run", false, "say what would be graded, and change nothing")
	set.IntVar(&f.canary, "canary", 50, "grade the reference solutions again after so many submissions; 0 never does")
	set.DurationVar(&f.answer, "answer-timeout", usualAnswer, "wall-clock limit of each file of an answer")
	set.StringSliceVar(&f.gradebooks, "gradebook", nil, "fill in an exported gradebook: canvas=FILE or moodle=FILE; written to OUT/gradebook-NAME.csv")
	set.StringVar(&f.gradebookColumn, "gradebook-column", "", "the column of the Canvas gradebook, where it has several assignments")
	set.StringSliceVar(&f.layouts, "layout", nil, "also copy the answers for a plagiarism tool: jplag or dolos")
	f.add(cmd)
	sandbox.AddTrust(cmd, &f.trust)
	f.output = ui.AddOutput(cmd)
	f.provider = providers.AddFlag(cmd)
	_ = cmd.MarkFlagRequired("out")
	_ = cmd.RegisterFlagCompletionFunc("labs", labscmd.Complete)
	_ = cmd.RegisterFlagCompletionFunc("regrade", cobra.FixedCompletions(batch.Choices(), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("layout", cobra.FixedCompletions(batch.Layouts(), cobra.ShellCompDirectiveNoFileComp))
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		f.source, f.invoked = args[0], again(cmd, args[0])
		return f.run(cmd, settings)
	}
	return cmd
}

// autoJobs lets the machine decide.
const autoJobs = "auto"

// check refuses what no batch can use.
func (f *flags) check() error {
	if err := ui.CheckOutput(*f.output); err != nil {
		return err
	}
	if f.regrade != "" && !slices.Contains(batch.Choices(), f.regrade) {
		return exit.With(exit.Usage, lang.Errorf("unknown regrade %q", f.regrade), "say which: --regrade "+strings.Join(batch.Choices(), ", "))
	}
	for _, layout := range f.layouts {
		if !slices.Contains(batch.Layouts(), layout) {
			return exit.With(exit.Usage, lang.Errorf("unknown layout %q", layout), "say which: --layout "+strings.Join(batch.Layouts(), ", "))
		}
	}
	if f.answer <= 0 {
		return exit.With(exit.Usage, lang.Errorf("--answer-timeout must be longer than 0, not %s", f.answer), "")
	}
	if f.canary < 0 {
		return exit.With(exit.Usage, lang.Errorf("--canary must be 0 or more, not %d", f.canary), "")
	}
	if err := f.checkFleet(); err != nil {
		return err
	}
	return providers.Check(*f.provider)
}

// jobCount is how many gradings run at the same time.
func (f *flags) jobCount() (int, error) {
	if f.jobs == autoJobs {
		return providers.Jobs(*f.provider, auto()), nil
	}
	n, err := strconv.Atoi(f.jobs)
	if err != nil || n < 1 {
		return 0, exit.With(exit.Usage, lang.Errorf("--jobs must be a number above 0 or auto, not %q", f.jobs), "")
	}
	return providers.Jobs(*f.provider, n), nil
}

// again is the command that goes on with this batch.
func again(cmd *cobra.Command, source string) string {
	words := []string{"podium", "batch", ui.Quote(source)}
	names := []string{"out", "roster", "labs", "deadline", "jobs", "only", "canary", "answer-timeout", "provider", "work", "trust", "gradebook", "gradebook-column", "layout"}
	for _, name := range append(names, fleetNames()...) {
		switch flag := cmd.Flags().Lookup(name); {
		case !flag.Changed:
		case flag.Value.Type() == "bool":
			words = append(words, "--"+name+"="+flag.Value.String())
		case flag.Value.Type() == "stringSlice": // in brackets, which the flag itself does not want
			words = append(words, "--"+name, ui.Quote(strings.TrimSuffix(strings.TrimPrefix(flag.Value.String(), "["), "]")))
		default:
			words = append(words, "--"+name, ui.Quote(flag.Value.String()))
		}
	}
	return strings.Join(append(words, "--resume"), " ")
}

// errNothing is returned by --resume where there is no batch.
var errNothing = lang.Errorf("there is no batch to go on with")
