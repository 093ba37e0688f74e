// Command bench measures what Podium costs beside what it could be done with instead, all in one run on one machine, one right after the
// other: clusters of kind, a cluster that is reused and reset, a kubectl process for each command. It prints a table of ratios, and leaves
// the figures in the format of Go's benchmarks, for benchstat.
//
//	make build && go run ./ci/bench -runs 5 -out ci/bench/results
//	benchstat ci/bench/results/OLD.txt ci/bench/results/NEW.txt
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
	"strings"
	"syscall"
)

// bench is one run of everything.
type bench struct {
	binary      string
	runs        int
	submissions int
	commands    int
	withoutKind bool
	out         io.Writer
	figures     figures
}

func main() {
	b := &bench{out: os.Stdout}
	flag.StringVar(&b.binary, "binary", "bin/podium", "the podium executable")
	flag.IntVar(&b.runs, "runs", 3, "how often everything is measured; those that are compared take turns")
	flag.IntVar(&b.submissions, "submissions", 6, "how many submissions a batch has")
	flag.IntVar(&b.commands, "commands", 20, "how many kubectl commands are run in a row")
	flag.BoolVar(&b.withoutKind, "without-kind", false, "leave out kind also where a container engine answers")
	results := flag.String("out", "", "folder for the figures (default: standard output only)")
	only := flag.String("only", "", "start, grade, batch or kubectl: leave out the others")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := b.all(ctx, *only, *results)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func (b *bench) all(ctx context.Context, only, results string) (err error) {
	if b.binary, err = filepath.Abs(b.binary); err != nil {
		return err
	}
	if b.runs < 1 || b.submissions < 1 || b.commands < 1 {
		return errors.New("-runs, -submissions and -commands must be 1 or more")
	}
	m, err := look(ctx)
	if err != nil {
		return err
	}
	b.figures.head = m.header()
	fmt.Fprint(b.out, b.figures.head)
	for _, part := range []struct {
		name string
		do   func(context.Context) error
	}{{"start", b.starts}, {"grade", b.grades}, {"kubectl", b.kubectls}, {"batch", b.batches}} {
		if only != "" && only != part.name {
			continue
		}
		err := part.do(ctx)
		if ctx.Err() != nil { // what has been measured is worth keeping
			b.leaveOut("the rest of "+part.name+" and what follows", ctx.Err())
			break
		}
		if err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	b.figures.tail = "load: " + load() + "\n"
	fmt.Fprint(b.out, b.figures.tail, "\n", b.figures.table())
	if results == "" {
		return nil
	}
	name := filepath.Join(results, m.file())
	if err := os.WriteFile(name, []byte(b.figures.text()), 0o644); err != nil {
		return fmt.Errorf("write figures: %w", err)
	}
	fmt.Fprintln(b.out, name)
	return nil
}

// add keeps one measurement and prints it.
func (b *bench) add(name string, values ...value) {
	line := b.figures.add(name, values)
	fmt.Fprint(b.out, strings.TrimRight(line, "\n")+"\n")
}

// leaveOut says what is not measured, and why.
func (b *bench) leaveOut(what string, why error) {
	b.figures.left = append(b.figures.left, fmt.Sprintf("left out: %s: %v", what, why))
	fmt.Fprintln(b.out, b.figures.left[len(b.figures.left)-1])
}
