package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// FileName is the name of a journal in the folder of its batch.
const FileName = "journal.jsonl"

// Journal is open for adding lines. It is safe for concurrent use.
type Journal struct {
	mu    sync.Mutex
	file  file
	state *State
	now   func() time.Time
	// end is where the last line ends that is on the disk, and broken why there will be no other.
	end    int64
	broken error
}

// file is what a journal needs of an *os.File.
type file interface {
	io.Writer
	io.Seeker
	io.Closer
	Sync() error
	Truncate(size int64) error
}

// Open reads the journal in a folder, makes it if there is none, and goes on behind its last whole line: one that was being written
// when the machine or the batch ended says nothing. The caller must hold the folder's lock.
func Open(dir string, now func() time.Time) (*Journal, error) {
	file, err := os.OpenFile(filepath.Join(dir, FileName), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("open journal: %w", err)
	}
	state, end, err := replay(file)
	if err == nil {
		err = continueAt(file, end)
	}
	if err == nil {
		err = SyncDir(dir) // a name that is new must not get lost either
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open journal: %w", err), file.Close())
	}
	return &Journal{file: file, state: state, now: now, end: end}, nil
}

// Read is what the journal in a folder comes to, without holding or changing anything. A folder without one has an empty state.
func Read(dir string) (*State, error) {
	file, err := os.Open(filepath.Join(dir, FileName))
	if errors.Is(err, os.ErrNotExist) {
		return newState(), nil
	}
	if err != nil {
		return nil, fmt.Errorf("open journal: %w", err)
	}
	defer file.Close()
	state, _, err := replay(file)
	if err != nil {
		return nil, fmt.Errorf("read journal: %w", err)
	}
	return state, nil
}

// replay returns the state and the length of all whole lines.
func replay(from io.Reader) (*State, int64, error) {
	content, err := io.ReadAll(from)
	if err != nil {
		return nil, 0, err
	}
	state, end := newState(), int64(0)
	for number := 1; int(end) < len(content); number++ {
		rest := content[end:]
		length := bytes.IndexByte(rest, '\n')
		if length < 0 {
			return state, end, nil // torn
		}
		var line Line
		if err := json.Unmarshal(rest[:length], &line); err != nil {
			if length+1 == len(rest) {
				return state, end, nil // torn, though its end reached the disk
			}
			return nil, 0, fmt.Errorf("line %d: %w", number, err)
		}
		state.apply(&line)
		end += int64(length) + 1
	}
	return state, end, nil
}

func continueAt(file file, end int64) error {
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil || size == end {
		return err
	}
	if err := file.Truncate(end); err != nil {
		return err
	}
	_, err = file.Seek(end, io.SeekStart)
	return err
}

// Add adds a line and returns when it is on the disk. After one that could not be written there is no other: nobody knows what of it is on the
// disk, and the next one must not be glued to half of it.
func (j *Journal) Add(line Line) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.broken != nil {
		return j.broken
	}
	line.At = j.now().UTC()
	text, err := json.Marshal(line)
	if err != nil {
		return fmt.Errorf("encode line of journal: %w", err)
	}
	text = append(text, '\n')
	_, err = j.file.Write(text)
	if err == nil {
		err = j.file.Sync()
	}
	if err != nil {
		j.broken = fmt.Errorf("write journal: %w", err)
		_ = continueAt(j.file, j.end) // best effort: who opens it next looks for whole lines anyway
		return j.broken
	}
	j.end += int64(len(text))
	j.state.apply(&line)
	return nil
}

// Look calls a function with the state as it is; the function must not keep it.
func (j *Journal) Look(look func(*State)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	look(j.state)
}

// Close closes the file.
func (j *Journal) Close() error {
	if err := j.file.Close(); err != nil {
		return fmt.Errorf("close journal: %w", err)
	}
	return nil
}

// SyncDir makes sure that names which were made in a folder, or changed, are on the disk.
func SyncDir(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
