package evidence

import (
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
)

// listsOthers is true for a Service whose EndpointSlices do not yet list as ready those of its Pods that are: their
// controller follows the Pods at its own pace.
func (h *History) listsOthers(v *Version) bool {
	service, is := v.Object.(*corev1.Service)
	if !is || len(service.Spec.Selector) == 0 || service.Spec.Type == corev1.ServiceTypeExternalName {
		return false
	}
	listed := h.listed(service)
	selector := labels.SelectorFromSet(service.Spec.Selector)
	for _, other := range h.latest {
		pod, ok := other.Object.(*corev1.Pod)
		if !ok || pod.Namespace != service.Namespace || pod.Status.PodIP == "" || !selector.Matches(labels.Set(pod.Labels)) {
			continue
		}
		serves := Active(pod) && (Ready(pod) || service.Spec.PublishNotReadyAddresses)
		if serves != listed[pod.UID] {
			return true
		}
	}
	return false
}

// listed are the Pods that the EndpointSlices of a Service list as ready.
func (h *History) listed(service *corev1.Service) map[types.UID]bool {
	listed := map[types.UID]bool{}
	for _, other := range h.latest {
		slice, ok := other.Object.(*discoveryv1.EndpointSlice)
		if !ok || slice.Namespace != service.Namespace || slice.Labels[discoveryv1.LabelServiceName] != service.Name {
			continue
		}
		for _, endpoint := range slice.Endpoints {
			if endpoint.TargetRef != nil && valueOr(endpoint.Conditions.Ready, true) {
				listed[endpoint.TargetRef.UID] = true
			}
		}
	}
	return listed
}
