package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/fixtures/kind"
)

// measured is what one provider takes.
type measured struct {
	start, stop time.Duration
	memory      uint64
	// grading is the mean of all gradings.
	grading time.Duration
}

// ratios prints how much more kind takes than the embedded provider, for one idle cluster and for the gradings of before.
func (r *run) ratios(ctx context.Context) error {
	if err := r.measureEmbedded(ctx); err != nil {
		return err
	}
	fmt.Fprintf(r.out, "%-22s %11s %11s %8s\n", "", kind.Kind, embedded.Kind, "ratio")
	r.ratio("cluster start", "s", r.onKind.start.Seconds(), r.simulated.start.Seconds())
	r.ratio("cluster removal", "s", r.onKind.stop.Seconds(), r.simulated.stop.Seconds())
	r.ratio("memory, idle", "MiB", float64(r.onKind.memory>>20), float64(r.simulated.memory>>20))
	r.ratio("grading, mean", "s", r.onKind.grading.Seconds(), r.simulated.grading.Seconds())
	return nil
}

func (r *run) ratio(name, unit string, onKind, simulated float64) {
	fmt.Fprintf(r.out, "%-22s %7.1f %-3s %7.1f %-3s %8.1f\n", name, onKind, unit, simulated, unit, onKind/simulated)
}

func (r *run) measureEmbedded(ctx context.Context) (err error) {
	began := time.Now()
	c := embedded.New(embedded.Options{Binary: r.binary})
	if _, err := c.Create(ctx); err != nil {
		return err
	}
	r.simulated.start = time.Since(began)
	r.simulated.memory, err = c.Memory()
	stopping := time.Now()
	err = errors.Join(err, c.Destroy(context.WithoutCancel(ctx)))
	r.simulated.stop = time.Since(stopping)
	return err
}
