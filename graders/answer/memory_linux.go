package answer

import (
	"fmt"
	"os"
)

// resident is how much memory a process has, in bytes (proc_pid_statm(5)).
func resident(pid int) (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0, fmt.Errorf("read memory of process: %w", err)
	}
	var size, pages int64
	if _, err := fmt.Sscan(string(text), &size, &pages); err != nil {
		return 0, fmt.Errorf("read memory of process: %w", err)
	}
	return pages * int64(os.Getpagesize()), nil
}
