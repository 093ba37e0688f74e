package evidence

import (
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	schedulinghelpers "k8s.io/component-helpers/scheduling/corev1"
	"k8s.io/component-helpers/scheduling/corev1/nodeaffinity"
	"k8s.io/klog/v2"
)

// isOwed is true where what is there calls for an act that no status announces: a Pod was deleted, or a node changed, and the
// controller that answers to that has not got to it yet.
func (h *History) isOwed(v *Version) bool {
	switch o := v.Object.(type) {
	case *appsv1.ReplicaSet:
		return h.activePodsOf(o) != int(valueOr(o.Spec.Replicas, 1))
	case *appsv1.StatefulSet:
		return h.activePodsOf(o) != int(valueOr(o.Spec.Replicas, 1)) && !h.waitsForANode(v)
	case *appsv1.DaemonSet:
		return h.owesANode(o)
	case *corev1.Pod:
		return h.isEvicted(o)
	}
	return false
}

// isOverdue is true where that act is all but certain to come: no status and no Pod says what could hold the controller up. Of a
// DaemonSet none would say so.
func (h *History) isOverdue(v *Version) bool {
	if !h.isOwed(v) {
		return false
	}
	switch o := v.Object.(type) {
	case *appsv1.ReplicaSet:
		return !slices.ContainsFunc(o.Status.Conditions, func(c appsv1.ReplicaSetCondition) bool {
			return c.Type == appsv1.ReplicaSetReplicaFailure && c.Status == corev1.ConditionTrue
		})
	case *appsv1.StatefulSet: // one Pod at a time, each when those before it are Ready
		return o.Spec.PodManagementPolicy == appsv1.ParallelPodManagement || !slices.ContainsFunc(h.podsBelow(v), func(pod *corev1.Pod) bool { return !Ready(pod) })
	case *corev1.Pod:
		return true
	}
	return false
}

func (h *History) activePodsOf(owner metav1.Object) int {
	n := 0
	for _, other := range h.latest {
		if pod, ok := other.Object.(*corev1.Pod); ok && Active(pod) && metav1.IsControlledBy(pod, owner) {
			n++
		}
	}
	return n
}

// owesANode is true if some node should have a Pod of the DaemonSet and has none, or has one that its selectors no longer
// allow. A taint that came later lets a Pod stay, unless it evicts.
func (h *History) owesANode(ds *appsv1.DaemonSet) bool {
	spec := ds.Spec.Template.Spec
	for _, other := range h.latest {
		node, ok := other.Object.(*corev1.Node)
		if !ok || node.DeletionTimestamp != nil {
			continue
		}
		has := h.hasPodOn(ds, node.Name)
		if !has && ShouldRun(ds, node) {
			return true
		}
		if fits, err := nodeaffinity.NewRequiredNodeAffinity(spec.NodeSelector, spec.Affinity).Match(node); has && err == nil && !fits {
			return true
		}
	}
	return false
}

func (h *History) hasPodOn(ds *appsv1.DaemonSet, node string) bool {
	for _, other := range h.latest {
		pod, ok := other.Object.(*corev1.Pod)
		if ok && Active(pod) && metav1.IsControlledBy(pod, ds) && (pod.Spec.NodeName == node || MeantFor(pod, node)) {
			return true
		}
	}
	return false
}

// isEvicted is true for a Pod on a node with a NoExecute taint that it does not tolerate at all: the taint-eviction-controller
// deletes it. One that it tolerates for some time only does not count.
func (h *History) isEvicted(pod *corev1.Pod) bool {
	if pod.Spec.NodeName == "" || pod.DeletionTimestamp != nil {
		return false
	}
	for _, other := range h.latest {
		node, ok := other.Object.(*corev1.Node)
		if !ok || node.Name != pod.Spec.NodeName {
			continue
		}
		_, evicts := schedulinghelpers.FindMatchingUntoleratedTaint(klog.Background(), node.Spec.Taints, pod.Spec.Tolerations,
			func(t *corev1.Taint) bool { return t.Effect == corev1.TaintEffectNoExecute }, true)
		return evicts
	}
	return false
}
