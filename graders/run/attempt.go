package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/uuid"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/whatif"
	"github.com/podium-labs/podium/labs"
)

// attempt is what a lab's checks are run against: the evidence, and the answers that are still to be applied.
type attempt struct {
	life    context.Context //nolint:containedctx // answer processes end with the attempt, not with the task that started them
	job     Job
	lab     *labs.Lab
	printer *lang.Printer
	events  *emitter
	log     io.Writer

	history  *evidence.History
	trail    *evidence.AuditTrail
	recorder *evidence.Recorder
	settler  *evidence.Settler
	client   kubernetes.Interface
	rights   *rights // nil in a live attempt, whose learner keeps them
	guard    guard
	warm     *answer.Process // started ahead for the next answer
	checked  time.Time
	whatIf   func() (whatif.Scheduler, error)
}

var (
	_ labs.Attempt    = (*attempt)(nil)
	_ labs.Resettable = (*attempt)(nil)
)

// Resets implements labs.Resettable: only who works on a live cluster can set a task back, and who hands in the record of that.
func (a *attempt) Resets() bool {
	recorded := func(step answer.Step) bool { return step.Kind == answer.Recorded }
	return a.job.Journal != "" || slices.ContainsFunc(a.job.Answers, func(given answer.Answer) bool { return slices.ContainsFunc(given.Steps, recorded) })
}

// History implements expect.Evidence.
func (a *attempt) History() *evidence.History { return a.history }

// Requests implements expect.Evidence.
func (a *attempt) Requests() (evidence.Requests, error) {
	requests, err := a.trail.Requests()
	if !a.job.Until.IsZero() {
		requests = requests.Where(func(r evidence.Request) bool { return !r.At.After(a.job.Until) })
	}
	return requests, err
}

// WhatIf implements expect.Evidence.
func (a *attempt) WhatIf() (whatif.Scheduler, error) { return a.whatIf() }

// openLive reads what a live attempt has left so far. Nothing is changed, but the experiments of the lab are made.
func (a *attempt) openLive(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, a.job.Budgets.Fixture)
	defer cancel()
	config, err := a.connect()
	if err != nil {
		return err
	}
	done, err := a.liveExperiments(ctx, config)
	if err != nil {
		return inPhase("experiment", err)
	}
	if err := a.fence(ctx); err != nil {
		return err
	}
	if a.history, err = a.readJournal(); err == nil && !a.job.Until.IsZero() {
		a.history = untilWith(a.history, a.job.Until, done)
	}
	return err
}

func (a *attempt) readJournal() (*evidence.History, error) {
	journal, err := os.Open(a.job.Journal)
	if err != nil {
		return nil, fmt.Errorf("open history: %w", err)
	}
	defer journal.Close()
	return evidence.ReadJournal(journal)
}

func (a *attempt) connect() (*rest.Config, error) {
	config, err := adminConfig(a.job.Credentials.Admin)
	if err != nil {
		return nil, err
	}
	if a.client, err = kubernetes.NewForConfig(config); err != nil {
		return nil, fmt.Errorf("connect to the cluster: %w", err)
	}
	return config, nil
}

// openFresh begins to record and then puts the lab's own objects there.
func (a *attempt) openFresh(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, a.job.Budgets.Fixture)
	defer cancel()
	config, err := a.connect()
	if err != nil {
		return err
	}
	if a.recorder, err = evidence.Record(a.life, config, evidence.RecorderOptions{}); err != nil {
		return err
	}
	a.history = a.recorder.History()
	a.settler = evidence.NewSettler(a.history, evidence.SettleOptions{Kubelet: a.job.Budgets.Kubelet})
	a.preheat(0)
	if err := ApplyFixture(ctx, config, a.lab); err != nil {
		return err
	}
	return a.stand(ctx, config)
}

// adminConfig is the fixture identity without a client-side rate limit: nobody else shares the cluster.
func adminConfig(kubeconfig string) (*rest.Config, error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return nil, fmt.Errorf("read kubeconfig: %w", err)
	}
	config.QPS = -1
	config.WarningHandler = rest.NoWarnings{}
	return config, nil
}

// Begin implements labs.Attempt: it applies the answer of a task file by file and lets the cluster settle after each.
func (a *attempt) Begin(ctx context.Context, task string) error {
	if err := a.events.send(Event{Began: task}); err != nil {
		return err
	}
	if a.job.Journal == "" {
		if err := a.answerTask(ctx, task); err != nil {
			return err
		}
		if err := a.afterAnswer(ctx, task); err != nil {
			return err
		}
	}
	a.checked = time.Now()
	return nil
}

func (a *attempt) answerTask(ctx context.Context, task string) error {
	for i, given := range a.job.Answers {
		if given.Task != task {
			continue
		}
		process, err := a.processFor(ctx, given)
		if err != nil {
			return inPhase("answer", err)
		}
		a.preheat(i + 1)
		if err := a.rights.grant(ctx); err != nil {
			return errors.Join(inPhase("answer", err), process.Close())
		}
		return errors.Join(a.runSteps(ctx, process, given), a.dismiss(ctx, process))
	}
	return nil
}

// dismiss ends the answer's process and makes its credential worthless. It comes before any check of the task, and before the
// cluster settles for it.
func (a *attempt) dismiss(ctx context.Context, process *answer.Process) error {
	if err := errors.Join(process.Close(), a.rights.withdraw(ctx)); err != nil {
		return inPhase("answer", err)
	}
	return nil
}

func (a *attempt) runSteps(ctx context.Context, process *answer.Process, given answer.Answer) error {
	for i, step := range given.Steps {
		started := time.Now()
		outcome, err := process.Run(ctx, step)
		if crash, is := errors.AsType[*answer.CrashError](err); is && a.job.LastAttempt && ctx.Err() == nil {
			outcome, err = answer.Outcome{ExitCode: answer.ExitKilled, Output: "the process of this answer ended by itself"}, nil
			fmt.Fprintf(a.log, "%s: %s\n", step.File, crash)
		}
		if err != nil {
			return inPhase("answer", fmt.Errorf("run %s: %w", step.File, err))
		}
		if i == len(given.Steps)-1 || outcome.TimedOut {
			if err := a.dismiss(ctx, process); err != nil {
				return err
			}
		}
		answered := time.Now()
		if err := a.rest(ctx); err != nil {
			return inPhase("settle", err)
		}
		fmt.Fprintf(a.log, "%s: ran %d ms, settled in %d ms, exit code %d\n", step.File, answered.Sub(started).Milliseconds(), time.Since(answered).Milliseconds(), outcome.ExitCode)
		report := &result.Step{File: step.File, ExitCode: outcome.ExitCode, TimedOut: outcome.TimedOut}
		if outcome.ExitCode != 0 {
			report.Output = outcome.Output // what went well says little, and differs from run to run with its timing
		}
		fmt.Fprintln(a.log, result.Clean(outcome.Output))
		if err := errors.Join(a.events.send(Event{Task: given.Task, Step: report}),
			a.events.phase("answer", answered.Sub(started)), a.events.phase("settle", time.Since(answered))); err != nil {
			return err
		}
		if outcome.TimedOut {
			return nil // its process is gone, and what follows builds on it
		}
	}
	return nil
}

// rest waits until the cluster has settled and the audit log has caught up. A cluster that does not settle within
// its budget is judged as it is.
func (a *attempt) rest(ctx context.Context) error {
	settling, cancel := context.WithTimeout(ctx, a.job.Budgets.Settle)
	defer cancel()
	if err := a.recorder.CatchUp(settling); err != nil {
		return err
	}
	if err := a.settler.Settle(settling); err != nil && (ctx.Err() != nil || !errors.Is(err, evidence.ErrUnsettled)) {
		return err
	}
	return a.fence(ctx)
}

// fence makes sure that every request answered so far has been read from the audit log: it sends one that changes
// nothing, under a name that no earlier grading of the same cluster has used, and waits for it to show up there.
func (a *attempt) fence(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, a.job.Budgets.Checks)
	defer cancel()
	name := "podium-fence-" + string(uuid.NewUUID())
	err := a.client.CoreV1().ConfigMaps(a.lab.Namespace()).Delete(ctx, name, metav1.DeleteOptions{})
	if err != nil && !apierrors.IsNotFound(err) {
		return fmt.Errorf("fence the audit log: %w", err)
	}
	return a.trail.WaitFor(ctx, func(r evidence.Request) bool { return r.Name == name && r.Verb == "delete" })
}

// start spawns the process of one answer; it does not wait for it.
func (a *attempt) start(given answer.Answer) (*answer.Process, error) {
	return answer.Start(a.life, answer.Config{
		Binary: a.job.Binary, Kubeconfig: a.job.Credentials.Learner, Namespace: a.lab.Namespace(), Files: given.Files, TempDir: a.job.TempDir,
		Limits: answer.RunLimits{Step: a.job.Budgets.Answer}, Language: a.job.Language, Unconfined: a.job.Unconfined,
	})
}

// preheat starts the process of the i-th answer ahead of its turn, while the cluster is busy with the one before.
func (a *attempt) preheat(i int) {
	a.warm = nil
	if i >= len(a.job.Answers) {
		return
	}
	if process, err := a.start(a.job.Answers[i]); err == nil {
		a.warm = process
	}
}

func (a *attempt) processFor(ctx context.Context, given answer.Answer) (*answer.Process, error) {
	if a.warm != nil {
		process := a.warm
		a.warm = nil
		return process, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return a.start(given)
}

// end stops recording and whatever was started ahead.
func (a *attempt) end() {
	if a.warm != nil {
		_ = a.warm.Close() // never used: nothing to report
	}
	if a.recorder != nil {
		_ = a.recorder.Stop() // what broke it is in the history, as a gap
	}
}
