package run

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/whatif"
	"github.com/podium-labs/podium/labs"
)

// The file descriptors that a grader process inherits, besides the standard three.
const (
	eventsFD = 3 // events are written here: nothing that a lab or a library prints can be taken for one
	auditFD  = 4 // the cluster's audit log is read from here
)

// Worker is the grader process's side.
type Worker struct {
	// Labs are those that a Job may name.
	Labs []*labs.Lab
	// In is where the Job comes from; its end means that the parent is gone.
	In io.Reader
	// Log takes what is for the operator only.
	Log io.Writer
	// WhatIf makes the scheduler for counterfactual questions, when the first is asked.
	WhatIf func() (whatif.Scheduler, error)
}

// Work reads one Job, grades, and writes events. Every fault is reported as an event, so an error from Work means
// that even that was not possible.
func (w Worker) Work(ctx context.Context) error {
	reader := bufio.NewReader(w.In)
	line, err := reader.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("read job: %w", err)
	}
	var job Job
	if err := json.Unmarshal(line, &job); err != nil {
		return fmt.Errorf("parse job: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		_, _ = io.Copy(io.Discard, reader) // returns when the parent is gone, however it ended
		cancel()
	}()
	events := &emitter{out: os.NewFile(eventsFD, "events")}
	if err := w.grade(ctx, job, events); err != nil {
		return events.send(Event{Error: phaseError(job.Language, err)})
	}
	return events.send(Event{Done: true})
}

func (w Worker) grade(ctx context.Context, job Job, events *emitter) error {
	lab, err := w.lab(job.Lab)
	if err != nil {
		return err
	}
	printer, err := lang.New(job.Language)
	if err != nil {
		return err
	}
	attempt, err := w.begin(ctx, job, lab, printer, events)
	if err != nil {
		return err
	}
	defer attempt.end()
	if job.Watch {
		return attempt.watch(ctx)
	}
	if err := runSuite(ctx, lab, attempt, w.Log); err != nil {
		return err
	}
	return attempt.examine(ctx)
}

func (w Worker) lab(id string) (*labs.Lab, error) {
	for _, lab := range w.Labs {
		if lab.ID == id {
			return lab, nil
		}
	}
	return nil, fmt.Errorf("unknown lab %q", id)
}

// begin opens the evidence: a recording that starts before anything is there, or that of a live attempt.
func (w Worker) begin(ctx context.Context, job Job, lab *labs.Lab, printer *lang.Printer, events *emitter) (*attempt, error) {
	a := &attempt{life: ctx, job: job, lab: lab, printer: printer, events: events, log: w.Log, trail: evidence.NewAuditTrail(), whatIf: sync.OnceValues(w.WhatIf)}
	audit := os.NewFile(auditFD, "audit")
	go func() { _ = a.trail.Read(audit) }() // its error stays with the trail, which then answers ErrIncomplete
	started := time.Now()
	phase, open := "fixture", a.openFresh
	switch {
	case job.Watch:
		phase, open = "evidence", a.openWatch
	case job.Journal != "":
		phase, open = "evidence", a.openLive
	}
	if err := open(ctx); err != nil {
		return nil, inPhase(phase, err)
	}
	return a, events.phase(phase, time.Since(started))
}

// emitter writes events, one line each.
type emitter struct {
	mu  sync.Mutex
	out io.Writer
}

func (e *emitter) send(event Event) error {
	line, err := json.Marshal(event)
	if err != nil {
		return fmt.Errorf("encode event: %w", err)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, err := e.out.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("write event: %w", err)
	}
	return nil
}

func (e *emitter) phase(name string, took time.Duration) error {
	return e.send(Event{Phase: &result.Phase{Name: name, MS: took.Milliseconds(), Outcome: "ok"}})
}

// phaseFault is an error that knows in which phase it happened.
type phaseFault struct {
	phase string
	err   error
}

// Error is the text of the cause.
func (f *phaseFault) Error() string { return f.err.Error() }

// Unwrap returns the cause.
func (f *phaseFault) Unwrap() error { return f.err }

func inPhase(phase string, err error) error { return &phaseFault{phase: phase, err: err} }

func phaseError(language string, err error) *result.Error {
	fault := &phaseFault{phase: "checks"}
	_ = errors.As(err, &fault)
	return faultOf(language, fault.phase, err, "")
}
