package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"github.com/podium-labs/podium/ci/bench/processes"
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
	single := run.Fresh{Provider: embedded.Kind, New: b.embedded}
	reused := run.NewReused(single)
	defer func() { err = errors.Join(err, reused.Close(context.WithoutCancel(ctx))) }()
	missing := b.onKind(ctx)
	if missing != nil {
		b.leaveOut("gradings on kind", missing)
	}
	for i := range b.runs + 1 { // the first of each is not kept: programs come from the disk, and the cluster to be reset has to be there
		keep := i > 0
		if err := b.grade(ctx, keep, fresh, single, run.Budgets{}); err != nil {
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
	return b.grade(ctx, true, "Grade/on=kind/cluster=fresh", &weighed{Clusters: containers}, run.ContainerBudgets())
}

// weighed are clusters in containers, whose memory is not that of any process below this one. It is asked for when a grading is through.
type weighed struct {
	run.Clusters

	used uint64
}

// Return asks before the cluster goes.
func (w *weighed) Return(ctx context.Context, provider cluster.Provider, failed bool) (err error) {
	w.used, err = rss(ctx, provider)
	return errors.Join(err, w.Clusters.Return(ctx, provider, failed))
}

// fresh is what others are compared with.
const fresh = "Grade/on=embedded/cluster=fresh"

// grade grades once. Memory is that of all processes which the grading has started or uses, without this one and, on a fresh cluster, without
// the cluster that waits to be reset. Processor time is that of all processes below this one, which have ended by then; the control plane of a
// cluster that is kept has not, so there is none.
func (b *bench) grade(ctx context.Context, keep bool, name string, clusters run.Clusters, budgets run.Budgets) error {
	lab := rollouts.Lab()
	submission, err := answer.Load(ctx, reference, lab.ID, lab.TaskIDs())
	if err != nil {
		return err
	}
	others := processes.Tree(os.Getpid())
	if _, kept := clusters.(*run.Reused); kept && len(others) > 0 {
		others = others[:1]
	}
	most := peak(os.Getpid(), others)
	before, began := children(), time.Now()
	record, err := run.Grade(ctx, run.Options{Lab: lab, Submission: submission, Binary: b.binary, Attempts: 1, Clusters: clusters, Budgets: budgets})
	took, used := time.Since(began), most()
	if err != nil {
		return err
	}
	if record.Score == nil || *record.Score != record.MaxScore {
		return fmt.Errorf("%s: the reference solution got %v, %+v", name, record.Outcome, record.Error)
	}
	if !keep {
		return nil
	}
	if containers, is := clusters.(*weighed); is {
		used += containers.used
	}
	values := []value{wall(took), rate(took), memory(used)}
	if name == fresh {
		values = append(values, processor(children()-before))
	}
	return b.add(name, values...)
}

// children is the CPU time of all processes below this one that have ended.
func children() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
