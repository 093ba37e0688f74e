package evidence

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// isOnItsWay is true for a Pod without a controller whose kubelet is still expected to bring it up: no controller's
// status tells. What the scheduler has found no node for, what cannot start, and what ends again and again is not.
func isOnItsWay(pod *corev1.Pod) bool {
	if metav1.GetControllerOf(pod) != nil || !Active(pod) || Ready(pod) || Unschedulable(pod) {
		return false
	}
	ended := func(s corev1.ContainerStatus) bool { return s.State.Terminated != nil }
	return !slices.ContainsFunc(pod.Status.ContainerStatuses, ended) && !slices.ContainsFunc(pod.Status.ContainerStatuses, inTrouble) &&
		!slices.ContainsFunc(pod.Status.InitContainerStatuses, inTrouble)
}

// inTrouble is true for a container that was started again, or cannot be started.
func inTrouble(s corev1.ContainerStatus) bool {
	return s.RestartCount > 0 || s.LastTerminationState.Terminated != nil ||
		s.State.Waiting != nil && !slices.Contains([]string{"", "ContainerCreating", "PodInitializing"}, s.State.Waiting.Reason)
}

// Unschedulable is true for a Pod for which the scheduler has found no node.
func Unschedulable(pod *corev1.Pod) bool {
	return slices.ContainsFunc(pod.Status.Conditions, func(c corev1.PodCondition) bool {
		return c.Type == corev1.PodScheduled && c.Status == corev1.ConditionFalse
	})
}
