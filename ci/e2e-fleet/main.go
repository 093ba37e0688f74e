// Command e2e-fleet grades twelve submissions on a kind cluster of one node, as podium batch --engine kubernetes does, kills a Pod, interrupts the
// command and goes on, and wants the same summary as from the same batch on this machine.
//
// It starts a Docker engine where none answers (ci/docker), finds or builds the node image (ci/nodeimage), and removes its cluster in the end.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/podium-labs/podium/ci/bench/summaries"
	"github.com/podium-labs/podium/ci/steps"
	"github.com/podium-labs/podium/graders/verify"
	"github.com/podium-labs/podium/labs/rollouts"
)

// run is one run of all steps.
type run struct {
	out    io.Writer
	binary string
	image  string
	count  int
	dir    string
	// pods are the flags that fit Pods into this machine.
	pods []string
}

func main() {
	r := &run{out: os.Stdout}
	flag.StringVar(&r.dir, "dir", "", "keep submissions and results here, and go on with what is there (default: a temporary folder that is removed)")
	cpu, memory := flag.String("cpu", "250m", "as for podium batch"), flag.String("memory", "2Gi", "as for podium batch")
	flag.StringVar(&r.binary, "binary", "bin/podium", "the podium executable")
	flag.StringVar(&r.image, "image", "podium:latest", "its image, in the engine of this machine (make image)")
	flag.IntVar(&r.count, "count", 12, "how many submissions")
	flag.Parse()
	r.pods = []string{"--cpu", *cpu, "--memory", *memory, "--jobs", "2"}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	err := r.all(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e-fleet:", err)
		os.Exit(1)
	}
}

// all does everything in order.
func (r *run) all(ctx context.Context) (err error) {
	if r.binary, err = filepath.Abs(r.binary); err != nil {
		return err
	}
	if r.dir == "" {
		if r.dir, err = os.MkdirTemp("", "podium-e2e-fleet-"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(r.dir)) }()
	}
	if r.dir, err = filepath.Abs(r.dir); err != nil {
		return err
	}
	var c *cluster
	defer func() {
		if c != nil {
			err = errors.Join(err, c.remove())
		}
	}()
	return steps.Run(ctx, r.out, []steps.Step{
		{Name: "container engine", Do: func(ctx context.Context) error { return r.command(ctx, "ci/docker") }},
		{Name: "node image", Do: func(ctx context.Context) error { return r.command(ctx, "go", "run", "./ci/nodeimage") }},
		{Name: "submissions", Do: func(context.Context) error { return r.lay() }},
		{Name: "the batch on this machine", Do: func(ctx context.Context) error { return r.command(ctx, r.binary, r.batch("local", "--jobs", "1")...) }},
		{Name: "cluster", Do: func(ctx context.Context) (err error) { c, err = r.create(ctx); return err }},
		{Name: "the batch on the cluster", Do: func(ctx context.Context) error { return r.fleet(ctx, c) }},
		{Name: "comparison", Do: func(context.Context) error { return r.compare() }},
	})
}

func (r *run) command(ctx context.Context, name string, arguments ...string) error {
	return steps.Command(ctx, r.out, nil, name, arguments...)
}

// batch are the arguments of a batch with results in a folder.
func (r *run) batch(out string, more ...string) []string {
	return append([]string{"batch", filepath.Join(r.dir, "submissions"), "--out", filepath.Join(r.dir, out), "--labs", "lab-2", "--canary", "6"}, more...)
}

// lay makes submissions of solutions, the starter and mistakes of a lab. Pods are another user, who has to be able to read them.
func (r *run) lay() error {
	lab := rollouts.Lab()
	cases, err := verify.Cases(lab)
	if err != nil {
		return err
	}
	for i := range r.count {
		// from all over the list: it begins with the solutions
		c := cases[i*len(cases)/r.count]
		if err := c.Lay(lab, filepath.Join(r.dir, "submissions", fmt.Sprintf("student-%02d", i))); err != nil {
			return err
		}
		fmt.Fprintf(r.out, "student-%02d: %s, %d\n", i, c.Name, c.Score)
	}
	return filepath.WalkDir(r.dir, func(name string, entry os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			return os.Chmod(name, 0o755)
		}
		return os.Chmod(name, 0o644)
	})
}

// compare wants the same of every submission from both, but for the time at which it was graded.
func (r *run) compare() error {
	one, err := summaries.Read(filepath.Join(r.dir, "local"))
	if err != nil {
		return err
	}
	many, err := summaries.Read(filepath.Join(r.dir, "cluster"))
	if err != nil {
		return err
	}
	if len(one) != r.count+1 || !slices.EqualFunc(one, many, slices.Equal) {
		return fmt.Errorf("the summaries differ:\n%v\n%v", one, many)
	}
	for _, row := range many {
		fmt.Fprintln(r.out, strings.Join(row, ","))
	}
	fmt.Fprintf(r.out, "%d submissions, the same summary from both\n", r.count)
	return nil
}
