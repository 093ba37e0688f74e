package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/podium-labs/podium/ci/bench/processes"
	"github.com/podium-labs/podium/graders/batch"
)

// batches measures how fast many submissions are graded, with one, two and four at a time.
func (b *bench) batches(ctx context.Context) (err error) {
	dir, err := os.MkdirTemp("", "podium-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	for i := range b.submissions {
		if err := os.CopyFS(filepath.Join(dir, "submissions", fmt.Sprintf("student-%03d", i)), os.DirFS(reference)); err != nil {
			return err
		}
	}
	for i := range b.runs {
		for _, jobs := range []int{1, 2, 4} {
			out := filepath.Join(dir, fmt.Sprintf("out-%d-%d", jobs, i))
			if err := b.batch(ctx, filepath.Join(dir, "submissions"), out, jobs); err != nil {
				return err
			}
		}
	}
	return nil
}

// batch measures from the end of the guard to the last result: the guard is the same for any number of submissions.
func (b *bench) batch(ctx context.Context, source, out string, jobs int) error {
	command := exec.CommandContext(ctx, b.binary, "batch", source, "--out", out, "--labs", "lab-2", "--canary", "0", "--jobs", strconv.Itoa(jobs), "-o", "json")
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGINT) }
	command.Stderr = os.Stderr
	lines, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return err
	}
	most := peak(command.Process.Pid, nil)
	took, full, err := b.follow(lines)
	used := most()
	if err = errors.Join(err, command.Wait()); err != nil {
		return err
	}
	if full != b.submissions {
		return fmt.Errorf("%d of %d reference solutions are full", full, b.submissions)
	}
	each := took / time.Duration(b.submissions)
	spent := command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	return b.add(fmt.Sprintf("Batch/jobs=%d", jobs), wall(each), rate(each), memory(used), processor(spent/time.Duration(b.submissions+guards)))
}

// guards is how many gradings come before the first submission, which the processor time includes.
const guards = 2

// follow reads the events of a batch.
func (*bench) follow(lines io.Reader) (took time.Duration, full int, _ error) {
	var began, last time.Time
	decoder := json.NewDecoder(lines)
	for {
		var event batch.Event
		err := decoder.Decode(&event)
		if errors.Is(err, io.EOF) {
			return last.Sub(began), full, nil
		}
		if err != nil {
			return 0, 0, fmt.Errorf("read events: %w", err)
		}
		switch event.Kind {
		case batch.Guarded:
			began = time.Now()
		case batch.Finished:
			last, full = time.Now(), event.Counts.Full
		}
	}
}

// peak watches the memory of a process and all below it, but for those left out, until the returned function is called.
func peak(root int, without []processes.Process) func() uint64 {
	left := map[processes.Process]bool{}
	for _, p := range without {
		left[identity(p)] = true
	}
	stop, result := make(chan struct{}), make(chan uint64)
	go func() {
		ticker := time.NewTicker(500 * time.Millisecond)
		defer ticker.Stop()
		var most uint64
		for {
			select {
			case <-stop:
				result <- most
				return
			case <-ticker.C:
				var sum uint64
				for _, p := range processes.Tree(root) {
					if !left[identity(p)] {
						sum += uint64(p.Memory())
					}
				}
				most = max(most, sum)
			}
		}
	}()
	return func() uint64 { close(stop); return <-result }
}

// identity is what tells a process apart from all others.
func identity(p processes.Process) processes.Process {
	return processes.Process{PID: p.PID, Born: p.Born}
}
