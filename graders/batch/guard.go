package batch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/batch/journal"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/run"
	"github.com/podium-labs/podium/graders/verify"
	"github.com/podium-labs/podium/labs"
)

// guard grades, for every lab, a reference solution, which must score full, and the starter, which must score nothing. It proves what a
// run that was ended has left in doubt, or takes it back.
func (b *batch) guard(ctx context.Context, doubtful []journal.Item) error {
	b.emit(Event{Kind: Guarding})
	var err error
	proof, proving := errgroup.WithContext(ctx)
	proof.SetLimit(b.Jobs)
	for _, lab := range b.Labs {
		for _, starter := range []bool{false, true} {
			proof.Go(func() error { return b.witness(proving, lab, starter) })
		}
	}
	if err = proof.Wait(); ctx.Err() != nil {
		return fmt.Errorf("grade reference solutions: %w", ctx.Err())
	}
	if err != nil {
		return b.distrust(err)
	}
	if err := b.journal.Add(journal.Line{Event: journal.Canary, Items: doubtful}); err != nil {
		return err
	}
	b.emit(Event{Kind: Guarded})
	return nil
}

// proofDue counts a submission, and is true for the one worker that has to send the canary.
func (b *batch) proofDue(ended bool) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if ended {
		b.since++
	}
	if b.Canary < 0 || b.proving || b.stopped != nil || b.since < b.Canary && b.faults < suspicious {
		return false
	}
	b.proving = true
	return true
}

// suspicious is after how many submissions that the infrastructure failed a canary does not wait for its turn.
const suspicious = 3

// prove grades the reference solutions again. If one is not full any more, the batch stops, and what has come since the last proof is
// taken back; else what was there before this one is proved.
func (b *batch) prove(ctx context.Context) {
	before := b.doubtful()
	b.mu.Lock()
	b.since, b.faults = 0, 0
	b.mu.Unlock()
	var err error
	for _, lab := range b.Labs {
		if err = b.witness(ctx, lab, false); err != nil {
			break
		}
	}
	switch {
	case ctx.Err() != nil:
		return
	case err != nil:
		b.fail(b.distrust(err))
		return
	}
	if err := b.journal.Add(journal.Line{Event: journal.Canary, Items: before}); err != nil {
		b.fail(err)
		return
	}
	b.mu.Lock()
	b.proving = false
	b.emitLocked(Event{Kind: Proved})
	b.mu.Unlock()
}

// distrust takes back every result that is not proved.
func (b *batch) distrust(found error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	stopped := &StoppedError{Err: found}
	if b.stopped == nil {
		b.stopped = stopped // nothing is added from now on
	}
	err := b.journal.Add(journal.Line{Event: journal.Canary, Failed: true, Message: found.Error()})
	doubtful := b.doubtful()
	for i, item := range doubtful {
		if err == nil && !slices.Contains(doubtful[:i], item) {
			stopped.Quarantined++
			err = b.journal.Add(journal.Line{Event: journal.Quarantined, ID: item.ID, Lab: item.Lab})
		}
	}
	err = errors.Join(err, b.showAll())
	b.emitLocked(Event{Kind: Stopped, Message: stopped.Error()})
	return errors.Join(stopped, err)
}

// Testimony is what a reference solution or a starter got.
type Testimony struct {
	// Wrong says what it got instead of what it must; nil if there is nothing to say.
	Wrong error
	// Record and Log are those of the grading; there is no record if it did not come to one.
	Record *result.Record
	Log    []byte
}

// witness grades a solution or the starter of a lab, and says what is wrong with the result. The record of that is kept.
func (b *batch) witness(ctx context.Context, lab *labs.Lab, starter bool) error {
	got, err := b.testify(ctx, lab, starter)
	if err != nil || got.Wrong == nil {
		return err
	}
	return b.store.keepWitness(lab.ID, starter, got)
}

func (b *batch) testify(ctx context.Context, lab *labs.Lab, starter bool) (*Testimony, error) {
	c, err := witnessCase(lab, starter)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(b.TempDir, "podium-canary-")
	if err != nil {
		return nil, fmt.Errorf("lay %s: %w", c.Name, err)
	}
	defer os.RemoveAll(dir)
	if err := c.Lay(lab, dir); err != nil {
		return nil, err
	}
	answers, err := answer.Load(ctx, dir, lab.ID, lab.TaskIDs())
	if err != nil {
		return nil, err
	}
	answers.ID = lab.ID + "/" + c.Name
	got, err := b.persist(ctx, lab, answers)
	if err != nil {
		return nil, fmt.Errorf("grade %s of %s: %w", c.Name, lab.ID, err)
	}
	if wrong := verify.Compare(c, got.Record); len(wrong) > 0 {
		said := wrong[0]
		for _, next := range wrong[1:] {
			said = lang.M("%s; %s", said, next)
		}
		got.Wrong = lang.Errorf("%s of %s: %s", c.Name, lab.ID, said)
	}
	return got, nil
}

// persist grades until the infrastructure lets it, within the number of tries.
func (b *batch) persist(ctx context.Context, lab *labs.Lab, answers *answer.Submission) (*Testimony, error) {
	for try := 1; ; try++ {
		var log bytes.Buffer
		limited, cancel := context.WithTimeout(ctx, b.Budget)
		record, err := b.Grade(limited, Work{Lab: lab, Answers: answers, Log: &log, Progress: func(run.Event) {}})
		cancel()
		if err != nil || record.Outcome != result.InfraError || try >= b.Tries {
			return &Testimony{Record: record, Log: log.Bytes()}, err
		}
		timer := time.NewTimer(b.BackOff(try))
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, ctx.Err()
		case <-timer.C:
		}
	}
}

// witnessCase is the reference solution of a lab, or its starter.
func witnessCase(lab *labs.Lab, starter bool) (verify.Case, error) {
	wanted := "solutions/manifests"
	if starter {
		wanted = "starter"
	}
	cases, err := verify.Cases(lab)
	if err != nil {
		return verify.Case{}, err
	}
	i := slices.IndexFunc(cases, func(c verify.Case) bool { return c.Name == wanted })
	if i < 0 {
		return verify.Case{}, fmt.Errorf("%s has no %s", lab.ID, wanted)
	}
	return cases[i], nil
}
