package replay

import (
	"fmt"
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/podium-labs/podium/graders/evidence"
)

// Topology are the labels that a Pod takes over from its node when it is bound (the admission plugin PodTopologyLabels of
// Kubernetes 1.35), by the attribute that refers to them.
func Topology() map[string]string {
	return map[string]string{zoneOf: corev1.LabelTopologyZone, regionOf: corev1.LabelTopologyRegion}
}

// copiedTopology finds in the selector of a Service what `kubectl expose pod` copied from a Pod that had been bound: another
// node is another zone. It returns attributes by their label, and the Pod; nil if no Pod has these labels.
func (w *writer) copiedTopology(r evidence.Request, body any) (map[string]string, *life) {
	selector := serviceSelector(r, body)
	if selector == nil {
		return nil, nil
	}
	wanted := labels.Set{}
	for key, value := range selector {
		text, ok := value.(string)
		if !ok {
			return nil, nil
		}
		wanted[key] = text
	}
	for _, l := range slices.Backward(w.lives) {
		if l.first.Kind != "Pod" || !l.at(r.At) || l.first.Object.GetNamespace() != r.Namespace || !wanted.AsSelectorPreValidated().Matches(labels.Set(l.last.Object.GetLabels())) {
			continue
		}
		attributes := map[string]string{}
		for attribute, label := range Topology() {
			if wanted[label] != "" && l.tookOver(label) {
				attributes[label] = attribute
			}
		}
		if len(attributes) > 0 {
			return attributes, l
		}
	}
	return nil, nil
}

// tookOver is true for a label that a Pod has because of its node.
func (l *life) tookOver(label string) bool {
	first, ok := l.first.Object.(*corev1.Pod)
	return ok && (first.Spec.NodeName != "" || first.Labels[label] == "") && l.last.Object.GetLabels()[label] != ""
}

// serviceSelector is the selector of a Service in a body.
func serviceSelector(r evidence.Request, body any) map[string]any {
	object, ok := body.(map[string]any)
	if !ok || r.Group != "" || r.Resource != "services" {
		return nil
	}
	spec, ok := object["spec"].(map[string]any)
	if !ok {
		return nil
	}
	selector, _ := spec["selector"].(map[string]any) // nil if there is none
	return selector
}

// referToTopology puts references in the place of what was copied.
func (w *writer) referToTopology(r evidence.Request, body any, attributes map[string]string, of *life) {
	selector := serviceSelector(r, body)
	for _, label := range slices.Sorted(maps.Keys(attributes)) {
		selector[label] = fmt.Sprintf("%s%s.%s}", opening, w.name(of, len(w.entries)-1).ID, attributes[label])
	}
}
