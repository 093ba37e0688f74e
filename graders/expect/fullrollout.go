package expect

import (
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// FullRollout is a change of a Deployment's Pod template while it kept its number of replicas, all of them ready before.
type FullRollout struct {
	deployment Deployment
	replicas   int
	// started is true if the template of a complete Deployment was changed; finished, if it was complete again with another ReplicaSet.
	started, finished bool
	// scaled is true if the number of replicas was changed on the way, and helped if the learner removed Pods or ReplicaSets of it.
	scaled, helped bool
	interval       evidence.Interval
	err            error
}

// FullRollout finds the last such rollout that finished, or else the last that began.
func (d Deployment) FullRollout(replicas int) FullRollout {
	t := fullTracer{best: FullRollout{deployment: d, replicas: replicas}}
	if t.removals, t.best.err = d.removals(); t.best.err != nil {
		return t.best
	}
	t.best.err = d.Evidence.History().Walk(func(w *evidence.World) bool {
		t.visit(w)
		return true
	})
	if t.open != nil && !t.best.finished {
		t.best = *t.open
	}
	return t.best
}

// fullTracer follows a Deployment from one complete state to the next.
type fullTracer struct {
	object, from types.UID // the Deployment, and its ReplicaSet when it was last complete
	open         *FullRollout
	best         FullRollout
	// removals are what the learner removed, and seen are the names of all Pods and ReplicaSets since the rollout began.
	removals evidence.Requests
	seen     map[string]bool
}

// removals are the learner's requests that remove Pods or ReplicaSets.
func (d Deployment) removals() (evidence.Requests, error) {
	requests, err := d.learnerRequests()
	return requests.Accepted().Where(func(q evidence.Request) bool {
		removes := q.Verb == "delete" || q.Verb == "deletecollection" || q.Verb == "create" && q.Subresource == "eviction"
		return removes && !q.DryRun && q.Namespace == d.Namespace && (q.Resource == "pods" || q.Resource == "replicasets")
	}), err
}

// note remembers what the Deployment has.
func (t *fullTracer) note(w *evidence.World, d *appsv1.Deployment) {
	for _, rs := range w.ReplicaSetsOf(d) {
		t.seen["replicasets/"+rs.Name] = true
		for _, pod := range w.PodsOf(rs) {
			t.seen["pods/"+pod.Name] = true
		}
	}
}

// helpedIn reports whether the learner removed something that was seen, within an interval.
func (t *fullTracer) helpedIn(interval evidence.Interval) bool {
	return slices.ContainsFunc(t.removals, func(q evidence.Request) bool {
		return !q.At.Before(interval.From.At) && !q.At.After(interval.To.At) && (q.Verb == "deletecollection" || t.seen[q.Resource+"/"+q.Name])
	})
}

func (t *fullTracer) visit(w *evidence.World) {
	d, ok := t.best.deployment.in(w)
	if !ok || d.UID != t.object {
		t.from, t.open = "", nil
		if ok {
			t.object = d.UID
		}
	}
	if !ok {
		return
	}
	rs, has := w.CurrentReplicaSet(d)
	kept := int(*d.Spec.Replicas) == t.best.replicas
	complete := has && kept && evidence.RolledOut(d) && readyIn(w.PodsOf(rs)) == t.best.replicas
	changed := t.from != "" && (!has || rs.UID != t.from)
	switch {
	case changed && t.open == nil:
		t.open = &FullRollout{deployment: t.best.deployment, replicas: t.best.replicas, started: true, interval: evidence.Interval{From: w.Moment()}}
		t.seen = map[string]bool{}
	case !changed:
		t.open = nil
	}
	if t.open != nil {
		t.open.interval.To = w.Moment()
		t.open.scaled = t.open.scaled || !kept
		t.note(w, d)
		t.open.helped = t.helpedIn(t.open.interval)
		if complete {
			t.open.finished = !t.open.scaled && !t.open.helped
			if t.open.finished || !t.best.finished {
				t.best = *t.open
			}
			t.open = nil
		}
	}
	if complete {
		t.from = rs.UID
	}
}

func readyIn(pods []*corev1.Pod) int {
	n := 0
	for _, pod := range pods {
		if evidence.Ready(pod) {
			n++
		}
	}
	return n
}

// During is the stretch of the history that the rollout took, as far as it got.
func (r FullRollout) During() Stretch {
	stretch := Stretch{History: r.deployment.Evidence.History(), Interval: r.interval, err: r.err,
		Name: lang.M("while the rollout of %s was going on", r.deployment.Name)}
	if r.err == nil && !r.started {
		finding, err := r.deployment.stopNow()
		stretch.err, stretch.Missing = err, finding
		stretch.Empty = lang.M("the template of %s was never changed while %d Pods of it were ready", r.deployment.Name, r.replicas)
	}
	return stretch
}

func (d Deployment) stopNow() (explain.Finding, error) {
	now, err := d.Evidence.History().Now()
	if err != nil {
		return explain.Finding{}, err
	}
	return d.whyStopped(now), nil
}

// Finish holds for a FullRollout after which all replicas are ready with the new template.
func Finish() Matcher {
	return matcher(func(r FullRollout) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("a rollout of %s finishes, from %d ready Pods to %d new ones", r.deployment.Name, r.replicas, r.replicas)}
		if r.err != nil || r.finished {
			verdict.OK, verdict.Actual = r.err == nil, lang.M("it finished")
			return verdict, r.err
		}
		finding, err := r.deployment.stopNow()
		switch {
		case !r.started:
			verdict.Actual = lang.M("the template of %s was never changed while %d Pods of it were ready", r.deployment.Name, r.replicas)
		case r.scaled:
			verdict.Actual = lang.M("the number of replicas was changed on the way")
			finding = explain.Finding{Layer: explain.API, Why: lang.M("a rollout replaces the Pods while the Deployment keeps its %d replicas", r.replicas)}
		case r.helped:
			verdict.Actual = lang.M("Pods or ReplicaSets of it were removed by your own requests on the way")
			finding = explain.Finding{Layer: explain.Deployment, Why: lang.M("a rollout that has to be helped by hand would stand still; the next one does so again")}
		default:
			verdict.Actual = lang.M("it began and did not finish")
		}
		return verdict.at(r.interval.To).because(finding), err
	})
}
