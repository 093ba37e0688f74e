// Package worker is the inside of the answer's process: it runs the steps that its parent sends.
package worker

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"regexp"
	"time"

	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/answer/box"
	"github.com/podium-labs/podium/graders/answer/kubectl"
	"github.com/podium-labs/podium/graders/answer/shell"
	"github.com/podium-labs/podium/graders/answer/tools"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/replay/player"
)

// stepGrace is how long a step may take to come back once its time is up; then the reply is sent without it.
const stepGrace = 500 * time.Millisecond

var (
	errStepTime   = errors.New("time is up")
	errStepMemory = errors.New("out of memory")
)

// Serve is the answer's process: it reads a job and steps from in, runs the steps and writes one reply for each to out. It returns
// when in ends, which is how it notices the death of its parent, and after a step that had to be cut off.
func Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	requests := receive(in, cancel)
	replies := json.NewEncoder(out)

	first, ok := <-requests
	if !ok || first.Job == nil {
		return errors.New("read job: the first request is none")
	}
	w, sandbox, err := newWorker(*first.Job)
	if err != nil {
		return errors.Join(err, replies.Encode(answer.Reply{Error: err.Error()}))
	}
	defer w.player.Close()
	ready := answer.Reply{Sandbox: sandbox, Deeds: do(ctx, first.Job.Deeds)}
	if err := replies.Encode(ready); err != nil {
		return fmt.Errorf("send reply: %w", err)
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case next, ok := <-requests:
			if !ok || next.Step == nil {
				return nil
			}
			got := w.step(ctx, *next.Step)
			if ctx.Err() != nil {
				return nil
			}
			if err := replies.Encode(got); err != nil {
				return fmt.Errorf("send reply: %w", err)
			}
			if got.Last {
				return nil
			}
		}
	}
}

// receive reads requests until the parent closes the pipe or dies, and then calls ended.
func receive(in io.Reader, ended func()) <-chan answer.Request {
	requests := make(chan answer.Request)
	go func() {
		defer ended()
		defer close(requests)
		decoder := json.NewDecoder(in)
		for {
			var next answer.Request
			if decoder.Decode(&next) != nil {
				return
			}
			requests <- next
		}
	}()
	return requests
}

// worker runs the steps of one answer.
type worker struct {
	job    answer.Job
	box    *box.Box
	shell  *shell.Shell
	player *player.Player
	words  *lang.Printer
}

func newWorker(j answer.Job) (*worker, string, error) {
	j.Limits = j.Limits.WithDefaults()
	words, err := lang.New(cmp.Or(j.Language, lang.English))
	if err != nil {
		return nil, "", err
	}
	files, err := box.Open(filepath.Join(j.Scratch, answer.WorkFolder), filepath.Join(j.Scratch, answer.TempFolder), j.Limits.ScratchBytes)
	if err != nil {
		return nil, "", fmt.Errorf("open scratch: %w", err)
	}
	quietLogs()
	client := kubectl.New(kubectl.Config{
		Kubeconfig: j.Kubeconfig,
		CacheDir:   filepath.Join(j.Scratch, answer.HomeFolder, "cache"),
		Box:        files,
		Stdin:      filepath.Join(j.Scratch, answer.StdinFolder),
	})
	sandbox, err := confine(j)
	if err != nil {
		return nil, "", fmt.Errorf("enter sandbox: %w", err)
	}
	sh := shell.New(shell.Config{Box: files, Programs: map[string]tools.Tool{"kubectl": client.Run}, Words: words})
	attempt := player.New(j.Kubeconfig)
	attempt.Words = words
	return &worker{job: j, box: files, shell: sh, player: attempt, words: words}, sandbox, nil
}

// step runs one step within its limits.
func (w *worker) step(parent context.Context, step answer.Step) answer.Reply {
	started := time.Now()
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	timer := time.AfterFunc(w.job.Limits.Step, func() { cancel(errStepTime) })
	defer timer.Stop()
	defer watchMemory(w.job.Limits.MemoryBytes, func() { cancel(errStepMemory) })()

	output := answer.NewCapture(w.job.Limits.HeadBytes, w.job.Limits.TailBytes)
	done := make(chan result, 1)
	go func() { done <- w.run(ctx, step, output) }()
	end := wait(ctx, done)

	got := answer.Reply{Outcome: &answer.Outcome{ExitCode: end.code, Duration: time.Since(started)}}
	switch cause := context.Cause(ctx); {
	case end.err == nil:
	case errors.Is(end.err, player.ErrTime):
		got.Outcome.ExitCode, got.Outcome.TimedOut, got.Last = answer.ExitTimedOut, true, true
		w.ended(output, lang.M("ended: %s", end.err))
	case errors.Is(cause, errStepTime):
		got.Outcome.ExitCode, got.Outcome.TimedOut, got.Last = answer.ExitTimedOut, true, true
		w.ended(output, lang.M("ended: the time of %s is up", w.job.Limits.Step.String()))
	case errors.Is(cause, errStepMemory):
		got.Outcome.ExitCode, got.Last = answer.ExitKilled, true
		w.ended(output, answer.OutOfMemory(w.job.Limits))
	default:
		return answer.Reply{Error: fmt.Sprintf("run %s: %v", step.File, end.err)}
	}
	got.Outcome.Output = w.hide(output.Text())
	return got
}

// ended is the last line of a step that was not let go on.
func (w *worker) ended(output io.Writer, why lang.Message) {
	_, _ = fmt.Fprintf(output, "\n%s\n", w.words.Say(why))
}

// result is how a step came back.
type result struct {
	code int
	err  error
}

// wait returns the result, or that there is none when the step does not come back after its end.
func wait(ctx context.Context, done <-chan result) result {
	select {
	case r := <-done:
		return r
	case <-ctx.Done():
	}
	timer := time.NewTimer(stepGrace)
	defer timer.Stop()
	select {
	case r := <-done:
		return r
	case <-timer.C:
		return result{err: ctx.Err()}
	}
}

// run runs a step. A panic ends the process, so that its parent tries once more, and then counts it as the answer's: who finds a way
// to cause one must not get a grading without a score for it.
func (w *worker) run(ctx context.Context, step answer.Step, output io.Writer) result {
	name := path.Base(step.File)
	streams := shell.Streams{Stdout: output, Stderr: output}
	var code int
	var err error
	switch step.Kind {
	case answer.Manifest:
		if err = w.box.WriteFile(w.box.Work(), name, step.Content); err == nil {
			code, err = w.shell.Program(ctx, streams, "kubectl", "apply", "-f", name)
		}
	case answer.Script:
		code, err = w.shell.Run(ctx, name, step.Content, streams)
	case answer.Recorded:
		code, err = w.player.Play(ctx, step.Content, output)
	default:
		err = fmt.Errorf("unknown kind of step %q", step.Kind)
	}
	return result{code: code, err: err}
}

var keptStdin = regexp.MustCompile(`[^ "']*/STDIN-[0-9]+\.yaml`)

// hide replaces the host's paths by what the answer knows.
func (w *worker) hide(text string) string {
	return w.box.Hide(keptStdin.ReplaceAllString(text, "STDIN"))
}
