package answer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/replay"
)

// Load reads DIR/answers/<lab>: for each task <id>.yaml, .yml, .json or .sh, or a folder <id> with NN-name.yaml and NN-name.sh.
// Tasks without an answer are left out. A recorded attempt, attempt.jsonl, is the answer to all tasks, and the only one then. The error is an *InvalidError when the submission is at fault.
func Load(ctx context.Context, dir, lab string, tasks []string) (*Submission, error) {
	return LoadWithin(ctx, dir, lab, tasks, Limits{})
}

// LoadWithin is Load with limits of one's own.
func LoadWithin(ctx context.Context, dir, lab string, tasks []string, limits Limits) (*Submission, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("find submission: %w", err)
	}
	// opening anything else could wait for ever: a FIFO waits for its writer
	if info, err := os.Stat(abs); err == nil && !info.IsDir() {
		return nil, invalid("", "%s is not a folder", filepath.Base(abs))
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, fmt.Errorf("open submission: %w", err)
	}
	defer func() { _ = root.Close() }()

	l := &loader{root: root, base: path.Join("answers", lab), limits: limits.withDefaults(), tasks: tasks}
	sub := &Submission{ID: filepath.Base(abs)}
	found, err := l.find(lab)
	if err != nil {
		return nil, err
	}
	if found {
		if sub.Tasks, err = l.load(ctx); err != nil {
			return nil, err
		}
	}
	sub.Attempt = isAttempt(sub.Tasks)
	sub.Warnings = l.warnings
	sub.TreeSHA256 = digest(l.read)
	return sub, nil
}

// loader reads one submission through its root, which follows no link out of it.
type loader struct {
	root     *os.Root
	base     string
	limits   Limits
	tasks    []string
	read     []File
	total    int64
	warnings []lang.Message
}

// find says whether the lab has a folder of answers, and refuses folders that look like a submission given wrongly.
func (l *loader) find(lab string) (bool, error) {
	for _, dir := range []string{"answers", l.base} {
		info, err := l.root.Lstat(dir)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return false, l.missing(dir, lab)
		case err != nil:
			return false, fmt.Errorf("look for answers: %w", err)
		case !info.IsDir():
			return false, invalid(dir, "is %s, not a folder", describe(info.Mode()))
		}
	}
	return true, nil
}

func (l *loader) missing(dir, lab string) error {
	if dir == "answers" {
		return invalid("", "there is no folder answers/%s in it; expected %s", lab, l.layout(lab))
	}
	entries, err := fs.ReadDir(l.root.FS(), "answers")
	if err != nil {
		return fmt.Errorf("read answers: %w", err)
	}
	for _, entry := range entries {
		if _, ok := l.claim(entry.Name()); ok || entry.Name() == replay.FileName {
			return invalid(path.Join("answers", entry.Name()), "lies one folder too high; expected %s", l.layout(lab))
		}
	}
	l.warnings = append(l.warnings, lang.M("there is no folder answers/%s: no task of %s has an answer", lab, lab))
	return nil
}

func (l *loader) layout(lab string) lang.Message {
	task := "<task>"
	if len(l.tasks) > 0 {
		task = l.tasks[0]
	}
	at := fmt.Sprintf("DIR/answers/%s/%s", lab, task)
	return lang.M("%s.yaml, %s.sh or %s/01-name.yaml, where DIR is what you hand in", at, at, at)
}
