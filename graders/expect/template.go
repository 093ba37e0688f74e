package expect

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// NeedOneReplicaSetUntil holds for a Deployment that had made one ReplicaSet only when the condition first held.
func NeedOneReplicaSetUntil(reached Condition) Matcher {
	return matcher(func(d Deployment) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("one ReplicaSet made by %s is enough for: %s", d.Name, reached.Name)}
		made := map[types.UID]bool{}
		at, found, err := d.Evidence.History().First(func(w *evidence.World) bool {
			if deployment, ok := d.in(w); ok {
				for _, rs := range w.ReplicaSetsOf(deployment) {
					made[rs.UID] = true
				}
			}
			return reached.Holds(w)
		})
		if err != nil {
			return verdict, err
		}
		if !found {
			return notReached(verdict, d, reached)
		}
		verdict.OK, verdict.Actual = len(made) == 1, lang.M("%d ReplicaSets were made", len(made))
		if verdict.OK {
			return verdict, nil
		}
		return verdict.at(at).because(explain.Finding{Layer: explain.Deployment, Why: lang.M("every change of the Pod template makes another ReplicaSet")}), nil
	})
}

func notReached(verdict Verdict, d Deployment, reached Condition) (Verdict, error) {
	now, err := d.Evidence.History().Now()
	if err != nil {
		return verdict, err
	}
	verdict.Actual = reached.Seen(now)
	return verdict.at(now.Moment().Instant()).because(reached.Why(now)), nil
}

// HaveAReadinessProbe holds for a Deployment whose template, while it had that image, gave the container a readiness probe.
func HaveAReadinessProbe(image string) Matcher {
	return matcher(func(d Deployment) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("the container of %s with image %s has a readiness probe", d.Name, image)}
		_, found, err := d.Evidence.History().First(func(w *evidence.World) bool {
			deployment, ok := d.in(w)
			return ok && probed(deployment.Spec.Template.Spec, image)
		})
		if err != nil {
			return verdict, err
		}
		if found {
			verdict.OK, verdict.Actual = true, lang.M("it has one")
			return verdict, nil
		}
		now, err := d.Evidence.History().Now()
		if err != nil {
			return verdict, err
		}
		deployment, ok := d.in(now)
		if !ok {
			requests, err := d.learnerRequests()
			if err != nil {
				return verdict, err
			}
			verdict.Actual = d.describe(now)
			return verdict.because(explain.Missing(requests, "deployments", "Deployment", d.Namespace, d.Name)), nil
		}
		verdict.Actual = lang.M("no readiness probe")
		if !evidence.Runs(deployment.Spec.Template.Spec, image) {
			verdict.Actual = d.describe(now)
		}
		return verdict.at(now.Moment().Instant()).because(explain.Finding{Layer: explain.Kubelet,
			Why: lang.M("without a readiness probe a Pod counts as ready as soon as its process runs, before it can serve")}), nil
	})
}

func probed(spec corev1.PodSpec, image string) bool {
	for _, c := range spec.Containers {
		if evidence.SameImage(c.Image, image) && c.ReadinessProbe != nil {
			return true
		}
	}
	return false
}
