package report

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/graders/lang"
)

// put writes what fill writes to where the target says. Nothing is written if fill fails.
func put(t target, out io.Writer, fill func(io.Writer) error) error {
	var content bytes.Buffer
	if err := fill(&content); err != nil {
		return lang.Errorf("write %s: %w", t.format.Name, err)
	}
	var err error
	switch {
	case t.toStdout():
		_, err = out.Write(content.Bytes())
	case t.shared:
		err = appendTo(t.file, content.Bytes())
	default:
		err = replace(t.file, content.Bytes())
	}
	if err != nil {
		return exit.With(exit.Infrastructure, lang.Errorf("write %s: %w", t.format.Name, err), "")
	}
	return nil
}

func appendTo(name string, content []byte) error {
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Close())
}

// replace puts a file in the place of another as a whole: a reader sees the old one or the new one. What is no regular file, like
// /dev/stderr, is written to.
func replace(name string, content []byte) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(name, content, 0o644)
	}
	temporary, err := os.CreateTemp(filepath.Dir(name), ".podium-*")
	if err != nil {
		return err
	}
	_, err = temporary.Write(content)
	if err = errors.Join(err, temporary.Chmod(0o644), temporary.Close()); err == nil {
		err = os.Rename(temporary.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	return nil
}
