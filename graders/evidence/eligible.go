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

// ShouldRun is true if the DaemonSet controller wants a Pod of the DaemonSet on the node (NodeShouldRunDaemonPod in
// k8s.io/kubernetes/pkg/controller/daemon): its selectors match and every taint that keeps Pods off is tolerated.
func ShouldRun(ds *appsv1.DaemonSet, node *corev1.Node) bool {
	spec := ds.Spec.Template.Spec
	if spec.NodeName != "" && spec.NodeName != node.Name {
		return false
	}
	fits, err := nodeaffinity.NewRequiredNodeAffinity(spec.NodeSelector, spec.Affinity).Match(node)
	if err != nil || !fits {
		return false
	}
	_, kept := schedulinghelpers.FindMatchingUntoleratedTaint(klog.Background(), node.Spec.Taints, append(slices.Clone(spec.Tolerations), daemonTolerations()...),
		func(t *corev1.Taint) bool {
			return t.Effect == corev1.TaintEffectNoSchedule || t.Effect == corev1.TaintEffectNoExecute
		}, true)
	return !kept
}

// daemonTolerations are those that the controller gives to every Pod of a DaemonSet (AddOrUpdateDaemonPodTolerations).
func daemonTolerations() []corev1.Toleration {
	tolerate := func(key string, effect corev1.TaintEffect) corev1.Toleration {
		return corev1.Toleration{Key: key, Operator: corev1.TolerationOpExists, Effect: effect}
	}
	return []corev1.Toleration{
		tolerate(corev1.TaintNodeNotReady, corev1.TaintEffectNoExecute), tolerate(corev1.TaintNodeUnreachable, corev1.TaintEffectNoExecute),
		tolerate(corev1.TaintNodeDiskPressure, corev1.TaintEffectNoSchedule), tolerate(corev1.TaintNodeMemoryPressure, corev1.TaintEffectNoSchedule),
		tolerate(corev1.TaintNodePIDPressure, corev1.TaintEffectNoSchedule), tolerate(corev1.TaintNodeUnschedulable, corev1.TaintEffectNoSchedule),
	}
}

// Node finds a node by name.
func (w *World) Node(name string) (*corev1.Node, bool) {
	return find[*corev1.Node](w, "Node", "", name)
}

// IsControlPlane is true for a node that was part of the control plane when it came.
func (w *World) IsControlPlane(node *corev1.Node) bool {
	return !slices.ContainsFunc(w.Workers(), func(worker *corev1.Node) bool { return worker.UID == node.UID })
}

// MeantFor is true for a Pod whose required affinity names that node, as the DaemonSet controller writes it.
func MeantFor(pod *corev1.Pod, node string) bool {
	affinity := pod.Spec.Affinity
	if affinity == nil || affinity.NodeAffinity == nil || affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution == nil {
		return false
	}
	for _, term := range affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution.NodeSelectorTerms {
		for _, field := range term.MatchFields {
			if field.Key == metav1.ObjectNameField && slices.Equal(field.Values, []string{node}) {
				return true
			}
		}
	}
	return false
}
