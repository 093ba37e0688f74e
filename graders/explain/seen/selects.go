package seen

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// Selected are the Pods that a Service selects; none if it has no selector.
func Selected(service *corev1.Service, pods []*corev1.Pod) []*corev1.Pod {
	if len(service.Spec.Selector) == 0 {
		return nil
	}
	var selected []*corev1.Pod
	for _, pod := range pods {
		if labels.SelectorFromSet(service.Spec.Selector).Matches(labels.Set(pod.Labels)) {
			selected = append(selected, pod)
		}
	}
	return selected
}

func below[T metav1.Object](name string, owners []T, pods []*corev1.Pod) []*corev1.Pod {
	if owner, ok := Find(name, owners); ok {
		return OwnedBy(owner, pods)
	}
	return nil
}
