// Command e2e-kind runs the labs on kind, with real containers, and compares what comes of it with the embedded provider.
//
// It starts a Docker engine where none answers (ci/docker), finds or builds the node image (ci/nodeimage), runs the
// conformance suite, what only real containers show and an evening with a live lab, and then every lab's solutions, starter and some mistakes on both
// providers. It fails on any check that ends differently, unless the difference is a known one (differences.go).
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// run is one run of all steps.
type run struct {
	out      io.Writer
	binary   string
	mistakes int
	repeat   int
	began    time.Time
	mu       sync.Mutex // held while a case is printed
	// What was measured on the way, for the ratios at the end.
	onKind, simulated measured
}

func main() {
	r := &run{out: os.Stdout, began: time.Now()}
	flag.StringVar(&r.binary, "binary", "bin/podium", "the podium executable")
	flag.IntVar(&r.mistakes, "mistakes", 8, "how many mistakes of each lab are graded; 0 for all")
	flag.IntVar(&r.repeat, "repeat", 0, "how often the first solution of each lab is graded in a row on one cluster, at the end")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	err := r.all(ctx, flag.Args())
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e-kind:", err)
		os.Exit(1)
	}
}

// all does everything in order. labs may name those to grade; all of them by default.
func (r *run) all(ctx context.Context, labs []string) error {
	steps := []struct {
		name string
		do   func(context.Context) error
	}{
		{"container engine", func(ctx context.Context) error { return r.command(ctx, nil, "ci/docker") }},
		{"node image", func(ctx context.Context) error { return r.command(ctx, nil, "go", "run", "./ci/nodeimage") }},
		{"what an earlier run left behind", r.clear},
		{"conformance, and what only containers show", r.conformance},
		{"labs as learners work on them", r.live},
		{"labs on both providers", func(ctx context.Context) error { return r.compare(ctx, labs) }},
		{"repetitions", func(ctx context.Context) error { return r.repetitions(ctx, labs) }},
		{"ratios", r.ratios},
	}
	for _, step := range steps {
		started := time.Now()
		fmt.Fprintf(r.out, "\n--- %s\n", step.name)
		if err := step.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
		fmt.Fprintf(r.out, "--- %s: ok after %.0f s\n", step.name, time.Since(started).Seconds())
	}
	return nil
}

// command runs a program with its output shown.
func (r *run) command(ctx context.Context, env []string, name string, arguments ...string) error {
	command := exec.CommandContext(ctx, name, arguments...)
	command.Env = append(os.Environ(), env...)
	command.Stdout, command.Stderr = r.out, os.Stderr
	return command.Run()
}
