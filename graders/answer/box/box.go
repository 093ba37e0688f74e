// Package box confines the files of one answer to two folders: its working directory and its own /tmp.
package box

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/podium-labs/podium/graders/lang"
)

// ErrOutside is in the error of every access that leaves the box.
var ErrOutside = errors.New("outside of the answer's folder")

// ErrFull is in the error of a write past the quota.
var ErrFull = errors.New("the scratch folder is full")

// Temp is the name under which an answer sees its temporary folder.
const Temp = "/tmp"

// DefaultQuota is how many bytes an answer may write when no quota is given: 64 MiB.
const DefaultQuota = 64 << 20

// Box opens files of one answer. It is safe for concurrent use.
type Box struct {
	work, temp    string
	workFS, tmpFS *os.Root
	left          atomic.Int64
}

// Open makes a box of two existing folders of the host. Quota is the number of bytes that may be written through it; 0 means
// DefaultQuota.
func Open(work, temp string, quota int64) (*Box, error) {
	workFS, err := os.OpenRoot(work)
	if err != nil {
		return nil, lang.Errorf("open working directory: %w", err)
	}
	tmpFS, err := os.OpenRoot(temp)
	if err != nil {
		return nil, errors.Join(lang.Errorf("open temporary directory: %w", err), workFS.Close())
	}
	if quota == 0 {
		quota = DefaultQuota
	}
	b := &Box{work: filepath.Clean(work), temp: filepath.Clean(temp), workFS: workFS, tmpFS: tmpFS}
	b.left.Store(quota)
	return b, nil
}

// Close releases the two folders.
func (b *Box) Close() error {
	return errors.Join(b.workFS.Close(), b.tmpFS.Close())
}

// Work is the host path of the working directory.
func (b *Box) Work() string { return b.work }

// TempDir is the host path of the temporary folder.
func (b *Box) TempDir() string { return b.temp }

// Real returns the host path behind name, which may be relative to dir. The file need not exist.
func (b *Box) Real(dir, name string) (string, error) {
	root, rel, err := b.locate("open", dir, name)
	if err != nil {
		return "", err
	}
	return filepath.Join(root.Name(), rel), nil
}

// locate finds the folder that name lies in and its path inside it.
func (b *Box) locate(op, dir, name string) (*os.Root, string, error) {
	if name == "" {
		return nil, "", &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
	}
	full := name
	if !filepath.IsAbs(full) {
		full = filepath.Join(dir, name)
	}
	full = filepath.Clean(full)
	if rel, ok := below(b.work, full); ok {
		return b.workFS, rel, nil
	}
	if rel, ok := below(b.temp, full); ok {
		return b.tmpFS, rel, nil
	}
	// The scratch folder itself may lie below the host's /tmp: "../x" is then no way into the box's /tmp.
	if rel, ok := below(Temp, full); ok && (filepath.IsAbs(name) || !b.onHost(dir)) {
		return b.tmpFS, rel, nil
	}
	return nil, "", &fs.PathError{Op: op, Path: name, Err: ErrOutside}
}

// onHost tells whether dir is written as a host path.
func (b *Box) onHost(dir string) bool {
	_, work := below(b.work, filepath.Clean(dir))
	_, temp := below(b.temp, filepath.Clean(dir))
	return work || temp
}

func below(prefix, full string) (string, bool) {
	if full == prefix {
		return ".", true
	}
	rel, ok := strings.CutPrefix(full, prefix+string(filepath.Separator))
	return rel, ok
}

// Hide replaces the host's folders in text by what the answer knows them as, so that output does not differ from run to run.
func (b *Box) Hide(text string) string {
	return strings.NewReplacer(b.work+"/", "", b.work, "/answer", b.temp, Temp).Replace(text)
}
