package evidence

import (
	"slices"
	"strconv"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// revisionAnnotation is where the Deployment controller counts revisions (k8s.io/kubectl/pkg/util/deployment).
const revisionAnnotation = "deployment.kubernetes.io/revision"

// controlPlaneLabel marks nodes that are not workers (kubeadm's well-known label).
const controlPlaneLabel = "node-role.kubernetes.io/control-plane"

// Revision is the revision number of a ReplicaSet or Deployment; 0 if it has none yet.
func Revision(annotations map[string]string) int {
	n, err := strconv.Atoi(annotations[revisionAnnotation])
	if err != nil {
		return 0
	}
	return n
}

// CurrentReplicaSet is the ReplicaSet whose template is the Deployment's. As in the Deployment controller, the
// pod-template-hash label does not count (FindNewReplicaSet, EqualIgnoreHash).
func (w *World) CurrentReplicaSet(d *appsv1.Deployment) (*appsv1.ReplicaSet, bool) {
	for _, rs := range w.ReplicaSetsOf(d) {
		if SameTemplate(d.Spec.Template, rs.Spec.Template) {
			return rs, true
		}
	}
	return nil, false
}

// SameTemplate compares Pod templates as the Deployment controller does: without their pod-template-hash.
func SameTemplate(a, b corev1.PodTemplateSpec) bool {
	a, b = *a.DeepCopy(), *b.DeepCopy()
	delete(a.Labels, appsv1.DefaultDeploymentUniqueLabelKey)
	delete(b.Labels, appsv1.DefaultDeploymentUniqueLabelKey)
	return apiequality.Semantic.DeepEqual(a, b)
}

// RolledOut is true when the Deployment controller has nothing left to do: it has seen the newest generation and
// all replicas are of the newest template and available (as `kubectl rollout status` decides it).
func RolledOut(d *appsv1.Deployment) bool {
	want := valueOr(d.Spec.Replicas, 1)
	return d.Status.ObservedGeneration >= d.Generation && d.Status.UpdatedReplicas == want &&
		d.Status.Replicas == want && d.Status.AvailableReplicas == want
}

// RollingLimits are the numbers of Pods that maxSurge and maxUnavailable come to with the Deployment's replicas:
// percentages of maxSurge are rounded up and those of maxUnavailable down. ok is false for another strategy.
func RollingLimits(d *appsv1.Deployment) (surge, unavailable int, ok bool) {
	rolling := d.Spec.Strategy.RollingUpdate
	if d.Spec.Strategy.Type != appsv1.RollingUpdateDeploymentStrategyType || rolling == nil {
		return 0, 0, false
	}
	replicas := int(valueOr(d.Spec.Replicas, 1))
	surge, errSurge := intstr.GetScaledValueFromIntOrPercent(rolling.MaxSurge, replicas, true)
	unavailable, errUnavailable := intstr.GetScaledValueFromIntOrPercent(rolling.MaxUnavailable, replicas, false)
	return surge, unavailable, errSurge == nil && errUnavailable == nil
}

// Active is true for a Pod that counts towards its controller's replicas: it has not ended and is not being deleted.
func Active(pod *corev1.Pod) bool {
	return pod.DeletionTimestamp == nil && pod.Status.Phase != corev1.PodFailed && pod.Status.Phase != corev1.PodSucceeded
}

// Ready is true for an active Pod whose Ready condition is true.
func Ready(pod *corev1.Pod) bool {
	return Active(pod) && slices.ContainsFunc(pod.Status.Conditions, func(c corev1.PodCondition) bool {
		return c.Type == corev1.PodReady && c.Status == corev1.ConditionTrue
	})
}

// HasEnded is true if some container of the Pod has ended before, whether or not it was started again.
func HasEnded(pod *corev1.Pod) bool {
	return slices.ContainsFunc(pod.Status.ContainerStatuses, func(s corev1.ContainerStatus) bool {
		return s.LastTerminationState.Terminated != nil || s.State.Terminated != nil
	})
}

// Runs is true if some container of the Pod spec has that image.
func Runs(spec corev1.PodSpec, image string) bool {
	return slices.ContainsFunc(spec.Containers, func(c corev1.Container) bool { return SameImage(c.Image, image) })
}

// Images are the images of the Pod spec's containers.
func Images(spec corev1.PodSpec) []string {
	images := make([]string, len(spec.Containers))
	for i, c := range spec.Containers {
		images[i] = c.Image
	}
	return images
}

// Workers are the nodes that are not part of the control plane. A label put on a node later does not change that.
func (w *World) Workers() []*corev1.Node {
	return slices.DeleteFunc(w.Nodes(), func(n *corev1.Node) bool {
		_, is := w.first[n.UID].Object.GetLabels()[controlPlaneLabel]
		return is
	})
}
