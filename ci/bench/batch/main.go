// Command batch grades many submissions whose scores are known, made of the solutions and mistakes of labs, and compares. It measures how many an hour
// that are and how much memory it takes, and fails if a cluster takes too much, or the batch itself more and more. With -kills it ends random
// processes of the batch at random moments, goes on, and wants the same summary as from a batch that nobody has disturbed.
//
//	make build && go run ./ci/bench/batch -count 200 -jobs 2
//	make build && go run ./ci/bench/batch -count 40 -kills 20
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/podium-labs/podium/labs"
	"github.com/podium-labs/podium/labs/all"
)

// options are the flags.
type options struct {
	binary, dir, jobs string
	labs              []*labs.Lab
	count, kills      int
	every             time.Duration
	limit             int64
	report            io.Writer
	solutions         bool
}

func main() {
	o := options{report: os.Stdout}
	flag.StringVar(&o.binary, "binary", "bin/podium", "the podium executable")
	flag.StringVar(&o.dir, "dir", "", "where submissions and results are kept (default: a temporary folder that is removed)")
	flag.StringVar(&o.jobs, "jobs", "auto", "as for podium batch")
	names := flag.String("labs", "lab-2", "the labs")
	flag.IntVar(&o.count, "count", 40, "how many submissions")
	flag.IntVar(&o.kills, "kills", 0, "how many processes are killed")
	flag.DurationVar(&o.every, "every", 15*time.Second, "the longest time between two kills")
	flag.Int64Var(&o.limit, "limit", 400, "how many MiB a cluster may take")
	flag.BoolVar(&o.solutions, "solutions", false, "solutions only, for measuring")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := bench(ctx, o, strings.Split(*names, ",")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1) //nolint:gocritic // nothing is left to stop
	}
}

func bench(ctx context.Context, o options, names []string) error {
	o.labs = slices.DeleteFunc(all.Labs(), func(lab *labs.Lab) bool { return !slices.Contains(names, lab.ID) })
	if len(o.labs) != len(names) {
		return fmt.Errorf("unknown lab among %v", names)
	}
	var err error
	if o.binary, err = filepath.Abs(o.binary); err != nil {
		return err
	}
	if o.dir == "" {
		if o.dir, err = os.MkdirTemp("", "podium-bench-"); err != nil {
			return err
		}
		defer os.RemoveAll(o.dir)
	}
	known, err := generate(filepath.Join(o.dir, "submissions"), o)
	if err != nil {
		return err
	}
	quiet, err := grade(ctx, o, "out", 0)
	if err != nil {
		return err
	}
	if err := compare(quiet, known); err != nil {
		return err
	}
	fmt.Fprintf(o.report, "%d submissions, all scores as known\n", o.count)
	if o.kills == 0 {
		return nil
	}
	disturbed, err := grade(ctx, o, "disturbed", o.kills)
	if err != nil {
		return err
	}
	if !slices.EqualFunc(quiet, disturbed, slices.Equal) {
		return fmt.Errorf("the summary differs after %d kills:\n%v\nwant\n%v", o.kills, disturbed, quiet)
	}
	fmt.Fprintf(o.report, "after %d kills the summary is the same\n", o.kills)
	return nil
}
