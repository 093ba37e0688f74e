package journal

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/podium-labs/podium/fixtures/lock"
	"github.com/podium-labs/podium/graders/lang"
)

// Hidden is the folder for what a batch keeps beside its results; the lock is in it.
const Hidden = ".batch"

// ErrInUse is returned while another batch runs in the folder.
var ErrInUse = lang.Errorf("another batch is running in this folder")

// Lock claims a folder for this process until the file is closed or the process ends, however it ends. The error is ErrInUse when
// another one holds it.
func Lock(dir string) (*os.File, error) {
	file, err := lock.Try(filepath.Join(dir, "lock"), 0o644)
	if errors.Is(err, lock.ErrHeld) {
		return nil, ErrInUse
	}
	return file, err
}
