// Package ladder climbs down the chain API server → controller → scheduler → kubelet of one object, and reports at each
// rung how far it has come and which fields show it.
package ladder

import (
	"context"
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/explain/report"
	"github.com/podium-labs/podium/graders/explain/seen"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/whatif"
)

// Options are what an explanation needs beside the objects.
type Options struct {
	// Scheduler answers where a waiting Pod could run; without one only the scheduler's own sentence is told.
	Scheduler whatif.Scheduler
	// Words are in the language of the report.
	Words *lang.Printer
}

// Explain reports about the target of a state.
func Explain(ctx context.Context, state *seen.State, o Options) (*report.Report, error) {
	t := state.Target
	b := &builder{State: state, o: o, report: &report.Report{
		Schema: report.Schema, Language: o.Words.Tag(), Object: report.Object{Kind: t.Kind, Namespace: t.Namespace, Name: t.Name}, Rungs: []report.Rung{},
	}}
	found, err := b.target(ctx)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, fmt.Errorf("%s is gone: it was deleted while it was read", t)
	}
	for _, limit := range state.Limits {
		b.report.Limits = append(b.report.Limits, b.say(limit))
	}
	b.conclude()
	return b.report, nil
}

// builder collects the rungs of one report.
type builder struct {
	*seen.State
	o      Options
	report *report.Report
	// decisive is the rung that decides, whatever is below it; empty for the lowest that does not go on.
	decisive explain.Layer
}

func (b *builder) target(ctx context.Context) (bool, error) {
	switch b.Target.Kind {
	case seen.Pod:
		return found(ctx, b.Target.Name, b.Pods, b.pod)
	case seen.Deployment:
		return found(ctx, b.Target.Name, b.Deployments, b.deployment)
	case seen.ReplicaSet:
		return found(ctx, b.Target.Name, b.ReplicaSets, b.replicaSet)
	case seen.StatefulSet:
		return found(ctx, b.Target.Name, b.StatefulSets, b.statefulSet)
	case seen.DaemonSet:
		return found(ctx, b.Target.Name, b.DaemonSets, b.daemonSet)
	case seen.Job:
		return found(ctx, b.Target.Name, b.Jobs, b.job)
	case seen.CronJob:
		return found(ctx, b.Target.Name, b.CronJobs, b.cronJob)
	case seen.Service:
		return found(ctx, b.Target.Name, b.Services, b.service)
	}
	return false, nil
}

func found[T metav1.Object](ctx context.Context, name string, objects []T, tell func(context.Context, T) error) (bool, error) {
	object, ok := seen.Find(name, objects)
	if !ok {
		return false, nil
	}
	return true, tell(ctx, object)
}

// say renders a sentence for people; nothing in it can move a cursor.
func (b *builder) say(m lang.Message) string { return result.Clean(b.o.Words.Say(m)) }

// stage is what is to be told about one rung.
type stage struct {
	state    report.State
	why      lang.Message
	evidence []report.Evidence
}

// add adds a rung. The object is left out of rungs that are not about one.
func (b *builder) add(layer explain.Layer, object *report.Object, s stage) {
	for i, e := range s.evidence {
		s.evidence[i] = report.Evidence{Object: result.Clean(e.Object), Field: result.Clean(e.Field), Value: result.Clean(e.Value)}
	}
	b.report.Rungs = append(b.report.Rungs, report.Rung{Layer: layer, State: s.state, Object: object, Text: b.say(s.why), Evidence: s.evidence})
}

func (b *builder) notReached(layers ...explain.Layer) {
	for _, layer := range layers {
		b.add(layer, nil, stage{state: report.NotReached, why: lang.M("nothing has come this far")})
	}
}

func (b *builder) note(m lang.Message) { b.report.Notes = append(b.report.Notes, b.say(m)) }

// next adds a command about the target's namespace.
func (b *builder) next(command string) {
	command = result.Clean("kubectl -n " + b.Target.Namespace + " " + command)
	if !slices.Contains(b.report.Next, command) {
		b.report.Next = append(b.report.Next, command)
	}
}

// conclude makes the summary of the lowest rung that has stopped, or else waits: what stands above only waits for it.
func (b *builder) conclude() {
	b.report.State, b.report.Summary = report.Reached, b.say(lang.M("everything has been reached: nothing is in the way"))
	for _, state := range []report.State{report.Waiting, report.Stopped} {
		for _, rung := range b.report.Rungs {
			if rung.State == state && (b.decisive == "" || rung.Layer == b.decisive) {
				b.report.State, b.report.Layer, b.report.Summary = state, rung.Layer, rung.Text
			}
		}
	}
}

func object(kind string, o metav1.Object) *report.Object {
	return &report.Object{Kind: kind, Namespace: o.GetNamespace(), Name: o.GetName()}
}

// field is a piece of evidence.
func field(kind string, o metav1.Object, path string, value any) report.Evidence {
	return report.Evidence{Object: seen.Target{Kind: kind, Name: o.GetName()}.String(), Field: path, Value: fmt.Sprint(value)}
}

// stored is the rung of the API server: it has the object.
func (b *builder) stored(kind string, o metav1.Object) {
	why := lang.M("%s %s is stored", kind, o.GetName())
	if generation := o.GetGeneration(); generation > 0 {
		why = lang.M("%s %s is stored, generation %d", kind, o.GetName(), generation)
	}
	b.add(explain.API, object(kind, o), stage{state: report.Reached, why: why})
}

func valueOr[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}
