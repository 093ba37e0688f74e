package bucket

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"
	"golang.org/x/sync/errgroup"

	"github.com/podium-labs/podium/graders/batch/journal"
)

// transfers is how many objects are on their way at the same time.
const transfers = 16

// restore makes the journal of the folder what the bucket has, where that is more, and fetches the records that it names.
func (m *Mirror) restore(ctx context.Context) error {
	there, err := m.journal(ctx)
	if err != nil {
		return err
	}
	name := filepath.Join(m.dir, journal.FileName)
	here, err := wholeLines(name)
	if err != nil {
		return err
	}
	switch {
	case bytes.HasPrefix(there, here):
		if len(there) > len(here) {
			if err := write(name, there); err != nil {
				return err
			}
		}
	case !bytes.HasPrefix(here, there):
		return fmt.Errorf("%w: what %s says is something else; remove that folder to go on with what the bucket has", ErrConflict, name)
	}
	m.uploaded = len(there)
	return m.fetch(ctx, there)
}

// journal joins the pieces of the journal in the bucket.
func (m *Mirror) journal(ctx context.Context) ([]byte, error) {
	objects, err := m.list(ctx, segments)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(objects, func(a, b *blob.ListObject) int { return bytes.Compare([]byte(a.Key), []byte(b.Key)) })
	var text bytes.Buffer
	for _, object := range objects {
		if object.Key != segment(text.Len()) {
			return nil, fmt.Errorf("the journal has a gap: %s is missing", segment(text.Len()))
		}
		piece, err := m.place.bucket.ReadAll(ctx, object.Key)
		if err != nil {
			return nil, fmt.Errorf("read journal: %w", err)
		}
		if len(piece) == 0 || piece[len(piece)-1] != '\n' {
			return nil, fmt.Errorf("the journal is damaged: %s does not end with a line", object.Key)
		}
		text.Write(piece)
	}
	return text.Bytes(), nil
}

func (m *Mirror) list(ctx context.Context, prefix string) ([]*blob.ListObject, error) {
	var objects []*blob.ListObject
	list := m.place.bucket.List(&blob.ListOptions{Prefix: prefix})
	for {
		object, err := list.Next(ctx)
		if errors.Is(err, io.EOF) {
			return objects, nil
		}
		if err != nil {
			return nil, fmt.Errorf("list %s: %w", prefix, err)
		}
		objects = append(objects, object)
	}
}

// sumFormat is a SHA-256: a name in a journal from elsewhere becomes that of a file.
var sumFormat = regexp.MustCompile(`^[0-9a-f]{64}$`)

// fetch brings records that the folder lacks. One that is damaged, or gone, is left out: the batch grades it again.
func (m *Mirror) fetch(ctx context.Context, text []byte) error {
	if err := os.MkdirAll(filepath.Join(m.dir, journal.Hidden, "records"), 0o755); err != nil {
		return fmt.Errorf("make folder of records: %w", err)
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(transfers)
	seen := map[string]bool{}
	for raw := range bytes.Lines(text) {
		var line journal.Line
		if err := json.Unmarshal(raw, &line); err != nil {
			return fmt.Errorf("read journal: %w", err)
		}
		if sum := line.Record; sumFormat.MatchString(sum) && !seen[sum] {
			seen[sum] = true
			group.Go(func() error { return m.fetchRecord(ctx, sum) })
		}
	}
	return group.Wait()
}

func (m *Mirror) fetchRecord(ctx context.Context, sum string) error {
	name := filepath.Join(m.dir, filepath.FromSlash(recordKey(sum, ".json")))
	if _, err := os.Stat(name); err == nil {
		return nil
	}
	for _, suffix := range []string{".log", ".json"} {
		content, err := m.place.bucket.ReadAll(ctx, recordKey(sum, suffix))
		if gcerrors.Code(err) == gcerrors.NotFound {
			continue
		}
		if err != nil {
			return fmt.Errorf("read record: %w", err)
		}
		if digest := sha256.Sum256(content); suffix == ".json" && hex.EncodeToString(digest[:]) != sum {
			continue
		}
		if err := write(filepath.Join(m.dir, filepath.FromSlash(recordKey(sum, suffix))), content); err != nil {
			return err
		}
	}
	return nil
}

// write puts a file in its place as a whole, on the disk.
func write(name string, content []byte) error {
	temporary, err := os.CreateTemp(filepath.Dir(name), ".podium-*")
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	_, err = temporary.Write(content)
	if err == nil {
		err = temporary.Sync()
	}
	if err = errors.Join(err, temporary.Chmod(0o644), temporary.Close()); err == nil {
		err = os.Rename(temporary.Name(), name)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("write %s: %w", name, err), os.Remove(temporary.Name()))
	}
	return journal.SyncDir(filepath.Dir(name))
}

func missing(err error) bool { return gcerrors.Code(err) == gcerrors.NotFound }
