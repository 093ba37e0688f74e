// Command e2e-kind runs the labs on kind, with real containers, and compares what comes of it with the embedded provider.
//
// It starts a Docker engine where none answers (ci/docker), finds or builds the node image (ci/nodeimage), runs the
// conformance suite, what only real containers show and an evening with a live lab, and then every lab's solutions, starter and some mistakes on both
// providers. It fails on any check that ends differently, unless the difference is a known one (differences.go). What passed once on a
// machine is not run again there before something has changed (passed.go).
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/podium-labs/podium/ci/steps"
)

// run is one run of all steps.
type run struct {
	out      io.Writer
	binary   string
	mistakes int
	repeat   int
	fresh    bool
	began    time.Time
	mu       sync.Mutex // held while a case is printed
	labs     []shipped
	// differences are those that are known.
	differences []difference
	// What was measured on the way, for the ratios at the end.
	onKind, simulated measured
}

func main() {
	r := &run{out: os.Stdout, began: time.Now(), differences: knownDifferences()}
	flag.StringVar(&r.binary, "binary", "bin/podium", "the podium executable")
	flag.IntVar(&r.mistakes, "mistakes", 8, "how many mistakes of each lab are graded; 0 for all")
	flag.IntVar(&r.repeat, "repeat", 0, "how often the first solution of each lab is graded in a row on one cluster, at the end")
	flag.BoolVar(&r.fresh, "fresh", false, "run everything, also if the same sources have passed on this machine")
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
	var err error
	if r.labs, err = ships(labs); err != nil {
		return err
	}
	err = steps.Run(ctx, r.out, []steps.Step{
		{Name: "container engine", Do: func(ctx context.Context) error { return r.command(ctx, nil, "ci/docker") }},
		{Name: "node image", Do: func(ctx context.Context) error { return r.command(ctx, nil, "go", "run", "./ci/nodeimage") }},
	})
	if err != nil {
		return err
	}
	key := func() (memory, error) {
		return remembered(ctx, r.binary, append([]string{strconv.Itoa(r.mistakes), strconv.Itoa(r.repeat)}, labs...)...)
	}
	before, err := key()
	if err != nil {
		return err
	}
	if !r.fresh {
		if passed, err := before.said(r.out); passed || err != nil {
			return err
		}
	}
	said := &bytes.Buffer{}
	r.out = io.MultiWriter(r.out, said)
	if err := r.everything(ctx, labs); err != nil {
		return errors.Join(err, before.forget())
	}
	after, err := key()
	if err != nil || after != before { // the sources were changed meanwhile
		return err
	}
	return after.keep(said.Bytes())
}

func (r *run) everything(ctx context.Context, labs []string) error {
	return steps.Run(ctx, r.out, []steps.Step{
		{Name: "what an earlier run left behind", Do: r.clear},
		{Name: "conformance, and what only containers show", Do: r.conformance},
		{Name: "labs as learners work on them", Do: r.live},
		{Name: "labs on both providers", Do: func(ctx context.Context) error { return r.compare(ctx, labs) }},
		{Name: "repetitions", Do: func(ctx context.Context) error { return r.repetitions(ctx, labs) }},
		{Name: "ratios", Do: r.ratios},
	})
}

func (r *run) command(ctx context.Context, env []string, name string, arguments ...string) error {
	return steps.Command(ctx, r.out, env, name, arguments...)
}
