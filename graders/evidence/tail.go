package evidence

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// ErrReplaced says that the journal is gone or another one by now: the cluster that wrote it was deleted.
var ErrReplaced = errors.New("the journal is not the same any more")

// Tail reads a journal while another process goes on writing it.
type Tail struct {
	path  string
	file  *os.File
	chunk []byte
	rest  []byte // the beginning of a line that has not ended yet
}

// tailChunk bounds how many bytes one Read takes, so that a long journal can be shown while it is being read.
const tailChunk = 4 << 20

// OpenTail opens the journal at path, from its beginning.
func OpenTail(path string) (*Tail, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open journal: %w", err)
	}
	return &Tail{path: path, file: file, chunk: make([]byte, tailChunk)}, nil
}

// Close closes the file.
func (t *Tail) Close() error { return t.file.Close() }

// Read returns the versions that were finished since the last call, in the order in which they were written; none if
// there is nothing new. more is true if there may be further ones already. The error is ErrReplaced if path names
// another file by now and this one is read to its end.
func (t *Tail) Read() (versions []*Version, more bool, err error) {
	n, err := t.file.Read(t.chunk)
	switch {
	case errors.Is(err, io.EOF):
		return nil, false, t.same()
	case err != nil:
		return nil, false, fmt.Errorf("read journal: %w", err)
	}
	t.rest = append(t.rest, t.chunk[:n]...)
	for {
		line, rest, ended := bytes.Cut(t.rest, []byte("\n"))
		if !ended {
			t.rest = bytes.Clone(t.rest)
			return versions, true, nil
		}
		v, err := parseEntry(line)
		if err != nil {
			return versions, false, err
		}
		versions, t.rest = append(versions, v), rest
	}
}

// same is nil as long as the path leads to the file that is open, and nobody has cut it off.
func (t *Tail) same() error {
	open, err := t.file.Stat()
	if err != nil {
		return fmt.Errorf("look at journal: %w", err)
	}
	at, err := t.file.Seek(0, io.SeekCurrent)
	if err != nil {
		return fmt.Errorf("look at journal: %w", err)
	}
	named, err := os.Stat(t.path)
	if errors.Is(err, os.ErrNotExist) || err == nil && !os.SameFile(open, named) {
		return ErrReplaced
	}
	if err != nil {
		return fmt.Errorf("look at journal: %w", err)
	}
	// OpenJournal cuts off an unfinished last line when a recorder goes on; that was no version yet.
	lost := at - open.Size()
	switch {
	case lost <= 0:
		return nil
	case lost > int64(len(t.rest)):
		return ErrReplaced
	}
	return t.cut(lost, open.Size())
}

// cut forgets the last bytes of the unfinished line.
func (t *Tail) cut(lost, size int64) error {
	t.rest = t.rest[:int64(len(t.rest))-lost]
	if _, err := t.file.Seek(size, io.SeekStart); err != nil {
		return fmt.Errorf("go on in journal: %w", err)
	}
	return nil
}
