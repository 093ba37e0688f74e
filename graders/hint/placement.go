package hint

import (
	"maps"
	"slices"
	"strconv"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/nearest"
)

// SelectsNoNode reacts to a nodeSelector with a label that no node has, and names the nearest that there is.
func SelectsNoNode(workload string) When {
	return OfTemplate(workload, func(s *Seen, t Template) lang.Message {
		for _, key := range slices.Sorted(maps.Keys(t.Spec.NodeSelector)) {
			if said := s.noSuchLabel(key, t.Spec.NodeSelector[key]); !said.Empty() {
				return said
			}
		}
		return none()
	})
}

func (s *Seen) noSuchLabel(key, value string) lang.Message {
	var keys, values []string
	for _, node := range s.Now.Nodes() {
		keys = append(keys, slices.Collect(maps.Keys(node.Labels))...)
		if v, ok := node.Labels[key]; ok {
			values = append(values, v)
		}
	}
	slices.Sort(keys)
	slices.Sort(values)
	values = slices.Compact(values)
	if slices.Contains(values, value) {
		return none()
	}
	if meant, near := nearest.Typo(value, values); near {
		return lang.M("No node has the label %s=%s. The nearest that there is: %s=%s.", key, value, key, meant)
	}
	if len(values) > 0 {
		return lang.M("No node has the label %s=%s. Its values on the nodes are: %s.", key, value, list(values))
	}
	if meant, near := nearest.Typo(key, slices.Compact(keys)); near {
		return lang.M("No node has a label %s. The nearest that there is: %s.", key, meant)
	}
	return lang.M("No node has a label %s, so the node selector leaves no node: kubectl get nodes --show-labels", key)
}

// list is a list of names in any language.
func list(names []string) []lang.Message {
	said := make([]lang.Message, len(names))
	for i, name := range names {
		said[i] = lang.Verbatim(name)
	}
	return said
}

// List makes a list of names for a Message.
func List(names []string) []lang.Message { return list(names) }

// OnlyPreferred reacts to a node affinity that wishes where it should demand.
func OnlyPreferred(workload string) When {
	return OfTemplate(workload, func(_ *Seen, t Template) lang.Message {
		affinity := nodeAffinity(t.Spec)
		if affinity == nil || affinity.RequiredDuringSchedulingIgnoredDuringExecution != nil || len(affinity.PreferredDuringSchedulingIgnoredDuringExecution) == 0 || len(t.Spec.NodeSelector) > 0 {
			return none()
		}
		return lang.M("The node affinity of %s only prefers. That adds to a node's score and rules no node out: where it lands right, it is by luck.", workload)
	})
}

func nodeAffinity(spec corev1.PodSpec) *corev1.NodeAffinity {
	if spec.Affinity == nil {
		return nil
	}
	return spec.Affinity.NodeAffinity
}

// RequiredTerms are the alternatives of a Pod's required node affinity.
func RequiredTerms(spec corev1.PodSpec) []corev1.NodeSelectorTerm {
	affinity := nodeAffinity(spec)
	if affinity == nil || affinity.RequiredDuringSchedulingIgnoredDuringExecution == nil {
		return nil
	}
	return affinity.RequiredDuringSchedulingIgnoredDuringExecution.NodeSelectorTerms
}

// PreferredTerms are the wishes of a Pod's node affinity.
func PreferredTerms(spec corev1.PodSpec) []corev1.PreferredSchedulingTerm {
	affinity := nodeAffinity(spec)
	if affinity == nil {
		return nil
	}
	return affinity.PreferredDuringSchedulingIgnoredDuringExecution
}

// NotWhole reacts to a number for Gt or Lt that is none: both compare whole numbers only, and match nothing otherwise.
func NotWhole(workload string) When {
	return OfTemplate(workload, func(_ *Seen, t Template) lang.Message {
		for _, term := range RequiredTerms(t.Spec) {
			for _, e := range term.MatchExpressions {
				if (e.Operator == corev1.NodeSelectorOpGt || e.Operator == corev1.NodeSelectorOpLt) && len(e.Values) == 1 && !whole(e.Values[0]) {
					return lang.M("%s %s %s matches no node: Gt and Lt compare whole numbers only.", e.Key, string(e.Operator), e.Values[0])
				}
			}
		}
		return none()
	})
}

// LabelNotWhole reacts to a label that should be a number and has something else in it.
func LabelNotWhole(key string) When {
	return func(s *Seen) lang.Message {
		for _, node := range s.Now.Nodes() {
			if value, ok := node.Labels[key]; ok && !whole(value) {
				return lang.M("%s has %s=%s. Gt and Lt compare whole numbers: leave the unit out.", node.Name, key, value)
			}
		}
		return none()
	}
}

func whole(value string) bool {
	_, err := strconv.ParseInt(value, 10, 64)
	return err == nil
}

// TheOtherKey reacts to a toleration for another taint than the one that is in the way.
func TheOtherKey(workload, key string) When {
	return OfTemplate(workload, func(_ *Seen, t Template) lang.Message {
		other := ""
		for _, toleration := range t.Spec.Tolerations {
			if toleration.Key == key || toleration.Key == "" {
				return none()
			}
			other = toleration.Key
		}
		if other == "" {
			return none()
		}
		return lang.M("%s tolerates %s. The taint in the way has the key %s: kubectl describe node shows it.", workload, other, key)
	})
}

// NodeName reacts to Pods that name their node themselves.
func NodeName(workload string) When {
	return OfTemplate(workload, func(_ *Seen, t Template) lang.Message {
		if t.Spec.NodeName == "" {
			return none()
		}
		return lang.M("%s sets nodeName: its Pods go past the scheduler, so nothing was chosen. Let a label choose the node.", workload)
	})
}

// NoRequest reacts to a workload that asks for none of a resource.
func NoRequest(workload string, resource corev1.ResourceName) When {
	return OfTemplate(workload, func(_ *Seen, t Template) lang.Message {
		for _, c := range t.Spec.Containers {
			_, limited := c.Resources.Limits[resource]
			_, requested := c.Resources.Requests[resource]
			if limited || requested {
				return none()
			}
		}
		return lang.M("No container of %s asks for %s: for the scheduler it needs none, and takes none from others.", workload, string(resource))
	})
}
