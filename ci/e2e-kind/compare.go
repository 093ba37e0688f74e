package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/fixtures/kind"
	"github.com/podium-labs/podium/graders/result"
)

// graded is one line of "podium verify --output json".
type graded struct {
	Lab   string   `json:"lab"`
	Case  string   `json:"case"`
	Score *int     `json:"score"`
	Wrong []string `json:"wrong"`
	MS    int64    `json:"ms"`
	// Clusters is how many clusters had been made by then.
	Clusters int                      `json:"clusters"`
	Checks   map[string]result.Status `json:"checks"`
}

func (g graded) name() string { return g.Lab + " " + g.Case }

// errDiffers is the finding that the providers do not agree.
var errDiffers = errors.New("the providers do not agree")

// compare grades the same cases on both providers, at the same time: on kind most of it is waiting for containers.
func (r *run) compare(ctx context.Context, labs []string) error {
	var simulated, onKind map[string]graded
	both, ctx := errgroup.WithContext(ctx)
	both.Go(func() (err error) {
		simulated, err = r.verify(ctx, embedded.Kind, labs, "--jobs", "1")
		return err
	})
	both.Go(func() (err error) {
		onKind, err = r.verify(ctx, kind.Kind, labs)
		return err
	})
	if err := both.Wait(); err != nil {
		return err
	}
	r.onKind.grading, r.simulated.grading = mean(onKind), mean(simulated)
	differences := 0
	for _, name := range slices.Sorted(maps.Keys(simulated)) {
		differences += r.differ(simulated[name], onKind[name])
	}
	switch {
	case len(simulated) == 0 || len(simulated) != len(onKind):
		return fmt.Errorf("%w: %d cases on %s, %d on %s", errDiffers, len(simulated), embedded.Kind, len(onKind), kind.Kind)
	case differences > 0:
		return fmt.Errorf("%w: %d checks end differently", errDiffers, differences)
	}
	fmt.Fprintf(r.out, "%d cases, every check ends the same on both\n", len(onKind))
	return nil
}

// mean is how long one grading takes.
func mean(all map[string]graded) time.Duration {
	var sum time.Duration
	for _, g := range all {
		sum += time.Duration(g.MS) * time.Millisecond
	}
	return sum / time.Duration(max(1, len(all)))
}

// differ prints what two gradings of one case do not agree on, and counts what nobody knows of.
func (r *run) differ(simulated, onKind graded) (unknown int) {
	for _, check := range slices.Sorted(maps.Keys(simulated.Checks)) {
		was, is := simulated.Checks[check], onKind.Checks[check]
		reason, known := knownDifference(simulated.Lab, simulated.Case, check)
		switch {
		case was == is:
		case known:
			fmt.Fprintf(r.out, "known: %s %s is %s, embedded %s: %s\n", simulated.name(), check, is, was, reason)
		default:
			unknown++
			fmt.Fprintf(r.out, "DIFFERS: %s %s is %s, embedded %s\n", simulated.name(), check, is, was)
		}
	}
	return unknown
}

// verify grades on one provider and prints scores as they come. Results that are not as declared are for compare to judge.
func (r *run) verify(ctx context.Context, provider string, labs []string, more ...string) (map[string]graded, error) {
	arguments := append([]string{"verify", "--provider", provider, "--output", "json", "--mistakes", strconv.Itoa(r.mistakes)}, more...)
	command := exec.CommandContext(ctx, r.binary, append(arguments, labs...)...)
	command.Stderr = os.Stderr
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) } // it removes its clusters
	command.WaitDelay = removal
	out, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("verify on %s: %w", provider, err)
	}
	all := map[string]graded{}
	lines := json.NewDecoder(out)
	for lines.More() {
		var line graded
		if err := lines.Decode(&line); err != nil {
			return nil, errors.Join(fmt.Errorf("verify on %s: %w", provider, err), command.Wait())
		}
		r.print(provider, line)
		all[line.name()] = line
	}
	err = command.Wait()
	if ended, ok := errors.AsType[*exec.ExitError](err); ok && ended.ExitCode() == notAsDeclared {
		err = nil
	}
	if err != nil {
		return nil, fmt.Errorf("verify on %s: %w", provider, err)
	}
	return all, nil
}

// removal is how long the end of a cluster may take.
const removal = 2 * time.Minute

// print prints one case, and what is not as declared.
func (r *run) print(provider string, line graded) {
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Fprintf(r.out, "%6.0fs %-9s %-60s %5.1f s %s\n", time.Since(r.began).Seconds(), provider, line.name(), float64(line.MS)/1000, score(line))
	for _, wrong := range line.Wrong {
		fmt.Fprintln(r.out, "          "+wrong)
	}
}

// notAsDeclared is the exit code of a verification that found something.
const notAsDeclared = 1

func score(line graded) string {
	if line.Score == nil {
		return "no score"
	}
	text := &bytes.Buffer{}
	fmt.Fprintf(text, "%3d", *line.Score)
	if len(line.Wrong) > 0 {
		fmt.Fprintf(text, "  %d not as declared", len(line.Wrong))
	}
	return text.String()
}
