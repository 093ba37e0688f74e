package bucket

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"github.com/podium-labs/podium/graders/batch/journal"
	"github.com/podium-labs/podium/graders/lang"
)

// Mirror keeps a copy of a batch's folder in a bucket while the batch runs.
//
// The folder stays what it is: the journal in it is appended to and reaches the disk before the batch goes on. What was added is put into
// the bucket as objects of their own, .batch/journal/OFFSET.jsonl, each of which is written once and never again, and only after the records
// that its lines name. So the bucket always holds a journal that is true, if not the newest, and any machine can go on from it. An object that
// is there already was written by somebody else: two batches cannot go on with the same OUT without one of them noticing.
type Mirror struct {
	place *Place
	dir   string
	// uploaded is how much of the journal the bucket has.
	uploaded int

	mu     sync.Mutex
	err    error
	wake   chan struct{}
	ended  chan struct{}
	failed context.CancelCauseFunc
}

// ErrConflict is returned when somebody else has gone on with the batch.
var ErrConflict = lang.Errorf("another machine has gone on with this batch")

// OpenMirror brings the folder up to what the bucket has, or begins with an empty one. Nothing runs before Start.
func OpenMirror(ctx context.Context, place *Place, dir string) (*Mirror, error) {
	if err := os.MkdirAll(filepath.Join(dir, journal.Hidden), 0o755); err != nil {
		return nil, lang.Errorf("make work folder: %w", err)
	}
	lock, err := journal.Lock(filepath.Join(dir, journal.Hidden)) // only for a moment: the batch itself takes it again
	if err != nil {
		return nil, err
	}
	defer lock.Close()
	m := &Mirror{place: place, dir: dir, wake: make(chan struct{}, 1)}
	if err := m.restore(ctx); err != nil {
		return nil, lang.Errorf("read batch in %s: %w", place.place, err)
	}
	return m, nil
}

// Start begins to upload what is added. If that cannot go on, because somebody else writes there, stop ends the batch.
func (m *Mirror) Start(ctx context.Context, stop context.CancelCauseFunc) {
	m.ended, m.failed = make(chan struct{}), stop
	go func() {
		defer close(m.ended)
		for range m.wake {
			m.keep(m.push(ctx))
		}
	}()
}

// Touch says that something was added. It does not wait.
func (m *Mirror) Touch() {
	select {
	case m.wake <- struct{}{}:
	default: // the upload that is about to begin will see it
	}
}

// Close uploads the rest: everything in the folder that the bucket does not have, or not as it is.
func (m *Mirror) Close(ctx context.Context) error {
	if m.ended != nil {
		close(m.wake)
		<-m.ended
	}
	if err := m.conflict(); err != nil {
		return err
	}
	if err := m.push(ctx); err != nil {
		return m.named(err)
	}
	return m.named(m.level(ctx))
}

func (m *Mirror) named(err error) error {
	if err == nil {
		return nil
	}
	return lang.Errorf("upload results to %s (they are in %s too): %w", m.place.place, m.dir, err)
}

// keep remembers a conflict, and ends the batch for it. Other faults may pass: the next upload, or the last one, tries again.
func (m *Mirror) keep(err error) {
	if !errors.Is(err, ErrConflict) {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err == nil {
		m.err = m.named(err)
		m.failed(m.err)
	}
}

func (m *Mirror) conflict() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.err
}

// push uploads what the journal has gained, behind the records that it names.
func (m *Mirror) push(ctx context.Context) error {
	if m.conflict() != nil {
		return m.conflict()
	}
	text, err := wholeLines(filepath.Join(m.dir, journal.FileName))
	if err != nil || len(text) <= m.uploaded {
		return err
	}
	added := text[m.uploaded:]
	for line := range bytes.Lines(added) {
		if err := m.pushRecord(ctx, line); err != nil {
			return err
		}
	}
	if err := m.place.bucket.WriteAll(ctx, segment(m.uploaded), added, &blob.WriterOptions{IfNotExist: true, ContentType: "application/jsonl"}); err != nil {
		if code := gcerrors.Code(err); code == gcerrors.FailedPrecondition || code == gcerrors.AlreadyExists {
			return m.ours(ctx, added, err)
		}
		return lang.Errorf("write journal: %w", err)
	}
	m.uploaded = len(text)
	return nil
}

// ours tells an upload that succeeded though its answer got lost from one of somebody else.
func (m *Mirror) ours(ctx context.Context, added []byte, cause error) error {
	there, err := m.place.bucket.ReadAll(ctx, segment(m.uploaded))
	if err == nil && bytes.HasPrefix(added, there) {
		m.uploaded += len(there)
		return nil
	}
	return fmt.Errorf("%w: %w", ErrConflict, cause)
}

// pushRecord uploads the record and the log that a line of the journal names.
func (m *Mirror) pushRecord(ctx context.Context, text []byte) error {
	var line journal.Line
	if err := json.Unmarshal(text, &line); err != nil || line.Record == "" {
		return nil //nolint:nilerr // the journal has checked its own lines
	}
	for _, suffix := range []string{".log", ".json"} {
		if err := m.upload(ctx, recordKey(line.Record, suffix)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// upload puts a file of the folder into the bucket.
func (m *Mirror) upload(ctx context.Context, key string) error {
	content, err := os.ReadFile(filepath.Join(m.dir, filepath.FromSlash(key)))
	if err != nil {
		return err
	}
	if err := m.place.bucket.WriteAll(ctx, key, content, &blob.WriterOptions{ContentType: contentType(key)}); err != nil {
		return lang.Errorf("write %s: %w", key, err)
	}
	return nil
}

// segments is where the journal is kept, and segment the key of what begins at an offset.
const segments = journal.Hidden + "/journal/"

func segment(offset int) string { return fmt.Sprintf("%s%012d.jsonl", segments, offset) }

func recordKey(sum, suffix string) string { return journal.Hidden + "/records/" + sum + suffix }

// wholeLines is a file up to the end of its last line; nothing if there is none.
func wholeLines(name string) ([]byte, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, lang.Errorf("read journal: %w", err)
	}
	return text[:bytes.LastIndexByte(text, '\n')+1], nil
}
