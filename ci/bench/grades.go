package main

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/fixtures/kind"
	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/run"
	"github.com/podium-labs/podium/labs/rollouts"
)

// reference is what is graded.
const reference = "labs/rollouts/solutions/manifests"

// grades measures one grading of lab-2: on a cluster of its own, on one that is reset before, and on kind.
func (b *bench) grades(ctx context.Context) (err error) {
	fresh := run.Fresh{Provider: embedded.Kind, New: b.embedded}
	reused := run.NewReused(fresh)
	defer func() { err = errors.Join(err, reused.Close(context.WithoutCancel(ctx))) }()
	missing := b.onKind(ctx)
	if missing != nil {
		b.leaveOut("gradings on kind", missing)
	}
	for i := range b.runs + 1 { // the first of each is not kept: programs come from the disk, and the cluster to be reset has to be there
		keep := i > 0
		if err := b.grade(ctx, keep, "Grade/on=embedded/cluster=fresh", fresh, run.Budgets{}); err != nil {
			return err
		}
		if err := b.grade(ctx, keep, "Grade/on=embedded/cluster=reused", reused, run.Budgets{}); err != nil {
			return err
		}
	}
	if missing != nil {
		return nil
	}
	containers := run.Fresh{Provider: kind.Kind, New: func() cluster.Provider { return kind.New(kind.Options{Purpose: "measurement"}) }}
	budgets := run.Budgets{Provision: 12 * time.Minute, Fixture: time.Minute, Answer: 3 * time.Minute, Settle: 2 * time.Minute, Checks: time.Minute}
	return b.grade(ctx, true, "Grade/on=kind/cluster=fresh", containers, budgets)
}

// grade grades once. Processor time is that of all processes below this one, which have ended by then; the control plane of a cluster that is
// kept has not, so there is none.
func (b *bench) grade(ctx context.Context, keep bool, name string, clusters run.Clusters, budgets run.Budgets) error {
	lab := rollouts.Lab()
	submission, err := answer.Load(ctx, reference, lab.ID, lab.TaskIDs())
	if err != nil {
		return err
	}
	before, began := children(), time.Now()
	record, err := run.Grade(ctx, run.Options{Lab: lab, Submission: submission, Binary: b.binary, Attempts: 1, Clusters: clusters, Budgets: budgets})
	if err != nil {
		return err
	}
	if record.Score == nil || *record.Score != record.MaxScore {
		return fmt.Errorf("%s: the reference solution got %v, %+v", name, record.Outcome, record.Error)
	}
	if !keep {
		return nil
	}
	values := []value{wall(time.Since(began))}
	if name == "Grade/on=embedded/cluster=fresh" {
		values = append(values, processor(children()-before))
	}
	b.add(name, values...)
	return nil
}

// children is the CPU time of all processes below this one that have ended.
func children() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
