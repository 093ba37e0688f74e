package batch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/batch/journal"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/run"
	"github.com/podium-labs/podium/graders/submission"
	"github.com/podium-labs/podium/labs"
)

// grade grades one submission in its labs. It returns what is to be tried again, and an error if the run cannot go on.
func (b *batch) grade(ctx context.Context, u unit) (*unit, error) {
	b.emit(Event{Kind: Opening, ID: u.entry.ID, Try: u.try})
	opened, err := b.Open(ctx, u.entry.Source, submission.Options{Labs: labIDs(b.Labs), Known: b.Known, Deadline: b.Deadline, TempDir: b.TempDir})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if opened != nil {
		defer func() { _ = opened.Close() }() // the folder for temporary files goes with the run
	}
	again := u
	again.items = nil
	for _, next := range u.items {
		retry, err := b.one(ctx, u, next, opened, err)
		if err != nil {
			return nil, err
		}
		if retry {
			again.items = append(again.items, next)
		}
	}
	if len(again.items) == 0 {
		return nil, nil
	}
	again.after = b.Now().Add(b.BackOff(u.try))
	again.try++
	return &again, nil
}

// one grades in one lab. It is true if that is to be tried again.
func (b *batch) one(ctx context.Context, u unit, next planned, opened *submission.Opened, fault error) (retry bool, _ error) {
	key, err := b.key(next.lab)
	if err != nil {
		return false, err
	}
	var loaded *answer.Submission
	if fault == nil {
		loaded, fault = opened.Load(ctx, next.lab.ID, next.lab.TaskIDs())
	}
	if loaded != nil {
		loaded.ID, key.Tree = u.entry.ID, loaded.TreeSHA256
	}
	if next.reason == ReasonPerhaps && b.known(next.item, key) {
		return false, b.unchanged(next.item)
	}
	if err := b.journal.Add(journal.Line{Event: journal.Started, ID: next.item.ID, Lab: next.item.Lab, Key: &key, Try: u.try}); err != nil {
		return false, err
	}
	var log bytes.Buffer
	record, final, err := b.try(ctx, u, next, opened, loaded, fault, &log)
	if err != nil {
		return false, err
	}
	if record.Outcome == result.InfraError && !final && u.try < b.Tries {
		message := why(record)
		b.emit(Event{Kind: Retrying, ID: next.item.ID, Lab: next.item.Lab, Try: u.try, Outcome: record.Outcome, Message: message})
		return true, b.journal.Add(journal.Line{Event: journal.Retried, ID: next.item.ID, Lab: next.item.Lab, Try: u.try, Message: message})
	}
	return false, b.conclude(u, next, outcome{key: key, record: record, log: log.Bytes(), final: final})
}

// outcome is what a grading has come to.
type outcome struct {
	key    journal.Key
	record *result.Record
	log    []byte
	// final is true if another try would not help.
	final bool
}

// known reports whether there is a result of the same key.
func (b *batch) known(item journal.Item, key journal.Key) bool {
	var same bool
	b.journal.Look(func(state *journal.State) {
		before, ok := state.Result(item)
		same = ok && before.Key == key
	})
	return same
}

// unchanged notes that an item was looked at and need not be graded again.
func (b *batch) unchanged(item journal.Item) error {
	if err := b.add(journal.Line{Event: journal.Unchanged, ID: item.ID, Lab: item.Lab}); err != nil {
		return err
	}
	b.finish(item, Event{Kind: Unchanged}, nil)
	return nil
}

// try makes a record of a submission, readable or not. It is final if another try would not help.
func (b *batch) try(ctx context.Context, u unit, next planned, opened *submission.Opened, loaded *answer.Submission, fault error, log *bytes.Buffer) (_ *result.Record, final bool, _ error) {
	if fault != nil {
		record, err := b.unreadable(ctx, u, next, opened, fault)
		return record, false, err
	}
	b.emit(Event{Kind: Grading, ID: next.item.ID, Lab: next.item.Lab, Try: u.try})
	limited, cancel := context.WithTimeout(ctx, b.Budget)
	defer cancel()
	record, err := b.Grade(limited, Work{Lab: next.lab, Answers: loaded, Log: log, Progress: func(event run.Event) {
		if step := event.Began; step != "" {
			b.emit(Event{Kind: Phase, ID: next.item.ID, Lab: next.item.Lab, Step: step, Try: u.try})
		}
	}})
	switch {
	case ctx.Err() != nil:
		return nil, false, ctx.Err()
	case err != nil && limited.Err() != nil:
		record, err = b.blank(next.lab, u.entry.ID, &result.Error{Phase: "budget", Message: fmt.Sprintf("not finished within %s", b.Budget), Next: "see what it does: podium grade " + u.entry.Source})
		if err == nil {
			record.Submission.TreeSHA256, record.Submission.Commit, record.Submission.SubmittedAt = loaded.TreeSHA256, loaded.Commit, loaded.SubmittedAt
		}
		return record, true, err
	}
	return record, false, err
}

// unreadable is the record of a submission that could not be opened.
func (b *batch) unreadable(ctx context.Context, u unit, next planned, opened *submission.Opened, fault error) (*result.Record, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	invalid, blame := errors.AsType[*answer.InvalidError](fault)
	source, named := errors.AsType[*submission.SourceError](fault)
	if !blame && named && source.Usage {
		invalid, blame = &answer.InvalidError{Reason: source.Error()}, true
	}
	if !blame {
		after := ""
		if named {
			after = source.Next
		}
		return b.blank(next.lab, u.entry.ID, &result.Error{Phase: "submission", Message: fault.Error(), Next: after})
	}
	record, err := run.Invalid(next.lab, u.entry.ID, b.Words.Tag(), b.Key.Podium, invalid)
	if err == nil && opened != nil {
		record.Submission.Commit, record.Submission.SubmittedAt = opened.Commit, opened.SubmittedAt
	}
	return record, err
}

// blank is a record without a score, through no fault of the submission.
func (b *batch) blank(lab *labs.Lab, id string, fault *result.Error) (*result.Record, error) {
	return blank(&b.Options, lab, id, fault)
}

// quarantined is the record of a submission whose result was taken back.
func quarantined(o *Options, lab *labs.Lab, id string, at time.Time) (*result.Record, error) {
	words := o.Words
	record, err := blank(o, lab, id, &result.Error{Phase: "batch", Message: words.Sprintf("quarantined: a reference solution failed after it")})
	if err == nil {
		record.GradedAt, record.Submission.ID = at, id
	}
	return record, err
}

func blank(o *Options, lab *labs.Lab, id string, fault *result.Error) (*result.Record, error) {
	record, err := run.Invalid(lab, id, o.Words.Tag(), o.Key.Podium, &answer.InvalidError{})
	if err != nil {
		return nil, err
	}
	record.Outcome, record.Error = result.InfraError, fault
	record.Environment.Provider = o.Key.Provider
	record.Sum()
	return record, nil
}

// why is what ended a grading.
func why(record *result.Record) string {
	if record.Error == nil {
		return string(record.Outcome)
	}
	return record.Error.Phase + ": " + result.Clean(record.Error.Message)
}

// conclude makes a record count, unless it has no score where there is one already. The record is on the disk before the journal names it,
// and is shown in the folder of its submission after.
func (b *batch) conclude(u unit, next planned, came outcome) error {
	record := came.record
	sum, err := b.store.keep(record, came.log)
	if err != nil {
		return err
	}
	line := journal.Line{
		Event: journal.Done, ID: next.item.ID, Lab: next.item.Lab, Source: u.entry.Source, Key: &came.key, Try: u.try,
		Outcome: record.Outcome, Score: record.Score, MaxScore: record.MaxScore, Record: sum, Final: came.final,
	}
	event := Event{Kind: Finished, Try: u.try, Outcome: record.Outcome, Score: record.Score, MaxScore: record.MaxScore}
	if record.Error != nil {
		line.Message = why(record)
		event.Message = line.Message
	}
	b.journal.Look(func(state *journal.State) {
		before, ok := state.Result(next.item)
		if ok && next.reason != ReasonLost {
			line.Replaces = before.Record
		}
		if ok && before.Scored() && record.Score == nil {
			line.Event, event.Kind = journal.Kept, NotTaken
		}
	})
	if err := b.add(line); err != nil {
		return err
	}
	if line.Event == journal.Done {
		if err := b.store.show(next.item, sum); err != nil {
			return err
		}
	}
	b.finish(next.item, event, record)
	return nil
}

// add adds a result to the journal, unless the batch has been stopped: what was running then is in doubt.
func (b *batch) add(line journal.Line) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.stopped != nil {
		return b.stopped
	}
	return b.journal.Add(line)
}

// finish counts and tells.
func (b *batch) finish(item journal.Item, event Event, record *result.Record) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.counts.Left--
	if record == nil {
		b.counts.Before++
	} else {
		b.counts.add(record)
		if record.Outcome == result.InfraError {
			b.faults++
		}
	}
	event.ID, event.Lab = item.ID, item.Lab
	b.emitLocked(event)
}
