// Command sandbox measures what confining answers costs: it grades a submission with and without the sandbox in turn.
//
//	make build && go run ./ci/bench/sandbox -runs 5
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
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
	runs := flag.Int("runs", 5, "how many gradings of each kind")
	flag.Parse()
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
	// guards is the part of wall that goes into withdrawing rights and comparing the cluster's configuration, with and without.
	guards int64
}

func measure(ctx context.Context, binary, answers string, runs int) error {
	binary, err := filepath.Abs(binary) // answers run in folders of their own
	if err != nil {
		return err
	}
	var with, without []cost
	for i := range runs {
		// who goes first changes: the machine is not equally busy all the time
		for _, confined := range []bool{i%2 == 0, i%2 != 0} {
			c, err := grade(ctx, binary, answers, confined)
			if err != nil {
				return err
			}
			fmt.Fprintf(os.Stdout, "sandbox %-5t  %5d ms, %5d ms of CPU\n", confined, c.wall.Milliseconds(), c.cpu.Milliseconds())
			if confined {
				with = append(with, c)
			} else {
				without = append(without, c)
			}
		}
	}
	wall := ratio(with, without, func(c cost) time.Duration { return c.wall })
	cpu := ratio(with, without, func(c cost) time.Duration { return c.cpu })
	fmt.Fprintf(os.Stdout, "with : without  %.3f in time, %.3f in CPU (medians of %d; the limit is %.2f)\n", wall, cpu, runs, limit)
	guards := median(with, func(c cost) time.Duration { return time.Duration(c.guards) * time.Millisecond })
	fmt.Fprintf(os.Stdout, "of that, comparing the cluster's configuration at the end took %d ms\n", guards.Milliseconds())
	if wall > limit && cpu > limit {
		return errors.New("the sandbox costs too much")
	}
	return nil
}

func ratio(with, without []cost, of func(cost) time.Duration) float64 {
	return float64(median(with, of)) / float64(median(without, of))
}

func median(costs []cost, of func(cost) time.Duration) time.Duration {
	sorted := slices.SortedFunc(slices.Values(costs), func(a, b cost) int { return int(of(a) - of(b)) })
	return of(sorted[len(sorted)/2])
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
