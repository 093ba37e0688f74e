package live

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/podium-labs/podium/graders/lang"
)

// Progress is what is remembered of a learner's way through a lab, beside what the cluster itself remembers.
type Progress struct {
	// Task is the one that was looked at last.
	Task string `json:"task,omitempty"`
	// Hints is how many hints were shown, by task.
	Hints map[string]int `json:"hints,omitempty"`
	// Solutions is when the solution of a task was first shown.
	Solutions map[string]time.Time `json:"solutions,omitempty"`
	// Exam is there if the lab was started as one.
	Exam *Exam `json:"exam,omitempty"`
}

// Exam is a lab against the clock, without hints and solutions, and without results until it is handed in.
type Exam struct {
	// Started and Length give the deadline.
	Started time.Time     `json:"started"`
	Length  time.Duration `json:"length"`
	// Submitted is when it was handed in, or ran out; zero until then.
	Submitted time.Time `json:"submitted,omitzero"`
}

// Deadline is when the exam ends by itself.
func (e *Exam) Deadline() time.Time { return e.Started.Add(e.Length) }

// Sealed is true as long as results are not to be seen.
func (e *Exam) Sealed() bool { return e != nil && e.Submitted.IsZero() }

// Left is the time that is left at the instant now; never less than zero.
func (e *Exam) Left(now time.Time) time.Duration { return max(0, e.Deadline().Sub(now)) }

// Store keeps a Progress in a file.
type Store struct {
	// Path is the file.
	Path string
}

// Load reads the file; if there is none, nothing has been done yet. What cannot be read is an error: it must not be
// written over with nothing.
func (s Store) Load() (*Progress, error) {
	content, err := os.ReadFile(s.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return &Progress{}, nil
	}
	if err != nil {
		return nil, lang.Errorf("read progress: %w", err)
	}
	var p Progress
	if err := json.Unmarshal(content, &p); err != nil {
		return nil, lang.Errorf("read progress from %s: %w", s.Path, err)
	}
	return &p, nil
}

// Save replaces the file as a whole.
func (s Store) Save(p *Progress) error {
	content, err := json.MarshalIndent(p, "", "  ")
	if err == nil {
		err = WriteFile(s.Path, append(content, '\n'))
	}
	if err != nil {
		return lang.Errorf("save progress: %w", err)
	}
	return nil
}

// WriteFile replaces a file as a whole, so that after a power failure there is the old or the new one. Its folder is made if need be.
func WriteFile(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	temporary, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.new") // readable by nobody else
	if err != nil {
		return err
	}
	_, err = temporary.Write(content)
	if err == nil {
		err = temporary.Sync()
	}
	err = errors.Join(err, temporary.Close())
	if err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	return syncFolder(filepath.Dir(path))
}

// syncFolder puts the names in a folder onto the disk.
func syncFolder(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// Remove forgets everything.
func (s Store) Remove() error {
	if err := os.Remove(s.Path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return lang.Errorf("forget progress: %w", err)
	}
	return nil
}

// showHint notes one more hint and returns how many are shown now.
func (p *Progress) showHint(task string, most int) int {
	if p.Hints == nil {
		p.Hints = map[string]int{}
	}
	p.Hints[task] = min(most, p.Hints[task]+1)
	return p.Hints[task]
}

// showSolution notes that the solution was shown. The first time stays.
func (p *Progress) showSolution(task string, now time.Time) {
	if p.Solutions == nil {
		p.Solutions = map[string]time.Time{}
	}
	if p.Solutions[task].IsZero() {
		p.Solutions[task] = now
	}
}

// join takes over what others have stored since this was loaded: what was shown once was shown, and the exam is as they left it.
func (p *Progress) join(stored *Progress) {
	p.Exam = stored.Exam
	for task, shown := range stored.Hints {
		if p.Hints == nil {
			p.Hints = map[string]int{}
		}
		p.Hints[task] = max(p.Hints[task], shown)
	}
	for task, at := range stored.Solutions {
		if mine := p.Solutions[task]; mine.IsZero() || at.Before(mine) {
			if p.Solutions == nil {
				p.Solutions = map[string]time.Time{}
			}
			p.Solutions[task] = at
		}
	}
}
