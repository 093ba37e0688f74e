package expect

import (
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// Rollout is the way of a Deployment from one template to another, as recorded.
type Rollout struct {
	Deployment Deployment
	// Image is what it led to.
	Image string
	// Started is true if there was such a change of template in a Deployment that existed before; Finished, if
	// every replica was of the new template and available before the template changed again.
	Started, Finished bool
	// Interval is from the change of the template to the end of the rollout, or as far as it got.
	Interval evidence.Interval
	// Before is the ReplicaSet that was current when it began, and After the one at its end.
	Before, After types.UID
	// Earlier are all ReplicaSets of the Deployment that there were when it began.
	Earlier []types.UID
	// Settled is the last moment before the template changed again.
	Settled evidence.Moment

	from    string
	missing explain.Finding
	err     error
}

// Rollout finds the rollout of the Deployment from one image to another: the last that finished, or else the last that
// began. A Deployment that was created with the image, or that has both, has not been rolled out.
func (d Deployment) Rollout(from, to string) Rollout {
	return d.rollout(from, to, evidence.Moment{})
}

// Back is the rollout in the other direction that began after this one, whether this came to its end or got stuck.
func (r Rollout) Back() Rollout {
	if !r.Started {
		return Rollout{Deployment: r.Deployment, Image: r.from, err: r.err, missing: r.missing}
	}
	return r.Deployment.rollout(r.Image, r.from, r.Interval.To)
}

func (d Deployment) rollout(from, image string, start evidence.Moment) Rollout {
	tracer := rolloutTracer{deployment: d, from: from, image: image, start: start}
	if err := d.Evidence.History().Walk(tracer.visit); err != nil {
		return Rollout{err: err}
	}
	tracer.close()
	if tracer.best.Started {
		return tracer.best
	}
	missing, err := d.neverRolledOut()
	return Rollout{Deployment: d, from: from, Image: image, missing: missing, err: err}
}

func (d Deployment) neverRolledOut() (explain.Finding, error) {
	now, err := d.Evidence.History().Now()
	if err != nil {
		return explain.Finding{}, err
	}
	requests, err := d.learnerRequests()
	if err != nil {
		return explain.Finding{}, err
	}
	if found, ok := d.in(now); ok {
		return explain.Finding{Layer: explain.API, Why: lang.M("the template of %s asks for %s", d.Name, strings.Join(evidence.Images(found.Spec.Template.Spec), ", "))}, nil
	}
	return explain.Missing(requests, "deployments", "Deployment", d.Namespace, d.Name), nil
}

// rolloutTracer follows the template of a Deployment through the history.
type rolloutTracer struct {
	deployment  Deployment
	from, image string
	start       evidence.Moment

	existed  bool
	previous *appsv1.Deployment
	known    []types.UID // the ReplicaSets at that moment
	current  types.UID   // the ReplicaSet that was current at the last moment with another template
	open     *Rollout
	last     evidence.Moment
	best     Rollout
}

func (t *rolloutTracer) visit(w *evidence.World) bool {
	found, ok := t.deployment.in(w)
	has := ok && t.has(found)
	switch {
	case t.open == nil && has && t.changedTo(found) && t.existed && w.Last.RV >= t.start.RV:
		t.open = &Rollout{Deployment: t.deployment, from: t.from, Image: t.image, Started: true, Before: t.current,
			Earlier: t.known, Interval: evidence.Interval{From: w.Moment(), Open: true}}
	case t.open != nil && !has:
		t.close()
	}
	if t.open != nil {
		t.follow(w, found)
	} else if ok {
		if rs, is := w.CurrentReplicaSet(found); is {
			t.current = rs.UID
		}
		t.known = uidsOf(w.ReplicaSetsOf(found))
	}
	t.existed = t.existed || ok
	t.previous, t.last = found, w.Moment()
	return true
}

// changedTo is true if the image is new in the template, or the whole Deployment is.
func (t *rolloutTracer) changedTo(found *appsv1.Deployment) bool {
	return t.previous == nil || t.previous.UID != found.UID || !t.has(t.previous)
}

// has is true if the template has the one image and no longer the other.
func (t *rolloutTracer) has(found *appsv1.Deployment) bool {
	spec := found.Spec.Template.Spec
	return evidence.Runs(spec, t.image) && !evidence.Runs(spec, t.from)
}

func uidsOf(sets []*appsv1.ReplicaSet) []types.UID {
	uids := make([]types.UID, len(sets))
	for i, rs := range sets {
		uids[i] = rs.UID
	}
	return uids
}

func (t *rolloutTracer) follow(w *evidence.World, found *appsv1.Deployment) {
	t.open.Settled = w.Moment()
	if t.open.Finished {
		return
	}
	t.open.Interval.To = w.Moment()
	rs, ok := w.CurrentReplicaSet(found)
	if ok && evidence.RolledOut(found) && *found.Spec.Replicas > 0 {
		t.open.Finished, t.open.Interval.Open, t.open.After = true, false, rs.UID
	}
}

func (t *rolloutTracer) close() {
	if t.open == nil {
		return
	}
	if t.open.Finished || !t.best.Finished {
		t.best = *t.open
	}
	t.open = nil
}

// During is the stretch of the history that the rollout took.
func (r Rollout) During() Stretch {
	if r.err != nil {
		return Stretch{err: r.err}
	}
	stretch := Stretch{History: r.Deployment.Evidence.History(), Interval: r.Interval,
		Name: lang.M("while %s rolled out %s", r.Deployment.Name, r.Image)}
	if !r.Started {
		stretch.Empty = lang.M("%s was never rolled out to %s", r.Deployment.Name, r.Image)
		stretch.Missing = r.missing
	}
	return stretch
}
