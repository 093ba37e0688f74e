// Command sandbox measures what confining answers costs: it grades a submission with and without the sandbox in turn.
//
//	make build && go run ./ci/bench/sandbox -runs 7
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/run"
	"github.com/podium-labs/podium/labs/rollouts"
)

// limit is how much longer a grading may take because of the sandbox.
const limit = 1.05

func main() {
	binary := flag.String("binary", "bin/podium", "the podium executable")
	answers := flag.String("answers", "labs/rollouts/solutions/manifests", "the submission of lab-2 to grade")
	runs := flag.Int("runs", 7, "how many pairs of gradings")
	flag.Parse()
	if *runs < 1 {
		fmt.Fprintln(os.Stderr, "-runs must be 1 or more")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := measure(ctx, *binary, *answers, *runs); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1) //nolint:gocritic // nothing is left to stop
	}
}

// cost is that of one grading.
type cost struct {
	wall, cpu time.Duration
	// guards is the milliseconds of wall that go into comparing the cluster's configuration.
	guards int64
}

func measure(ctx context.Context, binary, answers string, runs int) error {
	binary, err := filepath.Abs(binary) // answers run in folders of their own
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stdout, "load %s\n", load())
	if _, err := measurePair(ctx, binary, answers, 0); err != nil { // the first reads the program from the disk
		return err
	}
	var pairs []pair
	for i := range runs {
		p, err := measurePair(ctx, binary, answers, i)
		if err != nil {
			return err
		}
		pairs = append(pairs, p)
		fmt.Fprintf(os.Stdout, "confined %5d ms, %5d ms of CPU  unconfined %5d ms, %5d ms of CPU  %.3f, %.3f\n", p.confined.wall.Milliseconds(),
			p.confined.cpu.Milliseconds(), p.unconfined.wall.Milliseconds(), p.unconfined.cpu.Milliseconds(), p.ratio(wall), p.ratio(cpu))
	}
	return judge(pairs)
}

// judge prints what the pairs come to. A busy machine may make one of the two measures unusable, but not both.
func judge(pairs []pair) error {
	times, works := spread(pairs, wall), spread(pairs, cpu)
	middle := len(pairs) / 2
	fmt.Fprintf(os.Stdout, "load %s\nconfined : unconfined  %.3f in time (%.3f to %.3f), %.3f in CPU (%.3f to %.3f); medians of %d pairs, the limit is %.2f\n",
		load(), times[middle], times[0], times[len(times)-1], works[middle], works[0], works[len(works)-1], len(pairs), limit)
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Compare(a.confined.guards, b.confined.guards) })
	fmt.Fprintf(os.Stdout, "comparing the cluster's configuration at the end, which both do, took %d ms\n", pairs[middle].confined.guards)
	if times[middle] > limit && works[middle] > limit {
		return errors.New("the sandbox costs too much")
	}
	return nil
}

// pair is what the same grading cost with and without the sandbox, one right after the other.
type pair struct{ confined, unconfined cost }

// measurePair grades twice. Who goes first changes: the machine is not equally busy all the time.
func measurePair(ctx context.Context, binary, answers string, i int) (p pair, err error) {
	for _, confined := range []bool{i%2 == 0, i%2 != 0} {
		c, err := grade(ctx, binary, answers, confined)
		if err != nil {
			return p, err
		}
		if confined {
			p.confined = c
		} else {
			p.unconfined = c
		}
	}
	return p, nil
}

func (p pair) ratio(of func(cost) time.Duration) float64 {
	return float64(of(p.confined)) / float64(of(p.unconfined))
}

func wall(c cost) time.Duration { return c.wall }

func cpu(c cost) time.Duration { return c.cpu }

// spread is the ratio of every pair, the smallest first: two gradings at the same time of day have more in common than two of
// the same kind.
func spread(pairs []pair, of func(cost) time.Duration) []float64 {
	var all []float64
	for _, p := range pairs {
		all = append(all, p.ratio(of))
	}
	slices.Sort(all)
	return all
}

// load is how busy the machine is, which tells what the figures are worth.
func load() string {
	data, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(data))
}

// grade grades once. CPU is that of all processes that took part, which have ended by then.
func grade(ctx context.Context, binary, answers string, confined bool) (cost, error) {
	lab := rollouts.Lab()
	submission, err := answer.Load(ctx, answers, lab.ID, lab.TaskIDs())
	if err != nil {
		return cost{}, err
	}
	options := run.Options{
		Lab: lab, Submission: submission, Binary: binary, Attempts: 1,
		Clusters: run.Fresh{Provider: embedded.Kind, New: func() cluster.Provider {
			return embedded.New(embedded.Options{Binary: binary, PodReadyDelay: 20 * time.Millisecond})
		}},
	}
	if !confined {
		options.Trust = true
		options.Walls = func(context.Context) error { return &answer.UnconfinedError{Err: errors.New("left out")} }
	}
	before, started := children(), time.Now()
	record, err := run.Grade(ctx, options)
	if err != nil {
		return cost{}, err
	}
	if record.Score == nil || *record.Score != 100 || (record.Integrity.Sandbox == "none") == confined {
		return cost{}, fmt.Errorf("%s, sandbox %s, %+v", record.Outcome, record.Integrity.Sandbox, record.Error)
	}
	c := cost{wall: time.Since(started), cpu: children() - before}
	for _, phase := range record.Phases {
		if phase.Name == "integrity" {
			c.guards = phase.MS
		}
	}
	return c, nil
}

// children is the CPU time of all processes below this one that have ended.
func children() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
