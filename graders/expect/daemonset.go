package expect

import (
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// DaemonSet is a DaemonSet of a lab, by name.
type DaemonSet struct{ Subject }

func (d DaemonSet) in(w *evidence.World) (*appsv1.DaemonSet, bool) {
	return w.DaemonSet(d.Namespace, d.Name)
}

// readyOn is true if a ready Pod of the DaemonSet that keep accepts is on the node.
func (d DaemonSet) readyOn(w *evidence.World, node string, keep func(*corev1.Pod) bool) bool {
	found, ok := d.in(w)
	if !ok {
		return false
	}
	for _, pod := range w.PodsOf(found) {
		if pod.Spec.NodeName == node && evidence.Ready(pod) && keep(pod) {
			return true
		}
	}
	return false
}

// workersWith counts the workers that have a ready Pod which keep accepts.
func (d DaemonSet) workersWith(w *evidence.World, keep func(*corev1.Pod) bool) int {
	n := 0
	for _, node := range w.Workers() {
		if d.readyOn(w, node.Name, keep) {
			n++
		}
	}
	return n
}

// WorkersWithout counts the workers that have no ready Pod of the DaemonSet.
func (d DaemonSet) WorkersWithout() Measure {
	return Measure{
		Name:  lang.M("workers without a ready Pod of %s", d.Name),
		Count: func(w *evidence.World) int { return len(w.Workers()) - d.workersWith(w, anyPod) },
		Why: func(w *evidence.World) explain.Finding {
			return explain.Finding{Layer: explain.DaemonSet, Why: d.strategy(w)}
		},
	}
}

func anyPod(*corev1.Pod) bool { return true }

func (d DaemonSet) strategy(w *evidence.World) lang.Message {
	found, ok := d.in(w)
	if !ok {
		return lang.M("DaemonSet %s did not exist at that moment", d.Name)
	}
	rolling := found.Spec.UpdateStrategy.RollingUpdate
	if rolling == nil || rolling.MaxUnavailable == nil {
		return lang.M("the update strategy of %s was %s", d.Name, string(found.Spec.UpdateStrategy.Type))
	}
	return lang.M("the update strategy of %s was %s with maxUnavailable %s", d.Name, string(found.Spec.UpdateStrategy.Type), rolling.MaxUnavailable.String())
}

// At is the times during which the DaemonSet's template had that image.
func (d DaemonSet) At(image string) Stay {
	return stay(d.Evidence.History(), func(w *evidence.World) bool {
		found, ok := d.in(w)
		return ok && found.DeletionTimestamp == nil && evidence.Runs(found.Spec.Template.Spec, image)
	})
}

// OnEveryWorker is the condition that every worker has a ready Pod of the DaemonSet with that image.
func (d DaemonSet) OnEveryWorker(image string) Condition {
	runs := func(pod *corev1.Pod) bool { return evidence.Runs(pod.Spec, image) && !evidence.HasEnded(pod) }
	return Condition{
		Name: lang.M("a ready Pod of %s with image %s on every worker", d.Name, image),
		Holds: func(w *evidence.World) bool {
			workers := len(w.Workers())
			return workers > 0 && d.workersWith(w, runs) == workers
		},
		Seen: func(w *evidence.World) lang.Message {
			return lang.M("%d of %d workers have one", d.workersWith(w, runs), len(w.Workers()))
		},
		Why: func(w *evidence.World) explain.Finding {
			requests, err := d.learnerRequests()
			if err != nil {
				return explain.Finding{Layer: explain.API, Why: lang.Verbatim(err.Error())}
			}
			return explain.DaemonSetStop(w, requests, d.Namespace, d.Name)
		},
	}
}

// Update is the stretch from the moment at which the template got the image, in the place of another version of it, to that at which every worker ran it: the
// last such update that was finished, and stayed so until the template changed again: containers that end by themselves are
// all ready for an instant too. It is empty if the DaemonSet was not there before with another image, or no update ended.
func (d DaemonSet) Update(image string) Stretch {
	history := d.Evidence.History()
	stretch := Stretch{History: history, Name: lang.M("while %s was updated to %s", d.Name, image)}
	stretch.Wanted = lang.M("%s is updated from another image to %s, until every worker has a ready Pod with it", d.Name, image)
	t := updateTracer{daemonSet: d, image: image, everywhere: d.OnEveryWorker(image)}
	err := history.Walk(func(w *evidence.World) bool {
		t.visit(w)
		return true
	})
	t.end()
	if err != nil || t.finished {
		stretch.Interval, stretch.err = t.last, err
		return stretch
	}
	now, err := history.Now()
	if err != nil {
		stretch.err = err
		return stretch
	}
	stretch.Empty = lang.M("no finished update of %s to %s", d.Name, image)
	stretch.Missing = t.everywhere.Why(now)
	return stretch
}

// updateTracer follows a DaemonSet from one template to the next.
type updateTracer struct {
	daemonSet  DaemonSet
	image      string
	everywhere Condition
	// earlier are the images of the last template without the image.
	earlier                           []string
	existed, updating, reached, lasts bool
	from                              evidence.Moment
	update, last                      evidence.Interval
	finished                          bool
}

func (t *updateTracer) visit(w *evidence.World) {
	found, ok := t.daemonSet.in(w)
	if !ok || found.DeletionTimestamp != nil {
		return
	}
	spec := found.Spec.Template.Spec
	has := evidence.Runs(spec, t.image) && !slices.ContainsFunc(t.earlier, func(was string) bool { return evidence.Runs(spec, was) })
	switch {
	case has && t.existed && !t.updating:
		t.updating, t.reached, t.from = true, false, w.Moment()
	case !has:
		t.end()
		t.updating = false
	}
	if t.updating {
		t.lasts = t.everywhere.Holds(w)
		if t.lasts && !t.reached {
			t.reached, t.update = true, evidence.Interval{From: t.from, To: w.Moment()}
		}
	}
	if !evidence.Runs(spec, t.image) {
		t.existed, t.earlier = true, slices.DeleteFunc(evidence.Images(spec), func(other string) bool { return !evidence.SameProgram(other, t.image) })
	}
}

// end closes an update that lasted.
func (t *updateTracer) end() {
	if t.updating && t.reached && t.lasts {
		t.finished, t.last = true, t.update
	}
}
