package run

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
)

// GraderCommand is the hidden sub-command that runs a Worker.
const GraderCommand = "__grade"

// supervise hands a job to a grader process, takes its events, and ends it when it is silent for too long, when the
// control plane has ended, or when ctx ends. What it returns is a fault of the infrastructure.
func (g *grader) supervise(ctx context.Context, options Options, provider cluster.Provider, job Job, record *result.Record) *result.Error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	context.AfterFunc(ctx, g.kill)
	go func() {
		select {
		case <-provider.Done():
			cancel(lang.Errorf("the control plane ended: %w", orGone(provider.Err())))
		case <-ctx.Done():
		}
	}()
	audit, err := provider.AuditLog(ctx, auditStart(job))
	if err != nil {
		return faultOf(record.Language, "evidence", err, "")
	}
	defer audit.Close()
	fault := g.follow(ctx, cancel, options, record, g.hand(job, audit))
	// what called it off explains more than what broke by it
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		return faultOf(record.Language, phaseOf(record), cause, "podium doctor")
	}
	return fault
}

// auditStart: a live attempt has happened before its grading; any other happens after it begins.
func auditStart(job Job) cluster.AuditStart {
	if job.Journal != "" {
		return cluster.FromBeginning
	}
	return cluster.FromNow
}

func orGone(err error) error {
	if err == nil {
		return cluster.ErrNotRunning
	}
	return err
}

// phaseOf names the phase that was under way: checks once one has been made, else what comes before.
func phaseOf(record *result.Record) string {
	if len(record.Phases) == 0 {
		return "provision"
	}
	return record.Phases[len(record.Phases)-1].Name
}

// grader is a grader process.
type grader struct {
	command *exec.Cmd
	stdin   io.WriteCloser // closing it tells the grader that its parent is gone
	events  *os.File
	audit   *os.File
}

// startGrader starts the process. It waits for its job, so it can be started while its cluster is still coming up.
func startGrader(options Options) (*grader, error) {
	eventsOut, eventsIn, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("open pipe: %w", err)
	}
	auditOut, auditIn, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open pipe: %w", err), eventsOut.Close(), eventsIn.Close())
	}
	command := exec.Command(options.Binary, GraderCommand) //nolint:noctx // its end is supervised: see kill
	command.ExtraFiles = []*os.File{eventsIn, auditOut}    // eventsFD, auditFD
	command.Stdout, command.Stderr = options.Log, options.Log
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.WaitDelay = 5 * time.Second
	stdin, err := command.StdinPipe()
	if err == nil {
		err = command.Start()
	}
	closeErr := errors.Join(eventsIn.Close(), auditOut.Close())
	if err != nil {
		return nil, errors.Join(fmt.Errorf("start grader process: %w", err), closeErr, eventsOut.Close(), auditIn.Close())
	}
	return &grader{command: command, stdin: stdin, events: eventsOut, audit: auditIn}, nil
}

// kill ends the process and everything that it started. Killing what has ended does nothing.
func (g *grader) kill() { _ = syscall.Kill(-g.command.Process.Pid, syscall.SIGKILL) }

// hand gives the process its job and the audit log.
func (g *grader) hand(job Job, audit io.Reader) error {
	go func() {
		_, _ = io.Copy(g.audit, audit) // ends with the log, or with the grader that reads it
		_ = g.audit.Close()
	}()
	line, err := json.Marshal(job)
	if err != nil {
		return fmt.Errorf("encode job: %w", err)
	}
	if _, err := g.stdin.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("hand over job: %w", err)
	}
	return nil
}

// abandon ends a process that never got a job.
func (g *grader) abandon() {
	g.kill()
	_ = errors.Join(g.stdin.Close(), g.events.Close(), g.audit.Close(), g.command.Wait()) // it was killed: nothing to learn
}

// follow reads events until the grader is done or has ended.
func (g *grader) follow(ctx context.Context, cancel context.CancelCauseFunc, options Options, record *result.Record, handed error) *result.Error {
	defer g.events.Close()
	silence := longestSilence(options.Budgets)
	watchdog := time.AfterFunc(silence, func() { cancel(lang.Errorf("the grader process said nothing for %s", silence)) })
	defer watchdog.Stop()
	done, fault := false, (*result.Error)(nil)
	lines := bufio.NewReader(g.events)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break // the grader has ended: half a line says nothing
		}
		watchdog.Reset(silence)
		var event Event
		if err := json.Unmarshal(line, &event); err != nil {
			fault = faultOf(record.Language, "grader", lang.Errorf("read event: %w", err), "")
			continue
		}
		if err := take(record, event); err != nil {
			fault = faultOf(record.Language, "grader", err, "")
		}
		if options.Progress != nil {
			options.Progress(event)
		}
		done = done || event.Done
		if event.Error != nil {
			fault = event.Error
		}
	}
	closeErr := g.stdin.Close()
	waitErr := g.command.Wait()
	if done || fault != nil || ctx.Err() != nil {
		return fault
	}
	return faultOf(record.Language, "grader", errors.Join(errGraderGone, handed, waitErr, closeErr), "see the log of the grading")
}

// longestSilence is how long a grader may say nothing: the longest phase between two events, twice, for slow machines.
func longestSilence(b Budgets) time.Duration {
	return 2 * (b.Fixture + b.Answer + b.Settle + b.Checks)
}
