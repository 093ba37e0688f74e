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
	if err != nil {
		return lang.Errorf("save progress: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(s.Path), 0o700); err != nil {
		return lang.Errorf("save progress: %w", err)
	}
	temporary := s.Path + ".new"
	if err := os.WriteFile(temporary, append(content, '\n'), 0o600); err != nil {
		return lang.Errorf("save progress: %w", err)
	}
	if err := os.Rename(temporary, s.Path); err != nil {
		return lang.Errorf("save progress: %w", err)
	}
	return nil
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
