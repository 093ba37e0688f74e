package ladder

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/explain/report"
	"github.com/podium-labs/podium/graders/explain/seen"
	"github.com/podium-labs/podium/graders/lang"
)

func (b *builder) deployment(ctx context.Context, d *appsv1.Deployment) error {
	b.stored(seen.Deployment, d)
	b.next("describe deployment " + d.Name)
	newest := b.newest(d)
	s := b.deploymentStage(d, newest)
	b.add(explain.Deployment, object(seen.Deployment, d), s)
	if newest == nil {
		b.notReached(explain.ReplicaSet, explain.Scheduler, explain.Kubelet)
		return nil
	}
	return b.replicaSetRungs(ctx, newest)
}

// newest is the ReplicaSet of the Deployment's template; nil if there is none yet.
func (b *builder) newest(d *appsv1.Deployment) *appsv1.ReplicaSet {
	for _, rs := range seen.OwnedBy(d, b.ReplicaSets) {
		if evidence.SameTemplate(d.Spec.Template, rs.Spec.Template) {
			return rs
		}
	}
	return nil
}

func (b *builder) deploymentStage(d *appsv1.Deployment, newest *appsv1.ReplicaSet) stage {
	want := valueOr(d.Spec.Replicas, 1)
	switch {
	case d.DeletionTimestamp != nil:
		return deleting(seen.Deployment, d)
	case d.Spec.Paused && (newest == nil || valueOr(newest.Spec.Replicas, 0) != want):
		return stage{report.Stopped, lang.M("Deployment %s is paused (kubectl rollout resume deployment/%s goes on)", d.Name, d.Name), []report.Evidence{field(seen.Deployment, d, "spec.paused", true)}}
	case d.Status.ObservedGeneration < d.Generation:
		return stage{report.Waiting, lang.M("the Deployment controller has not seen generation %d yet", d.Generation), []report.Evidence{field(seen.Deployment, d, "status.observedGeneration", d.Status.ObservedGeneration)}}
	case newest == nil:
		return stage{report.Waiting, lang.M("the Deployment controller has not made a ReplicaSet for the newest template of %s", d.Name), conditions(d)}
	case want == 0:
		return stage{report.Reached, lang.M("Deployment %s asks for no Pods (spec.replicas 0)", d.Name), []report.Evidence{field(seen.Deployment, d, "spec.replicas", 0)}}
	case evidence.RolledOut(d):
		return stage{report.Reached, lang.M("ReplicaSet %s has all %d replicas", newest.Name, want), nil}
	}
	return b.rollout(d, newest)
}

// rollout says with the numbers why the controller does not go on: it may neither start more nor stop more.
func (b *builder) rollout(d *appsv1.Deployment, newest *appsv1.ReplicaSet) stage {
	var old int32
	for _, rs := range seen.OwnedBy(d, b.ReplicaSets) {
		if rs.UID != newest.UID {
			old += valueOr(rs.Spec.Replicas, 0)
		}
	}
	s := stage{state: report.Waiting, evidence: append(conditions(d),
		field(seen.Deployment, d, "status.updatedReplicas", d.Status.UpdatedReplicas), field(seen.Deployment, d, "status.availableReplicas", d.Status.AvailableReplicas))}
	surge, unavailable, rolling := evidence.RollingLimits(d)
	fresh, want := valueOr(newest.Spec.Replicas, 0), valueOr(d.Spec.Replicas, 1)
	switch {
	case old > 0 && rolling:
		s.why = lang.M("the rollout stands at %d new and %d old Pods: at most %d may exist and at least %d must be available, and %d are", fresh, old, int(want)+surge, int(want)-unavailable, d.Status.AvailableReplicas)
		s.evidence = append(s.evidence, field(seen.Deployment, d, "spec.strategy.rollingUpdate", limitsText(d)))
	case old > 0:
		s.why = lang.M("strategy Recreate: new Pods are made when the last of %d old Pods is gone", old)
	default:
		s.why = lang.M("%d of %d replicas are available", d.Status.AvailableReplicas, want)
	}
	if exceeded(d) {
		s.why = lang.M("%s; progressDeadlineSeconds is over", s.why)
	}
	return s
}

func limitsText(d *appsv1.Deployment) string {
	rolling := d.Spec.Strategy.RollingUpdate
	return "maxSurge " + rolling.MaxSurge.String() + ", maxUnavailable " + rolling.MaxUnavailable.String()
}

func exceeded(d *appsv1.Deployment) bool {
	for _, c := range d.Status.Conditions {
		if c.Type == appsv1.DeploymentProgressing && c.Status == corev1.ConditionFalse && c.Reason == "ProgressDeadlineExceeded" {
			return true
		}
	}
	return false
}

// conditions are those of a Deployment that tell of trouble.
func conditions(d *appsv1.Deployment) []report.Evidence {
	var found []report.Evidence
	for _, c := range d.Status.Conditions {
		trouble := c.Status == corev1.ConditionFalse
		if c.Type == appsv1.DeploymentReplicaFailure {
			trouble = c.Status == corev1.ConditionTrue
		}
		if trouble {
			found = append(found, field(seen.Deployment, d, "status.conditions["+string(c.Type)+"]", c.Reason+": "+c.Message))
		}
	}
	return found
}
