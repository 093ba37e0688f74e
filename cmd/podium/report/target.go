package report

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/result/export"
)

// FindFormat returns the format of that name, or an error that lists those there are.
func FindFormat(name string) (export.Format, error) {
	format, ok := export.Find(name)
	if !ok {
		return format, exit.With(exit.Usage, lang.Errorf("unknown format %q (there are: %s)", name, strings.Join(export.Names(), ", ")), "for example: junit=junit.xml")
	}
	return format, nil
}

// target is one document: what to write, and where.
type target struct {
	format export.Format
	file   string
	// shared is true for a file of the system around us, to which others write too.
	shared bool
}

// newTarget finds out where a document goes. Without a file it is the one that the environment names, if the format has such.
func newTarget(name, file string) (target, error) {
	format, err := FindFormat(name)
	if err != nil {
		return target{}, err
	}
	t := target{format: format, file: file, shared: format.Variable != ""}
	if file == "" && t.shared {
		t.file = os.Getenv(format.Variable)
	}
	if t.file == "" {
		next := lang.M("for example: %s=FILE, or %s=- for stdout", name, name)
		if t.shared {
			next = lang.M("for example: %s=FILE, or %s=- for stdout, or set %s", name, name, format.Variable)
		}
		return target{}, exit.Advise(exit.Usage, lang.Errorf("%s: no file to write to", name), next)
	}
	return t, t.check()
}

// check finds what would go wrong after the grading.
func (t target) check() error {
	for _, name := range t.format.Needs {
		if os.Getenv(name) == "" {
			return exit.With(exit.Usage, lang.Errorf("%s: not set in the environment: %s", t.format.Name, name), "needed are: "+strings.Join(t.format.Needs, ", "))
		}
	}
	if t.file == stdout {
		return nil
	}
	if info, err := os.Stat(filepath.Dir(t.file)); err != nil || !info.IsDir() {
		return exit.With(exit.Usage, lang.Errorf("%s: there is no folder %s", t.format.Name, filepath.Dir(t.file)), "make it, or choose another file")
	}
	if info, err := os.Stat(t.file); err == nil && info.IsDir() {
		return exit.With(exit.Usage, lang.Errorf("%s: %s is a folder", t.format.Name, t.file), "choose a file")
	}
	return nil
}

func (t target) toStdout() bool { return t.file == stdout }

// write writes the document as a whole or not at all.
func (t target) write(out io.Writer, records []*result.Record) error {
	return put(t, out, func(w io.Writer) error { return t.format.Write(w, records, exportOptions(records)) })
}
