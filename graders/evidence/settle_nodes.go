package evidence

import (
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// waitsForANode is true for a workload that is unfinished only because the scheduler has found no node for some of its
// Pods. Nothing moves until somebody changes a node or a Pod, so it is at rest. A Pod with a nominated node is not:
// room is being made for it.
func (h *History) waitsForANode(v *Version) bool {
	if !caughtUp(v) {
		return false
	}
	waiting := 0
	for _, pod := range h.podsBelow(v) {
		switch {
		case !Active(pod) || pod.Status.NominatedNodeName != "":
			return false
		case Unschedulable(pod):
			waiting++
		case !Ready(pod):
			return false
		}
	}
	return waiting > 0 && h.complete(v)
}

// caughtUp is true for a workload of a kind that may wait for nodes, whose controller has seen its newest generation.
func caughtUp(v *Version) bool {
	switch o := v.Object.(type) {
	case *appsv1.Deployment:
		return o.Status.ObservedGeneration >= o.Generation
	case *appsv1.DaemonSet:
		return o.Status.ObservedGeneration >= o.Generation
	case *appsv1.StatefulSet:
		return o.Status.ObservedGeneration >= o.Generation
	case *batchv1.Job:
		return true
	}
	return false
}

// complete is true if the Pods are those that the controllers want at present.
func (h *History) complete(v *Version) bool {
	d, is := v.Object.(*appsv1.Deployment)
	if !is {
		return true
	}
	replicas := int32(0)
	for _, other := range h.latest {
		if rs, ok := other.Object.(*appsv1.ReplicaSet); ok && metav1.IsControlledBy(rs, d) {
			if isUnfinished(other) {
				return false
			}
			replicas += rs.Status.Replicas
		}
	}
	return replicas == d.Status.Replicas && int(replicas) == len(h.podsBelow(v))
}

// isReconsidered is true for a Pod without a node that the scheduler will take up again by itself.
func (h *History) isReconsidered(v *Version) bool {
	pod, is := v.Object.(*corev1.Pod)
	return is && Active(pod) && Unschedulable(pod) && h.boundSince(v)
}

// boundSince is true for a Pod without a node one of whose claims got its volume after the scheduler last spoke of the
// Pod: it will be taken up again.
func (h *History) boundSince(v *Version) bool {
	pod, is := v.Object.(*corev1.Pod)
	if !is {
		return false
	}
	for _, other := range h.latest {
		claim, ok := other.Object.(*corev1.PersistentVolumeClaim)
		if ok && claim.Status.Phase == corev1.ClaimBound && other.RV > v.RV && claims(pod, claim) {
			return true
		}
	}
	return false
}

// claims is true for a Pod with a volume that is that claim's.
func claims(pod *corev1.Pod, claim *corev1.PersistentVolumeClaim) bool {
	return pod.Namespace == claim.Namespace && slices.ContainsFunc(pod.Spec.Volumes, func(v corev1.Volume) bool {
		return v.PersistentVolumeClaim != nil && v.PersistentVolumeClaim.ClaimName == claim.Name
	})
}

// podsBelow are the Pods that a workload controls, directly or through its ReplicaSets.
func (h *History) podsBelow(v *Version) []*corev1.Pod {
	var pods []*corev1.Pod
	for _, other := range h.latest {
		pod, ok := other.Object.(*corev1.Pod)
		if !ok {
			continue
		}
		owner := metav1.GetControllerOf(pod)
		if owner == nil {
			continue
		}
		if above := h.latest[owner.UID]; owner.UID == v.UID() || above != nil && metav1.IsControlledBy(above.Object, v.Object) {
			pods = append(pods, pod)
		}
	}
	return pods
}

// reconsidering is true if some Pod has no node and something that could make room for it has changed since the last rest.
func (s *Settler) reconsidering() bool {
	return s.history.roomChanges() != s.room && s.history.hasUnschedulable()
}

func (h *History) hasUnschedulable() bool {
	h.mu.RLock()
	defer h.mu.RUnlock()
	for _, v := range h.latest {
		if pod, ok := v.Object.(*corev1.Pod); ok && Active(pod) && Unschedulable(pod) {
			return true
		}
	}
	return false
}

// roomChanges counts the versions that could make room for a Pod: those of nodes, and the ends of Pods.
func (h *History) roomChanges() int {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.room
}

// makesRoom is true for a version that roomChanges counts.
func makesRoom(v *Version) bool { return v.Kind == "Node" || v.Kind == "Pod" && v.Deleted }
