package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/podium-labs/podium/fixtures/kind"
)

// errDrift is a solution that did not score full in every repetition.
var errDrift = errors.New("not full marks")

// repetitions grades the first solution of each lab again and again. One cluster is set back in between; a baseline that
// has drifted would make a new one, which the time shows.
func (r *run) repetitions(ctx context.Context, labs []string) error {
	if r.repeat == 0 {
		fmt.Fprintln(os.Stderr, "none asked for (-repeat)")
		return nil
	}
	more := []string{"--only", "solutions/manifests", "--repeat", fmt.Sprint(r.repeat)}
	all, err := r.verify(ctx, kind.Kind, labs, more...)
	if err != nil {
		return err
	}
	for name, line := range all {
		if !strings.Contains(name, "solutions/") || line.Score == nil || *line.Score != 100 {
			return fmt.Errorf("%w: %s", errDrift, name)
		}
	}
	return nil
}
