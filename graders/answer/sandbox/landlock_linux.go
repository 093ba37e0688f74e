package sandbox

import (
	"fmt"
	"os"

	"github.com/landlock-lsm/go-landlock/landlock"
	"golang.org/x/sys/unix"
)

// openFiles is how many files a confined process may have open.
const openFiles = 512

// Rights on files. What is missing is missing on purpose: to run files, and to make links, sockets and devices. The shell makes
// named pipes for <(…).
const (
	readWrite = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE
	inFolders = readWrite | unix.LANDLOCK_ACCESS_FS_READ_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_DIR |
		unix.LANDLOCK_ACCESS_FS_MAKE_FIFO | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE | unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REFER
)

// required is what the kernel must be able to confine: files and TCP connections, since Linux 6.7.
func required() landlock.Config { return landlock.V4 }

// wanted is confined as far as the kernel can: device controls, signals, sockets, UDP.
func wanted() landlock.Config { return landlock.V11.BestEffort() }

// Available returns nil if Enter can work here, else an error with ErrUnavailable. It confines nothing.
func Available() error {
	fd, _, err := required().NewRulesetFD(nullDevice())
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return unix.Close(fd)
}

func nullDevice() landlock.Rule { return landlock.PathAccess(readWrite, os.DevNull) }

// Enter confines all threads of this process. There is no way back. After an error the process may be confined in part.
func Enter(walls Walls) error {
	if err := limit(walls); err != nil {
		return err
	}
	rules := []landlock.Rule{landlock.PathAccess(inFolders, walls.Folders...), nullDevice()}
	if walls.Port != 0 {
		rules = append(rules, landlock.ConnectTCP(walls.Port))
	}
	for _, config := range []landlock.Config{required(), wanted()} {
		if err := config.Restrict(rules...); err != nil {
			return fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
	}
	return nil
}

func limit(walls Walls) error {
	limits := map[int]uint64{unix.RLIMIT_CORE: 0, unix.RLIMIT_NOFILE: openFiles}
	if walls.FileBytes > 0 {
		limits[unix.RLIMIT_FSIZE] = walls.FileBytes
	}
	if walls.CPUSeconds > 0 {
		limits[unix.RLIMIT_CPU] = walls.CPUSeconds
	}
	for resource, value := range limits {
		var now unix.Rlimit
		if err := unix.Getrlimit(resource, &now); err != nil {
			return fmt.Errorf("read resource limit: %w", err)
		}
		value = min(value, now.Max)
		if err := unix.Setrlimit(resource, &unix.Rlimit{Cur: value, Max: value}); err != nil {
			return fmt.Errorf("set resource limit: %w", err)
		}
	}
	return nil
}
