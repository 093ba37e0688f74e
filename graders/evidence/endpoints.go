package evidence

import (
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
)

// Lists is true if an EndpointSlice of the Service lists the Pod as ready. As the API documents it, an endpoint without
// a ready condition counts as ready.
func (w *World) Lists(service string, pod *corev1.Pod) bool {
	slices := list(w, "EndpointSlice", func(s *discoveryv1.EndpointSlice) bool {
		return s.Namespace == pod.Namespace && s.Labels[discoveryv1.LabelServiceName] == service
	})
	for _, slice := range slices {
		for _, endpoint := range slice.Endpoints {
			if endpoint.TargetRef != nil && endpoint.TargetRef.UID == pod.UID && valueOr(endpoint.Conditions.Ready, true) {
				return true
			}
		}
	}
	return false
}
