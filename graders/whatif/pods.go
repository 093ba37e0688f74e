package whatif

import (
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	resourcehelper "k8s.io/component-helpers/resource"
)

// systemNodeCritical is the priority of the class of that name, which nothing but a static Pod exceeds:
// https://kubernetes.io/docs/tasks/administer-cluster/guaranteed-scheduling-critical-addon-pods/.
const systemNodeCritical int32 = 2000001000

// Place adds a running copy of a Pod on a node. The copy has a name and a UID of its own, so one Pod can be placed
// several times. No plugin is asked whether it fits there.
func Place(pod *corev1.Pod, node string) Change {
	return func(s *Snapshot) {
		placed := pod.DeepCopy()
		placed.Name = s.freeName(pod.Namespace, pod.Name)
		placed.UID = types.UID("whatif/" + placed.Namespace + "/" + placed.Name)
		placed.Spec.NodeName = node
		placed.Status = corev1.PodStatus{Phase: corev1.PodRunning}
		placed.DeletionTimestamp = nil
		s.Pods = append(s.Pods, placed)
	}
}

// freeName is base, numbered so that no Pod of the snapshot has it yet.
func (s *Snapshot) freeName(namespace, base string) string {
	for number := 1; ; number++ {
		name := fmt.Sprintf("%s-placed-%d", base, number)
		if !slices.ContainsFunc(s.Pods, named(namespace, name)) {
			return name
		}
	}
}

// RemovePod removes a Pod.
func RemovePod(namespace, name string) Change {
	return func(s *Snapshot) { s.Pods = slices.DeleteFunc(s.Pods, named(namespace, name)) }
}

func named(namespace, name string) func(*corev1.Pod) bool {
	return func(p *corev1.Pod) bool { return p.Namespace == namespace && p.Name == name }
}

// Fill takes up a node by one Pod that cannot be preempted, so that of each resource in leave no more than that much
// stays free; resources not in leave are not touched. Of corev1.ResourcePods the filling Pod itself takes one, or as
// many Pods are placed as it takes.
func Fill(node string, leave corev1.ResourceList) Change {
	return func(s *Snapshot) {
		at := slices.IndexFunc(s.Nodes, func(n *corev1.Node) bool { return n.Name == node })
		if at < 0 {
			return
		}
		free := s.free(s.Nodes[at])
		use := corev1.ResourceList{}
		for name, keep := range leave {
			if available, has := free[name]; has && name != corev1.ResourcePods && available.Cmp(keep) > 0 {
				available.Sub(keep)
				use[name] = available
			}
		}
		Place(filler(use), node)(s)
		if keep, has := leave[corev1.ResourcePods]; has {
			for range free.Pods().Value() - 1 - keep.Value() {
				Place(filler(nil), node)(s)
			}
		}
	}
}

// free is what a node can still give to Pods.
func (s *Snapshot) free(node *corev1.Node) corev1.ResourceList {
	free := node.Status.Allocatable.DeepCopy()
	for _, pod := range s.Pods {
		if pod.Spec.NodeName != node.Name || finished(pod) {
			continue
		}
		requests := resourcehelper.PodRequests(pod, resourcehelper.PodResourcesOptions{UseStatusResources: true})
		requests[corev1.ResourcePods] = *resource.NewQuantity(1, resource.DecimalSI)
		for name, request := range requests {
			if left, has := free[name]; has {
				left.Sub(request)
				free[name] = left
			}
		}
	}
	return free
}

func filler(requests corev1.ResourceList) *corev1.Pod {
	priority := systemNodeCritical
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: metav1.NamespaceSystem, Name: "fill"},
		Spec: corev1.PodSpec{
			Priority:   &priority,
			Containers: []corev1.Container{{Name: "fill", Resources: corev1.ResourceRequirements{Requests: requests}}},
		},
	}
}

// finished is true of a Pod that holds nothing any more.
func finished(pod *corev1.Pod) bool {
	return pod.Status.Phase == corev1.PodSucceeded || pod.Status.Phase == corev1.PodFailed
}
