package report

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"

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
	switch {
	case err == nil:
		return nil
	case t.toStdout(), isFull(err):
		return exit.With(exit.Infrastructure, lang.Errorf("write %s: %w", t.format.Name, err), "make room, or write it elsewhere")
	}
	return exit.With(exit.Usage, lang.Errorf("write %s: %w", t.format.Name, err), "choose another file, in a folder that you can write to")
}

// isFull is true if there was nothing wrong with the file that was named, but there is no room for it.
func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EIO)
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
