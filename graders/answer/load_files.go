package answer

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/podium-labs/podium/graders/lang"
)

// answer reads the files of one task.
func (l *loader) answer(task string, entry fs.DirEntry) (Answer, error) {
	answer := Answer{Task: task}
	name := entry.Name()
	if kind, ok := kinds[path.Ext(name)]; ok && name != task {
		content, err := l.file(path.Join(l.base, name))
		if err != nil {
			return answer, err
		}
		answer.Files = []File{{Name: name, Content: content}}
		answer.Steps = []Step{{File: name, Kind: kind, Content: content}}
		return answer, l.documents(answer.Steps)
	}
	if !entry.IsDir() {
		return answer, invalid(path.Join(l.base, name), "is %s; the answer is a folder of that name, or a file with .yaml, .json or .sh", describe(entry.Type()))
	}
	if err := l.folder(&answer, ""); err != nil {
		return answer, err
	}
	slices.SortFunc(answer.Steps, inOrder)
	if len(answer.Steps) == 0 {
		l.warnings = append(l.warnings, lang.M("%s has no step: steps are called NN-name.yaml or NN-name.sh", path.Join(l.base, name)))
	}
	return answer, l.documents(answer.Steps)
}

// folder reads a task's folder; sub is relative to it.
func (l *loader) folder(answer *Answer, sub string) error {
	dir := path.Join(l.base, answer.Task, sub)
	if strings.Count(sub, "/") >= l.limits.Depth {
		return invalid(dir, "is nested deeper than %d folders", l.limits.Depth)
	}
	entries, err := fs.ReadDir(l.root.FS(), dir)
	if err != nil {
		return fmt.Errorf("read %s: %w", dir, err)
	}
	for _, entry := range entries {
		name := path.Join(sub, entry.Name())
		switch {
		case strings.HasPrefix(entry.Name(), "."):
			continue
		case !fileName.MatchString(entry.Name()):
			return invalid(path.Join(l.base, answer.Task, name), "has an odd name: letters, digits, dot, dash and underscore only, at most 100")
		case entry.IsDir():
			err = l.folder(answer, name+"/")
		default:
			err = l.member(answer, name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// member reads one file of a task's folder; those without a number are there to be used by the others.
func (l *loader) member(answer *Answer, name string) error {
	content, err := l.file(path.Join(l.base, answer.Task, name))
	if err != nil {
		return err
	}
	answer.Files = append(answer.Files, File{Name: name, Content: content})
	kind, ok := kinds[path.Ext(name)]
	if !ok || strings.Contains(name, "/") {
		return nil
	}
	if !stepName.MatchString(name) {
		l.warnings = append(l.warnings, lang.M("%s is not run by itself: steps are called NN-name%s", path.Join(l.base, answer.Task, name), path.Ext(name)))
		return nil
	}
	answer.Steps = append(answer.Steps, Step{File: path.Join(answer.Task, name), Kind: kind, Content: content})
	return nil
}

// file copies one regular file within the limits.
func (l *loader) file(name string) ([]byte, error) {
	info, err := l.root.Lstat(name)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	// Looked at before opening: to open a pipe or a device can block or act.
	if !info.Mode().IsRegular() {
		return nil, invalid(name, "is %s; only regular files are read", describe(info.Mode()))
	}
	if len(l.read) >= l.limits.Files {
		return nil, invalid(name, "is one file too many: at most %d", l.limits.Files)
	}
	f, err := l.root.Open(name)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	defer func() { _ = f.Close() }()
	if opened, err := f.Stat(); err != nil || !os.SameFile(info, opened) {
		return nil, invalid(name, "changed while it was read")
	}
	content, err := io.ReadAll(io.LimitReader(f, l.limits.FileBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	if int64(len(content)) > l.limits.FileBytes {
		return nil, invalid(name, "is larger than %d bytes", l.limits.FileBytes)
	}
	if l.total += int64(len(content)); l.total > l.limits.TotalBytes {
		return nil, invalid(name, "brings the answers over %d bytes", l.limits.TotalBytes)
	}
	content = bytes.TrimPrefix(content, []byte("\ufeff"))
	l.read = append(l.read, File{Name: strings.TrimPrefix(name, l.base+"/"), Content: content})
	return content, nil
}

// documents bounds the YAML documents of each manifest.
func (l *loader) documents(steps []Step) error {
	for _, step := range steps {
		if step.Kind != Manifest {
			continue
		}
		if n := bytes.Count(append([]byte("\n"), step.Content...), []byte("\n---")) + 1; n > l.limits.Documents+1 {
			return invalid(path.Join(l.base, step.File), "has %d YAML documents; at most %d", n, l.limits.Documents)
		}
	}
	return nil
}

// inOrder sorts steps by number, then by name: 2- comes before 10-.
func inOrder(a, b Step) int {
	return cmp.Or(cmp.Compare(number(a.File), number(b.File)), cmp.Compare(a.File, b.File))
}

func number(file string) int {
	digits, _, _ := strings.Cut(path.Base(file), "-")
	n, err := strconv.Atoi(digits)
	if err != nil {
		return int(^uint(0) >> 1)
	}
	return n
}

func describe(mode fs.FileMode) lang.Message {
	switch {
	case mode&fs.ModeSymlink != 0:
		return lang.M("a symbolic link")
	case mode.IsDir():
		return lang.M("a folder")
	case mode&fs.ModeNamedPipe != 0:
		return lang.M("a named pipe")
	case mode&fs.ModeSocket != 0:
		return lang.M("a socket")
	case mode&fs.ModeDevice != 0:
		return lang.M("a device")
	case mode.IsRegular():
		return lang.M("a file")
	default:
		return lang.M("no regular file")
	}
}
