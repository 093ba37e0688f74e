package answer

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/nearest"
	"github.com/podium-labs/podium/graders/replay"
)

// fileName is what a file that is read may be called: it becomes a path, an argument and a line in reports.
var fileName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$`)

// stepName is a file in a task's folder that is run; the number gives the order.
var stepName = regexp.MustCompile(`^[0-9]+-.+$`)

var kinds = map[string]Kind{".yaml": Manifest, ".yml": Manifest, ".json": Manifest, ".sh": Script}

// load reads all answers in task order and warns of what no task claims.
func (l *loader) load(ctx context.Context) ([]Answer, error) {
	entries, err := fs.ReadDir(l.root.FS(), l.base)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", l.base, err)
	}
	claims := map[string]fs.DirEntry{}
	folded := map[string]string{}
	recorded := false
	for _, entry := range entries {
		if entry.Name() == replay.FileName {
			recorded = true
			continue
		}
		task, err := l.sort(entry, folded)
		if err != nil {
			return nil, err
		}
		if task == "" {
			continue
		}
		if first, twice := claims[task]; twice {
			return nil, invalid(l.base, "task %s is answered twice, by %s and by %s; keep one", task, shown(first), shown(entry))
		}
		claims[task] = entry
	}
	if recorded {
		return l.attempt(claims)
	}
	var answers []Answer
	for _, task := range l.tasks {
		entry, ok := claims[task]
		if !ok {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("read %s: %w", l.base, err)
		}
		answer, err := l.answer(task, entry)
		if err != nil {
			return nil, err
		}
		answers = append(answers, answer)
	}
	return answers, nil
}

// sort returns the task that claims an entry, or warns that none does.
func (l *loader) sort(entry fs.DirEntry, folded map[string]string) (string, error) {
	name := entry.Name()
	if bad := unprintable(name); !bad.Empty() {
		return "", invalid(path.Join(l.base, name), "has a name with %s in it", bad)
	}
	low := strings.ToLower(name)
	if other, ok := folded[low]; ok {
		return "", invalid(path.Join(l.base, name), "differs from %q only in upper and lower case", other)
	}
	folded[low] = name
	if task, ok := l.claim(name); ok && fileName.MatchString(name) {
		return task, nil
	}
	if !strings.HasPrefix(name, ".") && !strings.HasPrefix(low, "readme") {
		l.warnings = append(l.warnings, l.unclaimed(name, entry.IsDir()))
	}
	return "", nil
}

// claim finds the task that a file or folder name answers.
func (l *loader) claim(name string) (string, bool) {
	ext := path.Ext(name)
	if _, ok := kinds[ext]; ok && slices.Contains(l.tasks, strings.TrimSuffix(name, ext)) {
		return strings.TrimSuffix(name, ext), true
	}
	return name, slices.Contains(l.tasks, name)
}

func (l *loader) unclaimed(name string, folder bool) lang.Message {
	text := lang.M("%s answers no task", path.Join(l.base, name))
	stem := strings.TrimSuffix(name, path.Ext(name))
	near, ok := nearest.Name(stem, l.tasks)
	switch {
	case !ok:
		return text
	case near == stem && !folder:
		return lang.M("%s: task %s is answered by %s.yaml, %s.yml, %s.json or %s.sh", text, near, near, near, near, near)
	default:
		return lang.M("%s; the nearest task is %s", text, near)
	}
}

func shown(entry fs.DirEntry) string {
	if entry.IsDir() {
		return "the folder " + entry.Name() + "/"
	}
	return entry.Name()
}

// unprintable names what keeps a file name from being shown safely.
func unprintable(name string) lang.Message {
	switch {
	case !utf8.ValidString(name):
		return lang.M("bytes that are no UTF-8")
	case strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return lang.M("control characters")
	case strings.ContainsAny(name, `\:`):
		return lang.M("a backslash or colon")
	}
	return lang.Message{}
}
