package answer

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/podium-labs/podium/graders/lang"
)

const (
	// memoryCheck is how often the memory of a process is looked at from outside.
	memoryCheck = 50 * time.Millisecond
	// memoryRoom is what a process may use beside the script's data: the program itself, garbage, stacks.
	memoryRoom = 256 << 20
)

// OutOfMemory is the last line of a step that was ended because of the memory it used.
func OutOfMemory(limits RunLimits) lang.Message {
	return lang.M("ended: it used more than %d MiB of memory", limits.MemoryBytes>>20)
}

// watchMemory kills the process once it uses more than limit allows. The process watches itself too, and says more about it; this
// is for what it cannot notice in time. Stop returns whether it was killed.
func (c *child) watchMemory(limit int64) (stop func() bool) {
	var killed atomic.Bool
	done := make(chan struct{})
	var watcher sync.WaitGroup
	watcher.Go(func() {
		ticker := time.NewTicker(memoryCheck)
		defer ticker.Stop()
		for {
			select {
			case <-done:
				return
			case <-c.exited:
				return
			case <-ticker.C:
			}
			if used, err := resident(c.cmd.Process.Pid); err == nil && used > limit+memoryRoom {
				killed.Store(true)
				_ = killGroup(c.cmd)
				return
			}
		}
	})
	return func() bool {
		close(done)
		watcher.Wait()
		return killed.Load()
	}
}
