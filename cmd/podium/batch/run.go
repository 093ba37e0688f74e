package batch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	labcmd "github.com/podium-labs/podium/cmd/podium/lab"
	labscmd "github.com/podium-labs/podium/cmd/podium/labs"
	"github.com/podium-labs/podium/cmd/podium/providers"
	"github.com/podium-labs/podium/cmd/podium/report"
	"github.com/podium-labs/podium/cmd/podium/sandbox"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/graders/batch"
	"github.com/podium-labs/podium/graders/batch/journal"
	"github.com/podium-labs/podium/graders/batch/pool"
	"github.com/podium-labs/podium/graders/batch/roster"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/run"
	"github.com/podium-labs/podium/graders/submission"
)

func (f *flags) run(cmd *cobra.Command, settings *ui.Settings) error {
	if err := f.check(); err != nil {
		return err
	}
	printer, err := settings.Printer()
	if err != nil {
		return err
	}
	if err := f.openPlaces(cmd.Context()); err != nil {
		return errors.Join(err, f.close(cmd.Context()))
	}
	return errors.Join(f.runIn(cmd, printer), f.close(cmd.Context()))
}

// runIn runs the batch in a folder of this machine.
func (f *flags) runIn(cmd *cobra.Command, printer *lang.Printer) error {
	options, err := f.options(cmd, printer)
	if err != nil {
		return err
	}
	books, err := f.openGradebooks()
	if err != nil {
		return err
	}
	if f.dryRun && f.elsewhere() {
		return f.draft(cmd, printer, options)
	}
	if f.dryRun {
		return f.foresee(cmd, printer, options)
	}
	temporary, err := f.temporary()
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	done := f.show(cmd, printer, &options)
	running, stop := f.upload(cmd.Context(), &options)
	defer stop()
	grade := f.grade
	if f.elsewhere() {
		grade = f.send
	}
	plan, err := grade(running, options)
	err = errors.Join(explain(err), done())
	if errors.Is(err, journal.ErrInUse) || exit.Code(err) == exit.Usage && err != nil {
		return err
	}
	results, summaryErr := batch.Summarise(options)
	if summaryErr != nil {
		return errors.Join(err, exit.With(exit.Infrastructure, summaryErr, ""))
	}
	end := ending{flags: f, cmd: cmd, words: printer, options: options, results: results, interrupted: cmd.Context().Err() != nil}
	if err := errors.Join(err, end.tell(), tellChanged(cmd, printer, plan)); err != nil {
		return err
	}
	if err := end.extras(books); err != nil {
		return err
	}
	return end.exitCode()
}

// explain gives an error of a batch its exit code.
func explain(err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, journal.ErrInUse) {
		return exit.With(exit.Usage, err, "wait for it, or choose another --out")
	}
	if stopped, ok := errors.AsType[*batch.StoppedError](err); ok {
		return exit.With(exit.Infrastructure, stopped, "find out why (podium doctor, podium verify), then go on with --resume")
	}
	if _, ok := errors.AsType[*exit.Error](err); ok {
		return err
	}
	return exit.With(exit.Infrastructure, err, "")
}

// options are those of the batch.
func (f *flags) options(cmd *cobra.Command, printer *lang.Printer) (batch.Options, error) {
	chosen, err := labscmd.Choose(f.labs)
	if err != nil {
		return batch.Options{}, err
	}
	if err := labcmd.Unsealed(chosen...); err != nil { // it would tell the results of an exam
		return batch.Options{}, err
	}
	list, err := f.list(cmd, printer)
	if err != nil {
		return batch.Options{}, exit.With(exit.Usage, err, "see what SOURCE can be: podium batch --help")
	}
	o := batch.Options{
		Out: f.out, Entries: list.Entries, Labs: chosen, Known: labscmd.IDs(), Regrade: batch.Which(f.regrade), Only: f.only, Canary: f.canary, Words: printer,
		Key:    keyOf(f.podium, *f.provider, f.answer, f.trust),
		Export: report.OptionsFor(printer.Tag()),
	}
	if f.canary == 0 {
		o.Canary = -1
	}
	if f.deadline != "" {
		if o.Deadline, err = submission.ParseDeadline(f.deadline, time.Local); err != nil {
			return o, exit.With(exit.Usage, err, `for example: --deadline "2026-11-30 18:00"`)
		}
	}
	if o.Jobs, err = f.jobCount(); err != nil {
		return o, err
	}
	if err := onlyKnown(list, f.only); err != nil {
		return o, exit.With(exit.Usage, err, "")
	}
	if f.places.source != nil {
		o.Open = f.places.source.OpenSubmission
	}
	if f.resume && !f.begun() {
		return o, exit.With(exit.Usage, fmt.Errorf("%s: %w", f.out, errNothing), "leave out --resume")
	}
	state, err := journal.Read(f.out)
	if err != nil {
		return o, exit.With(exit.Infrastructure, err, "")
	}
	if known, now := strings.Join(state.Labs(), ","), strings.Join(ids(o), ","); known != "" && known != now {
		return o, exit.With(exit.Usage, lang.Errorf("%s holds a batch about %s, not %s", f.out, known, now), "choose another --out, or: --labs "+known)
	}
	return o, nil
}

func ids(o batch.Options) []string {
	var list []string
	for _, lab := range o.Labs {
		list = append(list, lab.ID)
	}
	return list
}

// list reads what is to be graded.
func (f *flags) list(cmd *cobra.Command, printer *lang.Printer) (*roster.List, error) {
	if f.places.source != nil {
		return f.listBucket(cmd, printer)
	}
	info, err := os.Stat(f.source)
	if err != nil {
		return nil, lang.Errorf("open submissions: %w", err)
	}
	switch {
	case f.roster != "" && !info.IsDir():
		return nil, lang.Errorf("with --roster, SOURCE is the folder in which its paths begin")
	case f.roster != "":
		return roster.File(f.roster, f.source)
	case !info.IsDir():
		return roster.File(f.source, "")
	}
	list, err := roster.Folder(f.source)
	if err == nil {
		tellIgnored(cmd, printer, list)
	}
	return list, err
}

// listBucket reads what is to be graded from a bucket.
func (f *flags) listBucket(cmd *cobra.Command, printer *lang.Printer) (*roster.List, error) {
	if f.deadline != "" {
		return nil, lang.Errorf("--deadline needs git repositories, and a bucket has none")
	}
	if f.roster != "" {
		return f.places.source.Roster(cmd.Context(), f.roster)
	}
	list, err := f.places.source.Submissions(cmd.Context())
	if err == nil {
		tellIgnored(cmd, printer, list)
	}
	return list, err
}

func tellIgnored(cmd *cobra.Command, printer *lang.Printer, list *roster.List) {
	if len(list.Ignored) > 0 {
		fmt.Fprintln(cmd.ErrOrStderr(), printer.Sprintf("no submissions, and left alone: %s", result.Clean(strings.Join(list.Ignored, ", "))))
	}
}

func onlyKnown(list *roster.List, only []string) error {
	subset := roster.List{Entries: append([]roster.Entry{}, list.Entries...)}
	return subset.Only(only)
}

// temporary makes a folder for everything that this run and its processes put into temporary files, and removes that of a run that was killed.
func (f *flags) temporary() (string, error) {
	fault := func(err error) error {
		return exit.With(exit.Usage, lang.Errorf("make folder of the batch: %w", err), "choose another --out")
	}
	hidden := filepath.Join(f.out, ".batch")
	if err := os.MkdirAll(hidden, 0o755); err != nil {
		return "", fault(err)
	}
	lock, err := journal.Lock(hidden) // only for a moment: whose folder this is decides the batch
	if err != nil {
		return "", explain(err)
	}
	defer lock.Close()
	note := filepath.Join(hidden, "temporary")
	if left, err := os.ReadFile(note); err == nil && strings.HasPrefix(filepath.Base(string(left)), temporaryName) {
		_ = os.RemoveAll(string(left)) // another machine's, or gone already
	}
	made, err := os.MkdirTemp("", temporaryName)
	if err != nil {
		return "", fault(err)
	}
	if err := os.WriteFile(note, []byte(made), 0o644); err != nil {
		return "", fault(err)
	}
	// every process of a grading inherits it, so that nothing is left anywhere else
	return made, os.Setenv("TMPDIR", made)
}

const temporaryName = "podium-batch-"

// grade runs the batch with clusters that are started ahead.
func (f *flags) grade(ctx context.Context, options batch.Options) (_ *batch.Plan, err error) {
	fresh, err := providers.FreshInBatch(*f.provider)
	if err != nil {
		return nil, err
	}
	binary, err := os.Executable()
	if err != nil {
		return nil, lang.Errorf("find own executable: %w", err)
	}
	var clusters lazyPool
	clusters.open = func() *pool.Pool {
		return pool.New(ctx, fresh, pool.Options{Ahead: min(options.Jobs, len(options.Entries)*len(options.Labs))})
	}
	defer func() { err = errors.Join(err, clusters.Close(ctx)) }()
	grader := grading{
		binary: binary, podium: f.podium, words: options.Words, clusters: func() run.Clusters { return clusters.get() }, budgets: budgets(*f.provider, f.answer),
		walls: sandbox.Walls(), trust: f.trust,
	}
	options.Grade = grader.grade
	return batch.Run(ctx, options)
}
