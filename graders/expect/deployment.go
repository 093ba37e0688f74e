package expect

import (
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// Deployment is a Deployment of a lab, by name: whatever was created under that name is meant.
type Deployment struct{ Subject }

// in finds it in the world.
func (d Deployment) in(w *evidence.World) (*appsv1.Deployment, bool) {
	return w.Deployment(d.Namespace, d.Name)
}

// Pods counts the Pods that count towards the Deployment's replicas. The limits of a rolling update bind what the
// Deployment asks of its ReplicaSets (NewRSNewReplicas in k8s.io/kubernetes/pkg/controller/deployment/util): a Pod that its
// ReplicaSet has already been told to remove is not counted, though it may still be there when its successor comes.
func (d Deployment) Pods() Measure {
	return Measure{
		Name:  lang.M("Pods of %s", d.Name),
		Count: d.wantedPods,
		Why: func(w *evidence.World) explain.Finding {
			return explain.Finding{Layer: explain.Deployment, Why: d.limits(w)}
		},
	}
}

func (d Deployment) wantedPods(w *evidence.World) int {
	found, ok := d.in(w)
	if !ok {
		return 0
	}
	n := 0
	for _, rs := range w.ReplicaSetsOf(found) {
		pods := slices.DeleteFunc(w.PodsOf(rs), func(p *corev1.Pod) bool { return !evidence.Active(p) })
		n += min(len(pods), int(*rs.Spec.Replicas))
	}
	return n
}

// ReadyPods counts the Pods that can serve.
func (d Deployment) ReadyPods() Measure {
	return Measure{
		Name:  lang.M("ready Pods of %s", d.Name),
		Count: func(w *evidence.World) int { return d.count(w, evidence.Ready) },
		Why:   d.whyFewerReady,
	}
}

func (d Deployment) count(w *evidence.World, counts func(*corev1.Pod) bool) int {
	found, ok := d.in(w)
	if !ok {
		return 0
	}
	n := 0
	for _, pod := range w.PodsOfDeployment(found) {
		if counts(pod) {
			n++
		}
	}
	return n
}

// limits says what the Deployment allowed at that moment, which is the usual reason for too many or too few Pods.
func (d Deployment) limits(w *evidence.World) lang.Message {
	found, ok := d.in(w)
	if !ok {
		return lang.M("Deployment %s did not exist at that moment", d.Name)
	}
	surge, unavailable, ok := evidence.RollingLimits(found)
	if !ok {
		return lang.M("the strategy of %s was %s, which knows no maxSurge and maxUnavailable", d.Name, string(found.Spec.Strategy.Type))
	}
	return lang.M("at that moment %s had %d replicas, maxSurge %d and maxUnavailable %d", d.Name, *found.Spec.Replicas, surge, unavailable)
}

func (d Deployment) whyFewerReady(w *evidence.World) explain.Finding {
	found, ok := d.in(w)
	if ok {
		_, unavailable, rolling := evidence.RollingLimits(found)
		if rolling && unavailable == 0 && d.count(w, evidence.Active) >= int(*found.Spec.Replicas) {
			requests, err := d.learnerRequests()
			if err == nil {
				return explain.DeploymentStop(w, requests, d.Namespace, d.Name)
			}
		}
	}
	return explain.Finding{Layer: explain.Deployment, Why: d.limits(w)}
}

// At is the times during which the Deployment's template had that image, up to the moment at which it was deleted: what
// a deletion leaves for a while says nothing about the Deployment.
func (d Deployment) At(image string) Stay {
	return stay(d.Evidence.History(), func(w *evidence.World) bool {
		found, ok := d.in(w)
		return ok && found.DeletionTimestamp == nil && evidence.Runs(found.Spec.Template.Spec, image)
	})
}

// HasReady is the condition that n Pods of the image are ready and belong to one ReplicaSet of the Deployment.
func (d Deployment) HasReady(n int, image string) Condition {
	return Condition{
		Name: lang.M("%d ready Pods of %s with image %s in one ReplicaSet", n, d.Name, image),
		Holds: func(w *evidence.World) bool {
			found, ok := d.in(w)
			return ok && readyOf(w, found, image) >= n && *found.Spec.Replicas == int32(n)
		},
		Seen: d.describe,
		Why: func(w *evidence.World) explain.Finding {
			requests, err := d.learnerRequests()
			if err != nil {
				return explain.Finding{Layer: explain.API, Why: lang.Verbatim(err.Error())}
			}
			return d.whyNotReady(w, requests, n, image)
		},
	}
}

func (d Deployment) whyNotReady(w *evidence.World, requests evidence.Requests, n int, image string) explain.Finding {
	found, ok := d.in(w)
	switch {
	case ok && !evidence.Runs(found.Spec.Template.Spec, image):
		return explain.Finding{Layer: explain.API, Why: lang.M("the template of %s asks for %s", d.Name, strings.Join(evidence.Images(found.Spec.Template.Spec), ", "))}
	case ok && int(*found.Spec.Replicas) != n:
		return explain.Finding{Layer: explain.API, Why: lang.M("%s asks for %d replicas", d.Name, *found.Spec.Replicas)}
	}
	return explain.DeploymentStop(w, requests, d.Namespace, d.Name)
}

// readyOf is the greatest number of ready Pods with that image in one ReplicaSet of the Deployment.
func readyOf(w *evidence.World, d *appsv1.Deployment, image string) int {
	most := 0
	for _, rs := range w.ReplicaSetsOf(d) {
		n := 0
		for _, pod := range w.PodsOf(rs) {
			if evidence.Ready(pod) && evidence.Runs(pod.Spec, image) {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// describe says what there is of the Deployment.
func (d Deployment) describe(w *evidence.World) lang.Message {
	found, ok := d.in(w)
	if !ok {
		return lang.M("no Deployment %s", d.Name)
	}
	return lang.M("%d of %d Pods of %s ready, image %s", d.count(w, evidence.Ready), *found.Spec.Replicas, d.Name,
		strings.Join(evidence.Images(found.Spec.Template.Spec), ", "))
}
