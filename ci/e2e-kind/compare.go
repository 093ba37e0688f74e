package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
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
	// With are the mistakes in the same submission, Together what was wrong with it before the case was graded by itself.
	With     []string `json:"with"`
	Together []string `json:"together"`
}

func (g graded) name() string { return g.Lab + " " + g.Case }

// errWrong is the finding that labs are not as declared, or that the providers do not agree.
var errWrong = errors.New("labs do not end as they must on both providers")

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
	wrong := r.judge(simulated, onKind)
	for _, line := range wrong {
		fmt.Fprintln(r.out, "WRONG: "+line)
	}
	if len(wrong) > 0 {
		return fmt.Errorf("%w: %d findings", errWrong, len(wrong))
	}
	fmt.Fprintf(r.out, "%d cases, all as declared, every check ends the same on both\n", len(onKind))
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
	for _, wrong := range line.Together {
		fmt.Fprintf(r.out, "          together with %s: %s\n", strings.Join(line.With, ", "), wrong)
	}
}

// notAsDeclared is the exit code of a verification that found something.
const notAsDeclared = 1

func score(line graded) string {
	text := points(line)
	if len(line.Wrong) > 0 {
		text += fmt.Sprintf("  %d not as declared", len(line.Wrong))
	}
	return text
}

func points(line graded) string {
	if line.Score == nil {
		return "no score"
	}
	return fmt.Sprintf("%3d", *line.Score)
}
