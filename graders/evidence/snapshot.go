package evidence

import (
	corev1 "k8s.io/api/core/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/podium-labs/podium/graders/whatif"
)

// Snapshot is what the scheduler could look at in this moment. Pods of system namespaces are not recorded, so they are
// not in it: on real nodes they take up a little room.
func (w *World) Snapshot() *whatif.Snapshot {
	snapshot := &whatif.Snapshot{Nodes: w.Nodes(), Pods: list(w, "Pod", func(*corev1.Pod) bool { return true })}
	for _, object := range list(w, "Namespace", func(*corev1.Namespace) bool { return true }) {
		snapshot.Objects = append(snapshot.Objects, runtime.Object(object))
	}
	for _, object := range list(w, "PriorityClass", func(*schedulingv1.PriorityClass) bool { return true }) {
		snapshot.Objects = append(snapshot.Objects, runtime.Object(object))
	}
	for _, object := range list(w, "PersistentVolumeClaim", func(*corev1.PersistentVolumeClaim) bool { return true }) {
		snapshot.Objects = append(snapshot.Objects, runtime.Object(object))
	}
	return snapshot
}

// PriorityClass finds a PriorityClass by name.
func (w *World) PriorityClass(name string) (*schedulingv1.PriorityClass, bool) {
	return find[*schedulingv1.PriorityClass](w, "PriorityClass", "", name)
}

// PodsOn returns the Pods of a namespace that are bound to a node and have not ended.
func (w *World) PodsOn(namespace, node string) []*corev1.Pod {
	return list(w, "Pod", func(p *corev1.Pod) bool {
		return p.Namespace == namespace && p.Spec.NodeName == node && !ended(p)
	})
}

// ended is true of a Pod that holds nothing on its node any more.
func ended(pod *corev1.Pod) bool {
	return pod.Status.Phase == corev1.PodSucceeded || pod.Status.Phase == corev1.PodFailed
}
