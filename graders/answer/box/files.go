package box

import (
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// File is an open file of the box. Writes count against the quota.
type File struct {
	*os.File
	box *Box
}

// Write fails with ErrFull once the quota is used up.
func (f *File) Write(data []byte) (int, error) {
	if f.box.left.Add(-int64(len(data))) < 0 {
		return 0, &fs.PathError{Op: "write", Path: filepath.Base(f.Name()), Err: ErrFull}
	}
	return f.File.Write(data)
}

// ReadFrom hides the one of os.File, which would copy past the quota.
func (f *File) ReadFrom(r io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{f}, r)
}

// OpenFile opens name, relative to dir, as os.OpenFile does.
func (b *Box) OpenFile(dir, name string, flag int, perm fs.FileMode) (*File, error) {
	root, rel, err := b.locate("open", dir, name)
	if err != nil {
		return nil, err
	}
	f, err := root.OpenFile(rel, flag, perm)
	if err != nil {
		return nil, named(err, name)
	}
	return &File{File: f, box: b}, nil
}

// ReadFile returns the content of a file.
func (b *Box) ReadFile(dir, name string) ([]byte, error) {
	f, err := b.OpenFile(dir, name, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return io.ReadAll(f)
}

// WriteFile creates or replaces a file.
func (b *Box) WriteFile(dir, name string, data []byte) error {
	f, err := b.OpenFile(dir, name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

// Stat describes a file; links are followed only inside the box.
func (b *Box) Stat(dir, name string, follow bool) (fs.FileInfo, error) {
	root, rel, err := b.locate("stat", dir, name)
	if err != nil {
		return nil, err
	}
	stat := root.Stat
	if !follow {
		stat = root.Lstat
	}
	info, err := stat(rel)
	return info, named(err, name)
}

// ReadDir lists a folder, sorted by name.
func (b *Box) ReadDir(dir, name string) ([]fs.DirEntry, error) {
	root, rel, err := b.locate("open", dir, name)
	if err != nil {
		return nil, err
	}
	entries, err := fs.ReadDir(root.FS(), path.Clean(filepath.ToSlash(rel)))
	return entries, named(err, name)
}

// MkdirAll makes a folder and those above it.
func (b *Box) MkdirAll(dir, name string) error {
	root, rel, err := b.locate("mkdir", dir, name)
	if err != nil {
		return err
	}
	return named(root.MkdirAll(rel, 0o755), name)
}

// Remove removes a file, or with all a folder and everything below it.
func (b *Box) Remove(dir, name string, all bool) error {
	root, rel, err := b.locate("remove", dir, name)
	if err != nil {
		return err
	}
	if all {
		return named(root.RemoveAll(rel), name)
	}
	return named(root.Remove(rel), name)
}

// named puts the name that the answer used into a path error.
func named(err error, name string) error {
	if pathErr, ok := err.(*fs.PathError); ok { //nolint:errorlint // only the outermost error carries the path to replace
		return &fs.PathError{Op: pathErr.Op, Path: name, Err: pathErr.Err}
	}
	return err
}
