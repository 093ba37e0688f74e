package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/podium-labs/podium/ci/steps"
	"github.com/podium-labs/podium/fixtures/kind"
	"github.com/podium-labs/podium/fixtures/kind/engine"
)

// purpose is what the cluster of this command is made for, in the words of its owner.
const purpose = "e2e-kind"

// ours says whether a cluster was made for a program that nobody works in: this one, "podium grade" and "podium verify", tests, and
// measurements.
func ours(made string) bool {
	return slices.Contains([]string{purpose, "grade", "test", "measurement"}, made)
}

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
	if !ours(left.Owner.Purpose) {
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
	return r.test(ctx, c.Dir(), "TestKind", "./fixtures/kind")
}

// live is what a learner does, with clusters that the tests make themselves.
func (r *run) live(ctx context.Context) error {
	return r.test(ctx, "1", "TestKindLive", "./cmd/podium/clitest")
}

// errNotRun is a test that no longer goes by this name, or was skipped: "go test" is content with both.
var errNotRun = errors.New("the test was not run")

// test runs one test and wants to see that it passed. cluster is what the test is told of it.
func (r *run) test(ctx context.Context, cluster, name, folder string) error {
	said := &bytes.Buffer{}
	err := steps.Command(ctx, io.MultiWriter(r.out, said), []string{"PODIUM_E2E_KIND=" + cluster}, "go", "test", "-vet=off", "-count=1", "-timeout=30m", "-v",
		"-run=^"+name+"$", folder)
	if err == nil && !bytes.Contains(said.Bytes(), []byte("\n--- PASS: "+name+" (")) {
		err = fmt.Errorf("%s in %s: %w", name, folder, errNotRun)
	}
	return err
}
