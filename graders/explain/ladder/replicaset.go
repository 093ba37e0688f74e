package ladder

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/explain/report"
	"github.com/podium-labs/podium/graders/explain/seen"
	"github.com/podium-labs/podium/graders/lang"
)

func (b *builder) replicaSet(ctx context.Context, rs *appsv1.ReplicaSet) error {
	b.stored(seen.ReplicaSet, rs)
	b.next("describe replicaset " + rs.Name)
	if owner := metav1.GetControllerOf(rs); owner != nil && owner.Kind == seen.Deployment {
		b.revision(rs, owner.Name)
	}
	return b.replicaSetRungs(ctx, rs)
}

// revision says what the Deployment above wants of this ReplicaSet.
func (b *builder) revision(rs *appsv1.ReplicaSet, name string) {
	d, ok := seen.Find(name, b.Deployments)
	if !ok {
		return
	}
	number := evidence.Revision(rs.Annotations)
	s := stage{state: report.Reached, why: lang.M("Deployment %s owns it: it is its newest revision, %d", name, number)}
	if newest := b.newest(d); newest == nil || newest.UID != rs.UID {
		s.why = lang.M("Deployment %s owns it: it is an old revision, %d, kept for kubectl rollout undo", name, number)
	}
	b.add(explain.Deployment, object(seen.Deployment, d), s)
}

// replicaSetRungs are the ReplicaSet and what is below it.
func (b *builder) replicaSetRungs(ctx context.Context, rs *appsv1.ReplicaSet) error {
	want, pods := valueOr(rs.Spec.Replicas, 1), active(seen.OwnedBy(rs, b.Pods))
	s := stage{state: report.Reached, why: lang.M("ReplicaSet %s has %d of %d Pods", rs.Name, len(pods), want)}
	message, failed := createFailure(rs)
	switch {
	case rs.DeletionTimestamp != nil:
		s = deleting(seen.ReplicaSet, rs)
	case failed:
		s = b.refused(seen.ReplicaSet, rs, lang.M("ReplicaSet %s has %d of %d Pods: the API server refuses more: %s", rs.Name, len(pods), want, message))
		s.evidence = []report.Evidence{field(seen.ReplicaSet, rs, "status.conditions[ReplicaFailure].message", message)}
	case len(pods) < int(want):
		s.state = report.Waiting
		s.evidence = []report.Evidence{field(seen.ReplicaSet, rs, "spec.replicas", want), field(seen.ReplicaSet, rs, "status.replicas", rs.Status.Replicas)}
	}
	b.add(explain.ReplicaSet, object(seen.ReplicaSet, rs), s)
	return b.podsRungs(ctx, pods)
}

// refused is for a Pod that the API server would not take from a controller.
func (b *builder) refused(kind string, owner metav1.Object, why lang.Message) stage {
	refusal, _ := why.Args[len(why.Args)-1].(string) // what the API server said stands last in each of these sentences
	if seen.MissingPriorityClass(refusal) != "" {
		b.missingClass(kind, owner, refusal)
	} else {
		b.next("get resourcequotas,limitranges")
	}
	if event := b.Warning(owner, "FailedCreate"); event != nil {
		return stage{report.Stopped, why, []report.Evidence{field(kind, owner, "Event FailedCreate", event.Message)}}
	}
	return stage{report.Stopped, why, nil}
}

func createFailure(rs *appsv1.ReplicaSet) (string, bool) {
	for _, c := range rs.Status.Conditions {
		if c.Type == appsv1.ReplicaSetReplicaFailure && c.Status == corev1.ConditionTrue {
			return c.Message, true
		}
	}
	return "", false
}

// deleting is the stage of an object that is on its way out.
func deleting(kind string, o metav1.Object) stage {
	s := stage{report.Waiting, lang.M("%s %s is being deleted", kind, o.GetName()), []report.Evidence{field(kind, o, "metadata.deletionTimestamp", o.GetDeletionTimestamp())}}
	if finalizers := o.GetFinalizers(); len(finalizers) > 0 {
		s.why = lang.M("%s %s is being deleted and waits for its finalizers", kind, o.GetName())
		s.evidence = append(s.evidence, field(kind, o, "metadata.finalizers", finalizers))
	}
	return s
}
