// Command bench measures what Podium costs beside what it could be done with instead, all in one run on one machine, one right after the
// other: clusters of kind, a cluster that is reused and reset, a kubectl process for each command. It prints a table of ratios, and leaves
// the figures in the format of Go's benchmarks, for benchstat.
//
//	make build && go run ./ci/bench -out ci/bench/results
//
// benchstat needs six measurements of each before it calls a difference one, and ten to see a small one:
//
//	go run ./ci/bench -runs 10 -out ci/bench/results
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
	"slices"
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

// part is what is measured together.
type part struct {
	name string
	do   func(context.Context) error
}

// errUnknown is returned where -only names nothing.
var errUnknown = errors.New("-only must be start, grade, kubectl or batch")

func (b *bench) all(ctx context.Context, only, results string) (err error) {
	if b.binary, err = filepath.Abs(b.binary); err != nil {
		return err
	}
	if b.runs < 1 || b.submissions < 1 || b.commands < 1 {
		return errors.New("-runs, -submissions and -commands must be 1 or more")
	}
	parts := []part{{"start", b.starts}, {"grade", b.grades}, {"kubectl", b.kubectls}, {"batch", b.batches}}
	if only != "" {
		parts = slices.DeleteFunc(parts, func(p part) bool { return p.name != only })
	}
	if len(parts) == 0 {
		return errUnknown
	}
	m, err := look(ctx)
	if err != nil {
		return err
	}
	return b.measure(ctx, m, parts, results)
}

// measure writes the file after each part, so that what goes wrong later loses nothing.
func (b *bench) measure(ctx context.Context, m *machine, parts []part, results string) error {
	if results != "" {
		if err := os.MkdirAll(results, 0o755); err != nil {
			return fmt.Errorf("make folder for figures: %w", err)
		}
	}
	b.figures.head = m.header()
	fmt.Fprint(b.out, b.figures.head)
	var err error
	for i := 0; i < len(parts) && err == nil; i++ {
		if err = parts[i].do(ctx); ctx.Err() != nil {
			err = ctx.Err()
		}
		if err != nil {
			b.leaveOut("the rest of "+parts[i].name+" and what follows", err)
			err = fmt.Errorf("%s: %w", parts[i].name, err)
		}
		b.figures.tail = "# load after: " + load() + "\n"
		if writing := b.write(filepath.Join(results, m.file()), results == ""); writing != nil {
			return errors.Join(err, writing)
		}
	}
	fmt.Fprint(b.out, b.figures.tail, "\n", b.figures.table())
	if results != "" {
		fmt.Fprintln(b.out, filepath.Join(results, m.file()))
	}
	return err
}

func (b *bench) write(name string, nowhere bool) error {
	if nowhere {
		return nil
	}
	if err := os.WriteFile(name, []byte(b.figures.text()), 0o644); err != nil {
		return fmt.Errorf("write figures: %w", err)
	}
	return nil
}

// add keeps one measurement and prints it.
func (b *bench) add(name string, values ...value) error {
	line, err := b.figures.add(name, values)
	fmt.Fprint(b.out, line)
	return err
}

// leaveOut says what is not measured, and why.
func (b *bench) leaveOut(what string, why error) {
	line := strings.ReplaceAll(fmt.Sprintf("left out: %s: %v", what, why), "\n", "; ")
	b.figures.left = append(b.figures.left, line)
	fmt.Fprintln(b.out, line)
}
