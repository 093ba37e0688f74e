package expect

import (
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// HasAllPodsInOneReplicaSet is the condition that the Deployment has n ready Pods with that image in one ReplicaSet, and
// no Pod in another.
func (d Deployment) HasAllPodsInOneReplicaSet(n int, image string) Condition {
	ready := d.HasReady(n, image)
	with := func(w *evidence.World) int {
		found, ok := d.in(w)
		if !ok {
			return 0
		}
		return len(slices.DeleteFunc(w.ReplicaSetsOf(found), func(rs *appsv1.ReplicaSet) bool { return len(w.PodsOf(rs)) == 0 }))
	}
	return Condition{
		Name:  lang.M("all Pods of %s are in one ReplicaSet", d.Name),
		Holds: func(w *evidence.World) bool { return with(w) == 1 && ready.Holds(w) },
		Seen: func(w *evidence.World) lang.Message {
			if with(w) < 2 {
				return d.describe(w)
			}
			return lang.M("%d ReplicaSets of %s have Pods", with(w), d.Name)
		},
		Why: ready.Why,
	}
}

// HasAReadinessProbe is the condition that the Deployment's container with that image has a readiness probe.
func (d Deployment) HasAReadinessProbe(image string) Condition {
	return Condition{
		Name: lang.M("the container of %s with image %s has a readiness probe", d.Name, image),
		Holds: func(w *evidence.World) bool {
			found, ok := d.in(w)
			return ok && probed(found.Spec.Template.Spec, image)
		},
		Seen: func(w *evidence.World) lang.Message {
			if found, ok := d.in(w); !ok || !evidence.Runs(found.Spec.Template.Spec, image) {
				return d.describe(w)
			}
			return lang.M("no readiness probe")
		},
		Why: func(w *evidence.World) explain.Finding {
			if _, ok := d.in(w); !ok {
				return d.whyStopped(w)
			}
			return explain.Finding{Layer: explain.Kubelet,
				Why: lang.M("without a readiness probe a Pod counts as ready as soon as its process runs, before it can serve")}
		},
	}
}

// whyStopped climbs down the ladder of the Deployment.
func (d Deployment) whyStopped(w *evidence.World) explain.Finding {
	requests, err := d.learnerRequests()
	if err != nil {
		return explain.Finding{Layer: explain.API, Why: lang.Verbatim(err.Error())}
	}
	return explain.DeploymentStop(w, requests, d.Namespace, d.Name)
}

func probed(spec corev1.PodSpec, image string) bool {
	for _, c := range spec.Containers {
		if evidence.SameImage(c.Image, image) && c.ReadinessProbe != nil {
			return true
		}
	}
	return false
}
