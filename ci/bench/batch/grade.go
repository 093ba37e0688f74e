package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/podium-labs/podium/ci/bench/processes"
	"github.com/podium-labs/podium/ci/bench/summaries"
	"github.com/podium-labs/podium/labs"
)

// watcher looks at a batch while it runs.
type watcher struct {
	out   io.Writer
	kills int
	every time.Duration
	// met are all processes that were ever seen.
	met map[string]processes.Process
	// most is the memory of all processes together, cluster all that the largest control plane uses, and parents what the batch itself had over time.
	most, cluster int64
	parents       []int64
	killed        map[string]int
	nextKill      time.Time
	looks         int
	cpu           time.Duration
}

// interval is the time between two looks.
const (
	interval  = time.Second / perSecond
	perSecond = 4
)

// grade runs a batch until it is through, and returns its summary.
func grade(ctx context.Context, o options, name string, kills int) ([][]string, error) {
	out := filepath.Join(o.dir, name)
	if err := os.RemoveAll(out); err != nil {
		return nil, err
	}
	w := &watcher{out: o.report, kills: kills, every: o.every, met: map[string]processes.Process{}, killed: map[string]int{}}
	w.plan()
	began, runs := time.Now(), 0
	for {
		runs++
		again, err := w.once(ctx, o, out)
		if err != nil {
			return nil, err
		}
		if !again {
			break
		}
	}
	took := time.Since(began)
	w.report(o, took, runs)
	if err := errors.Join(w.judge(o, kills), w.orphans(ctx)); err != nil {
		return nil, err
	}
	return summaries.Read(out)
}

// once runs the batch once. It is true if it was killed and has to go on.
func (w *watcher) once(ctx context.Context, o options, out string) (again bool, _ error) {
	command := exec.CommandContext(ctx, o.binary, "batch", filepath.Join(o.dir, "submissions"), "--out", out, "--labs", names(o.labs), "--jobs", o.jobs)
	log, err := os.OpenFile(out+".log", os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return false, err
	}
	defer log.Close()
	command.Stdout, command.Stderr = log, log
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGINT) }
	if err := command.Start(); err != nil {
		return false, err
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	ownKill := false
	for {
		select {
		case err := <-ended:
			w.cpu += command.ProcessState.UserTime() + command.ProcessState.SystemTime()
			if ownKill {
				return true, nil
			}
			if err != nil {
				return false, fmt.Errorf("the batch failed, see %s.log: %w", out, err)
			}
			return false, nil
		case <-ticker.C:
			ownKill = w.look(command.Process.Pid) || ownKill
		}
	}
}

func names(list []*labs.Lab) string {
	var ids []string
	for _, lab := range list {
		ids = append(ids, lab.ID)
	}
	return strings.Join(ids, ",")
}

// look measures, and kills when it is time. It is true if that hit the batch itself.
func (w *watcher) look(root int) bool {
	family := processes.Tree(root)
	if len(family) == 0 {
		return false
	}
	for _, p := range family {
		w.met[fmt.Sprint(p.PID, p.Born)] = p
		if p.Control {
			w.cluster = max(w.cluster, p.RSS)
		}
	}
	if w.looks++; w.looks%perSecond == 0 { // it costs the kernel more than the rest
		var sum int64
		for _, p := range family {
			sum += p.Memory()
		}
		w.most = max(w.most, sum)
	}
	w.parents = append(w.parents, family[0].RSS)
	if w.kills == 0 || time.Now().Before(w.nextKill) {
		return false
	}
	// every second time the batch itself: there are many others
	victim := family[rand.IntN(len(family))]
	if w.kills%2 == 0 {
		victim = family[0]
	}
	if syscall.Kill(victim.PID, syscall.SIGKILL) != nil {
		return false
	}
	w.kills--
	w.plan()
	w.killed[map[bool]string{true: "the batch", false: "one of its processes"}[victim.PID == root]]++
	return victim.PID == root
}

func (w *watcher) plan() { w.nextKill = time.Now().Add(time.Duration(rand.Int64N(int64(w.every)))) }

func (w *watcher) report(o options, took time.Duration, runs int) {
	gradings := o.count * len(o.labs)
	fmt.Fprintf(o.report, "%d gradings in %s, in %d runs: %.0f an hour; CPU %.1f s a grading\n", gradings, took.Round(time.Second), runs, float64(gradings)/took.Hours(), w.cpu.Seconds()/float64(gradings))
	fmt.Fprintf(o.report, "memory: all together at most %d MiB, a cluster at most %d MiB", w.most>>20, w.cluster>>20)
	if n := len(w.parents); n > few {
		fmt.Fprintf(o.report, ", the batch itself %d MiB after a tenth, %d MiB in the middle, %d MiB in the end",
			around(w.parents, n/10)>>20, around(w.parents, n/2)>>20, around(w.parents, n-1)>>20)
	}
	fmt.Fprintln(o.report)
	for what, times := range w.killed {
		fmt.Fprintf(o.report, "killed: %s, %d times\n", what, times)
	}
}

// orphans wants everything gone that was ever seen, a moment after the end.
func (w *watcher) orphans(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		left := 0
		for _, p := range w.met {
			if p.Lives() {
				left++
			}
		}
		if left == 0 {
			fmt.Fprintf(w.out, "%d processes, none is left\n", len(w.met))
			return nil
		}
		select {
		case <-ctx.Done():
			return errors.Join(fmt.Errorf("%d processes are left over", left), ctx.Err())
		case <-ticker.C:
		}
	}
}
