package shell

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"

	"mvdan.cc/sh/v3/interp"

	"github.com/podium-labs/podium/graders/answer/box"
	"github.com/podium-labs/podium/graders/lang"
)

// open serves redirections. A *fs.PathError is printed by the interpreter and fails the command only.
func (s *Shell) open(ctx context.Context, name string, flag int, perm os.FileMode) (io.ReadWriteCloser, error) {
	hc := interp.HandlerCtx(ctx)
	switch name {
	case "/dev/null":
		return os.OpenFile(os.DevNull, flag&^(os.O_CREATE|os.O_TRUNC), perm)
	case "/dev/stdout", "/dev/fd/1":
		return stream{w: hc.Stdout}, nil
	case "/dev/stderr", "/dev/fd/2":
		return stream{w: hc.Stderr}, nil
	case "/dev/stdin", "/dev/fd/0":
		return stream{r: hc.Stdin}, nil
	}
	f, err := s.box.OpenFile(hc.Dir, name, flag, perm)
	if err != nil {
		return nil, s.said(err)
	}
	if flag&(os.O_WRONLY|os.O_RDWR) == 0 {
		return f.File, nil
	}
	return f, nil
}

// spoken is an error in the words of who reads the output.
type spoken struct {
	error

	text string
}

// Error is what the interpreter prints.
func (s spoken) Error() string { return s.text }

// Unwrap leads to what it was.
func (s spoken) Unwrap() error { return s.error }

// said puts into the shell's words that a file is outside of the box. All else is what the system says, and the interpreter looks at it.
func (s *Shell) said(err error) error {
	if of, ok := errors.AsType[*fs.PathError](err); ok && s.words != nil && errors.Is(err, box.ErrOutside) {
		return &fs.PathError{Op: of.Op, Path: of.Path, Err: spoken{of.Err, s.words.Err(of.Err)}}
	}
	return err
}

// readDir serves patterns like *.yaml; outside of the box there is nothing that could match.
func (s *Shell) readDir(ctx context.Context, name string) ([]fs.DirEntry, error) {
	entries, err := s.box.ReadDir(interp.HandlerCtx(ctx).Dir, name)
	if errors.Is(err, box.ErrOutside) {
		return nil, nil
	}
	return entries, err
}

func (s *Shell) stat(_ context.Context, name string, follow bool) (fs.FileInfo, error) {
	if name == "/dev/null" {
		return os.Stat(os.DevNull)
	}
	if dir, base := path.Split(name); dir == bin+"/" && slices.Contains(s.names, base) {
		return os.Stat(os.DevNull) // command -v says that it lies there
	}
	info, err := s.box.Stat(s.box.Work(), name, follow)
	return info, s.said(err)
}

// real is the host path of a file of the box, or the name itself where it is outside.
func (s *Shell) real(name string) string {
	if place, err := s.box.Real(s.box.Work(), name); err == nil {
		return place
	}
	return name
}

// stream is a standard stream opened by name; closing it leaves the stream open.
type stream struct {
	r io.Reader
	w io.Writer
}

func (s stream) Read(p []byte) (int, error) {
	if s.r == nil {
		return 0, io.EOF
	}
	return s.r.Read(p)
}

func (s stream) Write(p []byte) (int, error) {
	if s.w == nil {
		return 0, lang.Errorf("not open for writing")
	}
	return s.w.Write(p)
}

func (s stream) Close() error { return nil }
