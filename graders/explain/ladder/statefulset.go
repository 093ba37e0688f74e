package ladder

import (
	"context"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/explain/report"
	"github.com/podium-labs/podium/graders/explain/seen"
	"github.com/podium-labs/podium/graders/lang"
)

func (b *builder) statefulSet(ctx context.Context, sts *appsv1.StatefulSet) error {
	b.stored(seen.StatefulSet, sts)
	b.next("describe statefulset " + sts.Name)
	pods := seen.OwnedBy(sts, b.Pods)
	s := b.statefulSetStage(sts, pods)
	if s.state == report.Stopped {
		b.decisive = explain.StatefulSet
	}
	b.add(explain.StatefulSet, object(seen.StatefulSet, sts), s)
	if claim, ok := b.unboundClaim(sts); ok {
		b.note(lang.M("PersistentVolumeClaim %s of StatefulSet %s is not bound (%s)", claim.Name, sts.Name, claim.Status.Phase))
	}
	return b.podsRungs(ctx, pods)
}

func (b *builder) statefulSetStage(sts *appsv1.StatefulSet, pods []*corev1.Pod) stage {
	want := int(valueOr(sts.Spec.Replicas, 1))
	event := b.Warning(sts, "FailedCreate")
	switch {
	case sts.DeletionTimestamp != nil:
		return deleting(seen.StatefulSet, sts)
	case sts.Status.ObservedGeneration < sts.Generation:
		return stage{report.Waiting, lang.M("the StatefulSet controller has not seen generation %d yet", sts.Generation), []report.Evidence{field(seen.StatefulSet, sts, "status.observedGeneration", sts.Status.ObservedGeneration)}}
	case len(pods) < want && event != nil:
		return b.refused(seen.StatefulSet, sts, lang.M("StatefulSet %s has %d of %d Pods: the API server refuses more: %s", sts.Name, len(pods), want, event.Message))
	}
	if s, held := b.held(sts, pods, want); held {
		return s
	}
	if s, outdated := oldRevision(sts, pods); outdated {
		return s
	}
	return stage{state: report.Reached, why: lang.M("StatefulSet %s has %d of %d Pods", sts.Name, len(pods), want)}
}

// held is OrderedReady: the Pods come one after the other, each when the one before is ready.
func (b *builder) held(sts *appsv1.StatefulSet, pods []*corev1.Pod, want int) (stage, bool) {
	first := 0
	if sts.Spec.Ordinals != nil {
		first = int(sts.Spec.Ordinals.Start)
	}
	if sts.Spec.PodManagementPolicy == appsv1.ParallelPodManagement {
		return stage{}, false
	}
	for ordinal := first; ordinal < first+want; ordinal++ {
		pod, exists := seen.Find(fmt.Sprintf("%s-%d", sts.Name, ordinal), pods)
		switch {
		case !exists:
			return stage{report.Waiting, lang.M("StatefulSet %s has not made %s-%d yet", sts.Name, sts.Name, ordinal), nil}, true
		case !evidence.Ready(pod) && ordinal+1 < first+want && len(pods) < want:
			return stage{
				report.Waiting, lang.M("%s is not ready, so StatefulSet %s does not make %s-%d (podManagementPolicy OrderedReady)", pod.Name, sts.Name, sts.Name, ordinal+1),
				[]report.Evidence{field(seen.StatefulSet, sts, "spec.podManagementPolicy", appsv1.OrderedReadyPodManagement), field(seen.StatefulSet, sts, "status.readyReplicas", sts.Status.ReadyReplicas)},
			}, true
		}
	}
	return stage{}, false
}

// oldRevision is an update that does not go on: by its strategy, or because a Pod of the old revision never became ready,
// which the controller waits for: https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#forced-rollback.
func oldRevision(sts *appsv1.StatefulSet, pods []*corev1.Pod) (stage, bool) {
	update := sts.Status.UpdateRevision
	if update == "" || update == sts.Status.CurrentRevision {
		return stage{}, false
	}
	var old, broken *corev1.Pod
	for _, pod := range pods {
		if pod.Labels[appsv1.ControllerRevisionHashLabelKey] == update {
			continue
		}
		old = pod
		if !evidence.Ready(pod) {
			broken = pod
		}
	}
	revisions := []report.Evidence{field(seen.StatefulSet, sts, "status.updateRevision", update), field(seen.StatefulSet, sts, "status.currentRevision", sts.Status.CurrentRevision)}
	rolling := sts.Spec.UpdateStrategy.RollingUpdate
	switch {
	case old == nil:
		return stage{}, false
	case sts.Spec.UpdateStrategy.Type == appsv1.OnDeleteStatefulSetStrategyType:
		return stage{report.Stopped, lang.M("updateStrategy OnDelete: %s keeps its old template until somebody deletes it", old.Name), revisions}, true
	case broken != nil:
		return stage{report.Stopped, lang.M("%s of the old revision is not ready, and the update waits for that; delete the Pod, and it is made from the new template", broken.Name), revisions}, true
	case rolling != nil && valueOr(rolling.Partition, 0) > 0:
		return stage{report.Stopped, lang.M("updateStrategy.rollingUpdate.partition %d: Pods with a lower ordinal keep the old template", *rolling.Partition), revisions}, true
	}
	return stage{report.Waiting, lang.M("the update is on its way: %s has the old template", old.Name), revisions}, true
}

func (b *builder) unboundClaim(sts *appsv1.StatefulSet) (*corev1.PersistentVolumeClaim, bool) {
	for _, pod := range seen.OwnedBy(sts, b.Pods) {
		for _, v := range pod.Spec.Volumes {
			if v.PersistentVolumeClaim == nil {
				continue
			}
			if claim, ok := seen.Find(v.PersistentVolumeClaim.ClaimName, b.Claims); ok && claim.Status.Phase != corev1.ClaimBound {
				return claim, true
			}
		}
	}
	return nil, false
}
