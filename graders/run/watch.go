package run

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
)

// Watch grades a live attempt at once, and again whenever its cluster has come to rest after the learner did something.
// A receiver that is slow gets the newest record only. The channel is closed when ctx ends or nothing can be watched
// any more; in the latter case the last record says why, as an infrastructure fault.
func Watch(ctx context.Context, live LiveOptions) (<-chan *result.Record, error) {
	l, err := live.prepare()
	if err != nil {
		return nil, err
	}
	l.job.Watch = true
	grader, err := startGrader(l.options)
	if err != nil {
		return nil, err
	}
	records := make(chan *result.Record, 1)
	go func() {
		defer close(records)
		if fault := grader.watch(ctx, live.Cluster, l, records); fault != nil && ctx.Err() == nil {
			l.finish(fault)
			replace(records, l.record)
		}
	}()
	return records, nil
}

// watch hands over the job and passes on a record at the end of every round. There is no limit to silence: a learner
// may think for an hour.
func (g *grader) watch(ctx context.Context, provider cluster.Provider, l *liveGrading, records chan *result.Record) *result.Error {
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
	audit, err := provider.AuditLog(ctx, cluster.FromBeginning)
	if err != nil {
		g.abandon()
		return faultOf(l.record.Language, "evidence", err, "")
	}
	defer audit.Close()
	fault := g.rounds(l, g.hand(l.job, audit), records)
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		return faultOf(l.record.Language, "evidence", cause, "podium lab start "+l.record.Lab)
	}
	return fault
}

// rounds reads events until the grader ends, which it never does by itself.
func (g *grader) rounds(l *liveGrading, handed error, records chan *result.Record) *result.Error {
	defer g.events.Close()
	var fault *result.Error
	lines := bufio.NewReader(g.events)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		var event Event
		if err := json.Unmarshal(line, &event); err != nil {
			fault = faultOf(l.record.Language, "grader", lang.Errorf("read event: %w", err), "")
			continue
		}
		if err := take(l.record, event); err != nil {
			fault = faultOf(l.record.Language, "grader", err, "")
		}
		if event.Error != nil {
			fault = event.Error
		}
		if event.Round {
			l.finish(nil)
			replace(records, snapshot(l.record))
			l.record.Outcome, l.record.Error = "", nil // the next round decides anew
		}
	}
	g.kill()
	ended := errors.Join(errGraderGone, handed, g.stdin.Close(), g.command.Wait())
	if fault == nil {
		fault = faultOf(l.record.Language, "grader", ended, "podium lab check "+l.record.Lab)
	}
	return fault
}

// replace puts the newest record where a receiver finds it.
func replace(records chan *result.Record, newest *result.Record) {
	for {
		select {
		case records <- newest:
			return
		default:
		}
		select {
		case <-records: // nobody has looked at it
		default:
		}
	}
}

// snapshot copies what the next round will write over.
func snapshot(r *result.Record) *result.Record {
	c := *r
	c.Tasks = slices.Clone(r.Tasks)
	for i := range c.Tasks {
		c.Tasks[i].Checks = slices.Clone(c.Tasks[i].Checks)
	}
	return &c
}
