package ladder

import (
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	resourcehelper "k8s.io/component-helpers/resource"

	"github.com/podium-labs/podium/graders/lang"
)

// countedResources reminds that an extended resource is a number to the scheduler, where the nodes that offer it differ
// and the Pod does not say which it means: one GPU is not one GPU.
func (b *builder) countedResources(pod *corev1.Pod) {
	if len(pod.Spec.NodeSelector) > 0 || pod.Spec.Affinity != nil && pod.Spec.Affinity.NodeAffinity != nil {
		return
	}
	requests := resourcehelper.PodRequests(pod, resourcehelper.PodResourcesOptions{})
	for _, name := range slices.Sorted(maps.Keys(requests)) {
		if !strings.Contains(string(name), "/") || strings.HasPrefix(string(name), "kubernetes.io/") {
			continue
		}
		offering := slices.DeleteFunc(slices.Clone(b.Nodes), func(n *corev1.Node) bool {
			quantity := n.Status.Allocatable[name]
			return quantity.IsZero()
		})
		if key, values := difference(offering); key != "" {
			b.note(lang.M("to the scheduler %s is a number: nodes that offer it differ in label %s (%s), and the Pod does not say which it needs; a nodeSelector does", name, key, strings.Join(values, ", ")))
		}
	}
}

// difference finds a label that all nodes have, with different values, and that people gave them.
func difference(nodes []*corev1.Node) (key string, values []string) {
	if len(nodes) == 0 {
		return "", nil
	}
	for _, key := range slices.Sorted(maps.Keys(nodes[0].Labels)) {
		if strings.Contains(key, "kubernetes.io/") || strings.Contains(key, "k8s.io/") {
			continue
		}
		found := map[string]bool{}
		for _, node := range nodes {
			value, has := node.Labels[key]
			if !has {
				found = nil
				break
			}
			found[value] = true
		}
		if len(found) > 1 {
			return key, slices.Sorted(maps.Keys(found))
		}
	}
	return "", nil
}
