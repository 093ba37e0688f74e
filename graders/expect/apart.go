package expect

import (
	"slices"

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
	// scaled is true if the number of replicas was changed on the way.
	scaled   bool
	interval evidence.Interval
	err      error
}

// FullRollout finds the last such rollout that finished, or else the last that began.
func (d Deployment) FullRollout(replicas int) FullRollout {
	t := fullTracer{best: FullRollout{deployment: d, replicas: replicas}}
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
	case !changed:
		t.open = nil
	}
	if t.open != nil {
		t.open.interval.To = w.Moment()
		t.open.scaled = t.open.scaled || !kept
		if complete && !t.open.scaled {
			t.open.finished = true
			t.best, t.open = *t.open, nil
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
		default:
			verdict.Actual = lang.M("it began and did not finish")
		}
		return verdict.at(r.interval.To).because(finding), err
	})
}

// PodsOnOneNode counts the Pods of the Deployment on the node that has most of them.
func (d Deployment) PodsOnOneNode() Measure {
	return Measure{
		Name: lang.M("Pods of %s on one and the same node", d.Name),
		Count: func(w *evidence.World) int {
			_, most := d.crowded(w)
			return most
		},
		Why: func(w *evidence.World) explain.Finding {
			node, most := d.crowded(w)
			return explain.Finding{Layer: explain.Scheduler, Why: lang.M("%s had %d of them: nothing in the Pod forbade it", node, most)}
		},
	}
}

func (d Deployment) crowded(w *evidence.World) (node string, most int) {
	for _, n := range w.Nodes() {
		pods := slices.DeleteFunc(w.PodsOn(d.Namespace, n.Name), func(p *corev1.Pod) bool { return !d.owns(w, p) })
		if len(pods) > most {
			node, most = n.Name, len(pods)
		}
	}
	return node, most
}

func (d Deployment) owns(w *evidence.World, pod *corev1.Pod) bool {
	found, ok := d.in(w)
	return ok && slices.ContainsFunc(w.PodsOfDeployment(found), func(p *corev1.Pod) bool { return p.UID == pod.UID })
}

// TurnAwayASecondPod holds for a Deployment whose Pods keep further Pods of it off their nodes: at the last moment at which n of
// them were ready, no node that had one would have taken another.
func TurnAwayASecondPod(n int) Matcher {
	return matcher(func(d Deployment) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("every node that runs a Pod of %s would turn down a second one", d.Name)}
		world, pods, err := d.lastWith(n)
		if err != nil {
			return verdict, err
		}
		if len(pods) < n {
			verdict.Actual = lang.M("there never were %d ready Pods of %s at a time", n, d.Name)
			finding, err := d.stopNow()
			return verdict.because(finding), err
		}
		second := pods[0].DeepCopy()
		second.Name, second.UID = second.Name+"-second", second.UID+"-second"
		q, err := d.question(second, world.Moment())
		if err != nil {
			return verdict, err
		}
		answer, err := q.when(untainted).ask()
		if err != nil {
			return verdict, err
		}
		for _, pod := range pods {
			node := answer.Node(pod.Spec.NodeName)
			if node == nil || node.FailedBy(pluginInterPod) || node.FailedBy(pluginSpread) {
				continue
			}
			verdict.Actual = lang.M("%s would take a second one", node.Name)
			return verdict.at(world.Moment()).because(explain.Finding{Layer: explain.Scheduler, Why: lang.M("plugin InterPodAffinity lets it pass: only a required podAntiAffinity term that selects the Pods themselves, with the hostname as topologyKey, turns a node down")}), nil
		}
		verdict.OK, verdict.Actual = true, lang.M("each turns it down")
		return verdict, nil
	})
}

// lastWith is the last moment at which at least n Pods of the Deployment were ready, and these Pods.
func (d Deployment) lastWith(n int) (*evidence.World, []*corev1.Pod, error) {
	ready := func(w *evidence.World) []*corev1.Pod {
		found, ok := d.in(w)
		if !ok {
			return nil
		}
		return slices.DeleteFunc(w.PodsOfDeployment(found), func(p *corev1.Pod) bool { return !evidence.Ready(p) })
	}
	var last evidence.Moment
	err := d.Evidence.History().Walk(func(w *evidence.World) bool {
		if len(ready(w)) >= n {
			last = w.Moment()
		}
		return true
	})
	if err != nil || last.IsZero() {
		return nil, nil, err
	}
	world, err := d.Evidence.History().At(last)
	if err != nil {
		return nil, nil, err
	}
	return world, ready(world), nil
}
