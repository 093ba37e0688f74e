package evidence

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// Journal writes a history down, one version a line, for other processes to read.
type Journal struct {
	mu  sync.Mutex
	out io.Writer
}

// NewJournal writes to out; each version is one Write, so that a reader never sees half a line of a living writer.
func NewJournal(out io.Writer) *Journal { return &Journal{out: out} }

// OpenJournal reads the journal at path, if there is one, and opens it to be continued. What a killed writer left
// of its last line is cut off.
func OpenJournal(path string) (*Journal, *History, io.Closer, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("open journal: %w", err)
	}
	counted := &lineCounter{in: file}
	history, err := ReadJournal(counted)
	if err == nil {
		err = file.Truncate(counted.complete)
	}
	if err == nil {
		_, err = file.Seek(0, io.SeekEnd)
	}
	if err != nil {
		return nil, nil, nil, errors.Join(fmt.Errorf("continue journal %s: %w", path, err), file.Close())
	}
	return NewJournal(file), history, file, nil
}

// lineCounter knows how many bytes of what was read are whole lines.
type lineCounter struct {
	in             io.Reader
	read, complete int64
}

func (l *lineCounter) Read(p []byte) (int, error) {
	n, err := l.in.Read(p)
	if i := bytes.LastIndexByte(p[:n], '\n'); i >= 0 {
		l.complete = l.read + int64(i) + 1
	}
	l.read += int64(n)
	return n, err
}

// entry is one line of a journal.
type entry struct {
	At      time.Time       `json:"at"`
	Kind    string          `json:"kind"`
	Deleted bool            `json:"deleted,omitempty"`
	Object  json.RawMessage `json:"object"`
}

// Write appends one version.
func (j *Journal) Write(v *Version) error {
	object, err := json.Marshal(v.Object)
	if err != nil {
		return fmt.Errorf("encode %s: %w", v.Kind, err)
	}
	line, err := json.Marshal(entry{At: v.At, Kind: v.Kind, Deleted: v.Deleted, Object: object})
	if err != nil {
		return fmt.Errorf("encode journal entry: %w", err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if _, err := j.out.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("write journal: %w", err)
	}
	return nil
}

// ReadJournal reads a journal back. A last line without its end is what a killed writer leaves: it is ignored.
func ReadJournal(in io.Reader) (*History, error) {
	history := NewHistory()
	reader := bufio.NewReader(in)
	for {
		line, err := reader.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return history, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read journal: %w", err)
		}
		v, err := parseEntry(line)
		if err != nil {
			return nil, err
		}
		history.Add(v)
	}
}

func parseEntry(line []byte) (*Version, error) {
	var e entry
	if err := json.Unmarshal(line, &e); err != nil {
		return nil, fmt.Errorf("parse journal entry: %w", err)
	}
	k, ok := kindNamed(e.Kind)
	if !ok {
		return nil, fmt.Errorf("parse journal entry: unknown kind %q", e.Kind)
	}
	object := k.object()
	if err := json.Unmarshal(e.Object, object); err != nil {
		return nil, fmt.Errorf("parse %s in journal: %w", e.Kind, err)
	}
	return newVersion(e.Kind, object, e.Deleted, e.At)
}
