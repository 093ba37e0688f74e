package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/podium-labs/podium/fixtures/kind"
	"github.com/podium-labs/podium/fixtures/kind/engine"
)

// purpose is what the cluster of this command is made for, in the words of its owner.
const purpose = "e2e-kind"

// gradings is the purpose of clusters that "podium grade" and "podium verify" make.
const gradings = "grade"

// clear removes the cluster of an earlier run that was killed. One that a person made is left alone, and said to be there.
func (r *run) clear(ctx context.Context) error {
	e, err := engine.Find(ctx)
	if err != nil {
		return err
	}
	left, err := kind.Left(ctx, e, kind.Name)
	if err != nil || left == nil {
		return err
	}
	if left.Owner.Purpose != purpose && left.Owner.Purpose != gradings {
		return fmt.Errorf("%w; %s", left, left.Next())
	}
	fmt.Fprintf(r.out, "removing: %s\n", left)
	return left.Clear(ctx, e)
}

// conformance makes a cluster, measures it, and runs the tests that need real containers on it.
func (r *run) conformance(ctx context.Context) (err error) {
	began := time.Now()
	c := kind.New(kind.Options{Purpose: purpose, Progress: func(step, state string) {
		fmt.Fprintf(r.out, "%6.1fs %s: %s\n", time.Since(began).Seconds(), step, state)
	}})
	if _, err := c.Create(ctx); err != nil {
		return err
	}
	r.onKind.start = time.Since(began)
	defer func() {
		stopping := time.Now()
		err = errors.Join(err, c.Destroy(context.WithoutCancel(ctx)))
		r.onKind.stop = time.Since(stopping)
	}()
	if r.onKind.memory, err = c.Memory(ctx); err != nil {
		return err
	}
	return r.command(ctx, []string{"PODIUM_E2E_KIND=" + c.Dir()}, "go", "test", "-vet=off", "-count=1", "-timeout=30m", "-v", "-run=^TestKind$", "./fixtures/kind")
}

// live is what a learner does, with clusters that the tests make themselves.
func (r *run) live(ctx context.Context) error {
	return r.command(ctx, []string{"PODIUM_E2E_KIND=1"}, "go", "test", "-vet=off", "-count=1", "-timeout=30m", "-v", "-run=^TestKindLive$", "./cmd/podium/clitest")
}
