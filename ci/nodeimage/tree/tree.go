// Package tree describes a file tree and writes it as a tar stream that is the same for the same tree.
package tree

import (
	"archive/tar"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"slices"
	"time"
)

// entry is one file, folder or link.
type entry struct {
	mode    int64
	kind    byte
	target  string // of a link
	source  string // file with the content
	content []byte // the content, without a source
}

// Tree is a file tree in the making. The zero value is not usable; see New.
type Tree struct{ entries map[string]entry }

// New returns an empty tree.
func New() *Tree { return &Tree{entries: map[string]entry{}} }

// File adds the file name with the content of the file source.
func (t *Tree) File(name string, mode int64, source string) {
	t.add(name, entry{mode: mode, kind: tar.TypeReg, source: source})
}

// Bytes adds the file name with the given content.
func (t *Tree) Bytes(name string, mode int64, content []byte) {
	t.add(name, entry{mode: mode, kind: tar.TypeReg, content: content})
}

// Link adds a symbolic link.
func (t *Tree) Link(name, target string) {
	t.add(name, entry{mode: 0o777, kind: tar.TypeSymlink, target: target})
}

// Folder adds a folder.
func (t *Tree) Folder(name string, mode int64) { t.add(name, entry{mode: mode, kind: tar.TypeDir}) }

// add also adds the folders above, unless they are there.
func (t *Tree) add(name string, e entry) {
	name = path.Clean("/" + name)[1:]
	t.entries[name] = e
	for parent := path.Dir(name); parent != "."; parent = path.Dir(parent) {
		if _, exists := t.entries[parent]; !exists {
			t.entries[parent] = entry{mode: 0o755, kind: tar.TypeDir}
		}
	}
}

// Merged adds the links that make /bin, /sbin, /lib and /lib64 parts of /usr.
func (t *Tree) Merged() {
	for _, name := range []string{"bin", "sbin", "lib", "lib64"} {
		t.Folder("usr/"+name, 0o755)
		t.Link(name, "usr/"+name)
	}
}

// Write writes the tree as a tar stream: sorted, owned by root, all with one time.
func (t *Tree) Write(w io.Writer) error {
	archive := tar.NewWriter(w)
	for _, name := range slices.Sorted(maps.Keys(t.entries)) {
		if err := t.entries[name].write(archive, name); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
	}
	if err := archive.Close(); err != nil {
		return fmt.Errorf("write archive: %w", err)
	}
	return nil
}

func (e entry) write(archive *tar.Writer, name string) error {
	header := &tar.Header{
		Name: name, Mode: e.mode, Typeflag: e.kind, Linkname: e.target, Size: int64(len(e.content)),
		ModTime: time.Unix(0, 0).UTC(), Format: tar.FormatPAX,
	}
	if e.kind == tar.TypeDir {
		header.Name += "/"
	}
	if e.source == "" {
		if err := archive.WriteHeader(header); err != nil {
			return err
		}
		_, err := archive.Write(e.content)
		return err
	}
	file, err := os.Open(e.source)
	if err != nil {
		return err
	}
	defer file.Close() // only read
	info, err := file.Stat()
	if err != nil {
		return err
	}
	header.Size = info.Size()
	if err := archive.WriteHeader(header); err != nil {
		return err
	}
	_, err = io.Copy(archive, file)
	return err
}
