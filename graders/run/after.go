package run

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/podium-labs/podium/labs"
)

// afterAnswer does what the lab has declared to happen between the answer of a task and its checks.
func (a *attempt) afterAnswer(ctx context.Context, id string) error {
	for _, task := range a.lab.Tasks(a) {
		if task.ID != id {
			continue
		}
		for _, w := range task.Waits {
			if err := a.wait(ctx, w); err != nil {
				return inPhase("settle", err)
			}
		}
		for _, e := range task.Experiments {
			if err := a.experiment(ctx, e); err != nil {
				return inPhase("experiment", err)
			}
		}
	}
	return nil
}

// waitLimit bounds what a lab may wait for, whatever it says: on nodes with real containers a restart by a liveness probe takes a
// minute and a half, if the program is deaf to SIGTERM.
const waitLimit = 2 * time.Minute

// wait follows the history until the state has come about, or its time is up.
func (a *attempt) wait(ctx context.Context, w labs.Wait) error {
	started := time.Now()
	timer := time.NewTimer(0) // how long is known after the first look
	defer timer.Stop()
	for first := true; ; first = false {
		changed := a.history.Changed()
		now, err := a.history.Now()
		if err != nil || w.Until(now) {
			return err
		}
		if first {
			timer.Reset(min(w.Longest(now), waitLimit))
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for the cluster: %w", ctx.Err())
		case <-timer.C:
			return a.events.phase("settle", time.Since(started))
		case <-changed:
		}
	}
}

// experiment carries out one experiment on a cluster that is being recorded.
func (a *attempt) experiment(ctx context.Context, e labs.Experiment) error {
	started := time.Now()
	config, err := a.connect()
	if err != nil {
		return err
	}
	place, err := newLaboratory(config, a.lab.Namespace())
	if err != nil {
		return err
	}
	_, err = place.run(ctx, e)
	if errors.Is(err, errNoSubject) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := a.rest(ctx); err != nil {
		return err
	}
	return a.events.phase("experiment", time.Since(started))
}
