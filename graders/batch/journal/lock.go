package journal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Hidden is the folder for what a batch keeps beside its results; the lock is in it.
const Hidden = ".batch"

// ErrInUse is returned while another batch runs in the folder.
var ErrInUse = errors.New("another batch is running in this folder")

// Lock claims a folder for this process until the file is closed or the process ends, however it ends. The error is ErrInUse when
// another one holds it.
func Lock(dir string) (*os.File, error) {
	file, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, fmt.Errorf("open lock: %w", err)
	}
	err = unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if err == nil {
		return file, nil
	}
	_ = file.Close()
	if errors.Is(err, unix.EWOULDBLOCK) {
		return nil, ErrInUse
	}
	return nil, fmt.Errorf("lock %s: %w", dir, err)
}
