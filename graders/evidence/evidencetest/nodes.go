package evidencetest

import (
	"maps"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// Node is a node with its hostname and these labels and taints.
func Node(name string, labels map[string]string, taints ...corev1.Taint) *corev1.Node {
	all := map[string]string{corev1.LabelHostname: name}
	maps.Copy(all, labels)
	return &corev1.Node{
		TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Node"}, ObjectMeta: metav1.ObjectMeta{Name: name, UID: types.UID(name), Labels: all},
		Spec: corev1.NodeSpec{Taints: taints},
	}
}

// Cordoned is the node with a cordon, and the taint that comes with it.
func Cordoned(node *corev1.Node) *corev1.Node {
	node = node.DeepCopy()
	node.Spec.Unschedulable = true
	node.Spec.Taints = append(node.Spec.Taints, corev1.Taint{Key: corev1.TaintNodeUnschedulable, Effect: corev1.TaintEffectNoSchedule})
	return node
}

// Pending is a Pod that has just been created.
func Pending(name string, spec corev1.PodSpec) *corev1.Pod {
	if len(spec.Containers) == 0 {
		spec.Containers = []corev1.Container{{Name: "c", Image: "busybox:1.37"}}
	}
	return &corev1.Pod{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"}, ObjectMeta: meta(name, nil), Spec: spec, Status: corev1.PodStatus{Phase: corev1.PodPending}}
}

// Unschedulable is the Pod after the scheduler has found no node for it.
func Unschedulable(pod *corev1.Pod) *corev1.Pod {
	return with(pod, corev1.PodCondition{Type: corev1.PodScheduled, Status: corev1.ConditionFalse, Reason: corev1.PodReasonUnschedulable})
}

// Running is the Pod, ready on a node.
func Running(pod *corev1.Pod, node string) *corev1.Pod {
	pod = with(pod, corev1.PodCondition{Type: corev1.PodReady, Status: corev1.ConditionTrue})
	pod.Spec.NodeName, pod.Status.Phase = node, corev1.PodRunning
	return pod
}

// Disrupted is the Pod as something removes it for a reason.
func Disrupted(pod *corev1.Pod, reason string) *corev1.Pod {
	return with(pod, corev1.PodCondition{Type: corev1.DisruptionTarget, Status: corev1.ConditionTrue, Reason: reason})
}

func with(pod *corev1.Pod, condition corev1.PodCondition) *corev1.Pod {
	pod = pod.DeepCopy()
	for i, c := range pod.Status.Conditions {
		if c.Type == condition.Type {
			pod.Status.Conditions[i] = condition
			return pod
		}
	}
	pod.Status.Conditions = append(pod.Status.Conditions, condition)
	return pod
}
