package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/podium-labs/podium/fixtures/kind"
)

// errDrift is a solution that did not score full in every repetition, or a cluster that could not be set back to its
// baseline.
var errDrift = errors.New("repetitions differ")

// repetitions grades the first solution of each lab again and again on one cluster, which is set back to its baseline in
// between. After the last one "podium verify" does so once more and compares, and fails where anything differs.
func (r *run) repetitions(ctx context.Context, labs []string) error {
	if r.repeat == 0 {
		fmt.Fprintln(os.Stderr, "none asked for (make e2e-kind REPEAT=10)")
		return nil
	}
	all, err := r.verify(ctx, kind.Kind, labs, "--only", "solutions/manifests", "--repeat", fmt.Sprint(r.repeat))
	if err != nil {
		return err
	}
	if want := r.repeat * len(r.labs); len(all) != want {
		return fmt.Errorf("%w: %d gradings, want %d", errDrift, len(all), want)
	}
	for name, line := range all {
		switch {
		case !strings.HasPrefix(line.Case, solutions) || line.Score == nil || *line.Score != full:
			return fmt.Errorf("%w: %s has not full marks", errDrift, name)
		case line.Clusters != 1:
			return fmt.Errorf("%w: before %s the cluster could not be set back, and a new one was made", errDrift, name)
		}
	}
	fmt.Fprintf(r.out, "%d gradings on one cluster, all full; it is as it was before\n", len(all))
	return nil
}
