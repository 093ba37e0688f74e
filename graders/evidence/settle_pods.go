package evidence

import (
	"slices"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// isOnItsWay is true for a Pod without a controller whose kubelet is still expected to bring it up: no controller's
// status tells. What the scheduler has found no node for, what cannot start, and what ends again and again is not.
func isOnItsWay(pod *corev1.Pod) bool { return metav1.GetControllerOf(pod) == nil && comesUp(pod) }

// comesUp is true for a Pod of which nothing says that it will not get Ready.
func comesUp(pod *corev1.Pod) bool {
	if !Active(pod) || Ready(pod) || Unschedulable(pod) {
		return false
	}
	ended := func(s corev1.ContainerStatus) bool { return s.State.Terminated != nil }
	return !slices.ContainsFunc(pod.Status.ContainerStatuses, ended) && !slices.ContainsFunc(pod.Status.ContainerStatuses, inTrouble) &&
		!slices.ContainsFunc(pod.Status.InitContainerStatuses, inTrouble)
}

// runsByItself are the Pods that run and are not ready yet. Their own kubelet makes them so: patience with them begins when they
// changed last, or a Pod that is restarted every few seconds would have everybody wait for them for ever.
func (h *History) runsByItself() map[types.UID]bool {
	running := map[types.UID]bool{}
	for _, v := range h.latestWhere(func(v *Version) bool {
		pod, is := v.Object.(*corev1.Pod)
		return is && pod.Status.Phase == corev1.PodRunning && pod.DeletionTimestamp == nil && comesUp(pod) && !h.abandoned(v) && !h.isOwed(v)
	}) {
		running[v.UID()] = true
	}
	return running
}

// unattended are the objects that whoever has to do with them next has not looked at yet, as they are now. The scheduler may let up
// to ten seconds pass before it takes up a Pod again (podMaxBackoffDuration of its queue).
func (h *History) unattended() []*Version {
	return h.latestWhere(func(v *Version) bool { return isUnattended(v) || h.isReconsidered(v) || h.isOverdue(v) })
}

// isUnattended is true for a workload whose status is about an earlier specification, and for a Pod of which neither the scheduler
// nor, with a node, the kubelet has said anything.
func isUnattended(v *Version) bool {
	pod, is := v.Object.(*corev1.Pod)
	if !is {
		observed, known := observedGeneration(v.Object)
		return known && observed < v.Object.GetGeneration()
	}
	if pod.DeletionTimestamp != nil || pod.Status.Phase != corev1.PodPending && pod.Status.Phase != "" {
		return false
	}
	if pod.Spec.NodeName != "" {
		return len(pod.Status.ContainerStatuses)+len(pod.Status.InitContainerStatuses) == 0
	}
	return !slices.ContainsFunc(pod.Status.Conditions, func(c corev1.PodCondition) bool { return c.Type == corev1.PodScheduled })
}

// observedGeneration is what the status of a workload is about.
func observedGeneration(object client.Object) (observed int64, known bool) {
	switch o := object.(type) {
	case *appsv1.Deployment:
		return o.Status.ObservedGeneration, true
	case *appsv1.ReplicaSet:
		return o.Status.ObservedGeneration, true
	case *appsv1.StatefulSet:
		return o.Status.ObservedGeneration, true
	case *appsv1.DaemonSet:
		return o.Status.ObservedGeneration, true
	}
	return 0, false
}

// betweenStates are the Pods that come up or go, and the objects that are owed some.
func (h *History) betweenStates() []*Version {
	return h.latestWhere(func(v *Version) bool {
		pod, ok := v.Object.(*corev1.Pod)
		return ok && (pod.DeletionTimestamp != nil || comesUp(pod)) || h.isOwed(v)
	})
}

// firstProbes is how long the kubelet by order lets pass before it finds a Pod's containers ready that were not when it asked first.
func firstProbes(v *Version) time.Duration {
	return readinessProbes(v, func(p *corev1.Probe) int64 {
		return int64(p.InitialDelaySeconds) + int64(p.PeriodSeconds)*int64(p.SuccessThreshold)
	})
}

// nextProbe is how long it takes a real kubelet to notice with its readiness probes that something beside the Pod has changed.
func (s *Settler) nextProbe(v *Version) time.Duration {
	if s.options.Kubelet == 0 {
		return 0
	}
	return readinessProbes(v, func(p *corev1.Probe) int64 { return int64(p.PeriodSeconds) })
}

// longestProbes is how long probes are waited for, whatever they ask for.
const longestProbes = time.Minute

func readinessProbes(v *Version, seconds func(*corev1.Probe) int64) time.Duration {
	pod, is := v.Object.(*corev1.Pod)
	if !is {
		return 0
	}
	longest := int64(0)
	for i := range pod.Spec.Containers {
		if probe := pod.Spec.Containers[i].ReadinessProbe; probe != nil {
			longest = max(longest, seconds(probe))
		}
	}
	return min(time.Duration(longest)*time.Second, longestProbes)
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
