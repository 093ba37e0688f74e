package batch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/podium-labs/podium/graders/batch/journal"
	"github.com/podium-labs/podium/graders/batch/roster"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs"
)

// Delivery is a result that was made on another machine.
type Delivery struct {
	Item journal.Item `json:"item"`
	// Source is where the submission came from, and Key what was graded.
	Source string      `json:"source"`
	Key    journal.Key `json:"key"`
	// Digest is the SHA-256 of Record, which is the file of the record as it was written there.
	Digest string `json:"digest"`
	Record string `json:"record"`
	Log    string `json:"log,omitempty"`
	// Again is true for a fault of the infrastructure that another try may not meet.
	Again bool `json:"again,omitempty"`
}

// Deliveries are what the batch of one machine has come to, for another one to take in.
func Deliveries(options Options) ([]Delivery, error) {
	options = options.withDefaults()
	state, err := journal.Read(options.Out)
	if err != nil {
		return nil, err
	}
	s := options.store()
	var all []Delivery
	for _, item := range state.Items() {
		known, _ := state.Result(item)
		content, err := s.read(known.Record)
		if err != nil {
			return nil, err
		}
		log, err := os.ReadFile(s.path(known.Record, ".log"))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, fmt.Errorf("read log: %w", err)
		}
		all = append(all, Delivery{
			Item: item, Source: known.Source, Key: known.Key, Digest: known.Record, Record: string(content), Log: string(log),
			Again: known.Outcome == result.InfraError && !known.Final,
		})
	}
	return all, nil
}

// Session is a batch whose gradings are made elsewhere. It holds the folder of the batch as Run does, and writes down what is brought.
type Session struct {
	b      *batch
	plan   *Plan
	due    map[journal.Item]due
	closes []io.Closer
}

// due is an item that a result is expected for.
type due struct {
	entry   roster.Entry
	planned planned
}

// OpenSession claims the folder of a batch and plans what there is to do. Close it.
func OpenSession(ctx context.Context, options Options) (_ *Session, err error) {
	s := &Session{}
	if s.b, s.closes, err = open(options); err != nil {
		return nil, err
	}
	if err := s.Replan(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Replan plans again what there is to do, after results have been taken in.
func (s *Session) Replan(ctx context.Context) error {
	p, err := s.b.planner(ctx)
	if err != nil {
		return err
	}
	s.plan, s.due = &p.plan, map[journal.Item]due{}
	for _, u := range p.units {
		for _, next := range u.items {
			s.due[next.item] = due{entry: u.entry, planned: next}
		}
	}
	return nil
}

// Plan is what there is to do.
func (s *Session) Plan() *Plan { return s.plan }

// Doubtful are the results that no reference solution has proved yet.
func (s *Session) Doubtful() []journal.Item { return s.b.doubtful() }

// Begin notes what is about to be sent out.
func (s *Session) Begin(ctx context.Context) error {
	p, err := s.b.planner(ctx)
	if err != nil {
		return err
	}
	return s.b.begin(p)
}

// Await counts what will be brought, for those who are told of progress.
func (s *Session) Await(items int) {
	s.b.mu.Lock()
	defer s.b.mu.Unlock()
	s.b.counts = Counts{Total: items + s.plan.Done, Left: items, Before: s.plan.Done}
}

// Emit tells of something, with the counts as they are.
func (s *Session) Emit(event Event) { s.b.emit(event) }

// RefusedError says that a result cannot be taken in, now or later.
type RefusedError struct{ Err error }

// Error says why.
func (e *RefusedError) Error() string { return "its result was refused: " + e.Err.Error() }

// Unwrap returns why.
func (e *RefusedError) Unwrap() error { return e.Err }

// Take takes in a result, unless the batch does not expect it: then it has been taken in before. It returns a *RefusedError for what would be the
// same the next time; any other error is this machine's.
func (s *Session) Take(d Delivery) error {
	next, expected := s.due[d.Item]
	if !expected {
		return nil
	}
	if sum := sha256.Sum256([]byte(d.Record)); hex.EncodeToString(sum[:]) != d.Digest {
		return &RefusedError{errors.New("its record is damaged")}
	}
	record, err := result.Decode(strings.NewReader(d.Record))
	if err != nil {
		return &RefusedError{err}
	}
	want, err := s.b.key(next.planned.lab)
	if err != nil {
		return err
	}
	want.Tree = d.Key.Tree
	want.AnswerTimeout, want.Trusted = d.Key.AnswerTimeout, d.Key.Trusted // those of the order; the key says with which it was graded
	if d.Key != want || record.Lab != d.Item.Lab || d.Key.Tree != record.Submission.TreeSHA256 {
		return &RefusedError{fmt.Errorf("it was made by something else (Podium %s, lab %.12s) than this (Podium %s, lab %.12s)",
			d.Key.Podium, d.Key.LabDigest, want.Podium, want.LabDigest)}
	}
	delete(s.due, d.Item)
	if next.planned.reason == ReasonPerhaps && s.b.known(d.Item, d.Key) {
		return s.b.unchanged(d.Item)
	}
	return s.b.conclude(unit{entry: next.entry, try: 1}, next.planned, outcome{key: d.Key, record: record, log: []byte(d.Log)})
}

// Blank notes that no result will come of an item, through no fault of the submission.
func (s *Session) Blank(item journal.Item, fault *result.Error) error {
	next, expected := s.due[item]
	if !expected {
		return nil
	}
	key, err := s.b.key(next.planned.lab)
	if err != nil {
		return err
	}
	record, err := s.b.blank(next.planned.lab, item.ID, fault)
	if err != nil {
		return err
	}
	delete(s.due, item)
	return s.b.conclude(unit{entry: next.entry, try: 1}, next.planned, outcome{key: key, record: record})
}

// Prove notes that these results can be trusted, as the reference solutions between them got what they must.
func (s *Session) Prove(items []journal.Item) error {
	if err := s.b.journal.Add(journal.Line{Event: journal.Canary, Items: items}); err != nil {
		return err
	}
	s.b.emit(Event{Kind: Proved})
	return nil
}

// Distrust takes back every result that is not proved. It returns a *StoppedError.
func (s *Session) Distrust(found error) error { return s.b.distrust(found) }

// Close makes the folders of the submissions what the journal says, and lets go of the batch.
func (s *Session) Close() error {
	err := s.b.showAll()
	for _, closer := range s.closes {
		err = errors.Join(err, closer.Close())
	}
	return err
}

// Infra reports whether the infrastructure failed the grading.
func (t *Testimony) Infra() bool { return t.Record != nil && t.Record.Outcome == result.InfraError }

// Witness grades the reference solution of a lab, or its starter, as a batch does for a proof.
func Witness(ctx context.Context, options Options, lab *labs.Lab, starter bool) (*Testimony, error) {
	b := &batch{Options: options.withDefaults()}
	got, err := b.testify(ctx, lab, starter)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("grade reference solution: %w", ctx.Err())
	}
	if err != nil {
		return &Testimony{Wrong: err}, nil //nolint:nilerr // that is what it got
	}
	return got, nil
}

// KeepWitness keeps what a reference solution of a lab, or its starter, got on another machine. It returns what was wrong, with the name of the file.
func (s *Session) KeepWitness(lab string, starter bool, got *Testimony) error {
	return s.b.store.keepWitness(lab, starter, got)
}

// open claims the folder of a batch and opens its journal. What is returned beside it has to be closed in this order.
func open(options Options) (_ *batch, _ []io.Closer, err error) {
	b := &batch{Options: options.withDefaults()}
	b.store = b.Options.store()
	if err := b.store.open(); err != nil {
		return nil, nil, err
	}
	lock, err := journal.Lock(filepath.Join(b.Out, hidden))
	if err != nil {
		return nil, nil, err
	}
	if err := b.store.sweep(); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("remove what an earlier run left: %w", err), lock.Close())
	}
	if b.journal, err = journal.Open(b.Out, b.Now); err != nil {
		return nil, nil, errors.Join(err, lock.Close())
	}
	return b, []io.Closer{b.journal, lock}, nil
}
