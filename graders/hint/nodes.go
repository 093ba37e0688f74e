package hint

import (
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/lang"
)

// TaintEffect reacts to a taint of the right key that has never had the effect that is asked for.
func TaintEffect(node, key string, want corev1.TaintEffect) When {
	return func(s *Seen) lang.Message {
		var other corev1.TaintEffect
		for _, v := range s.Versions("Node", node) {
			n, ok := v.Object.(*corev1.Node)
			if !ok {
				continue
			}
			for _, taint := range n.Spec.Taints {
				switch {
				case taint.Key != key:
				case taint.Effect == want:
					return none()
				default:
					other = taint.Effect
				}
			}
		}
		if other == "" {
			return none()
		}
		return lang.M("You gave %s the taint %s with effect %s; the task asks for %s. NoSchedule keeps new Pods away and leaves those that run; NoExecute evicts them too.", node, key, string(other), string(want))
	}
}

// TaintRemoved reacts to a taint that somebody took off a node, and says with instead what would have been the way.
func TaintRemoved(node, key string, instead lang.Message) When {
	return func(s *Seen) lang.Message {
		if at, ended := s.Ended(node, func(n *corev1.Node) bool { return HasTaint(n, key) }); ended {
			return lang.M("The taint %s was taken off %s at %s. %s", key, node, Clock(at.At), instead)
		}
		return none()
	}
}

// HasTaint is true if the node has a taint of that key.
func HasTaint(node *corev1.Node, key string) bool {
	return slices.ContainsFunc(node.Spec.Taints, func(t corev1.Taint) bool { return t.Key == key })
}

// Ended is the last moment at which a node ceased to be in a state.
func (s *Seen) Ended(node string, in func(*corev1.Node) bool) (at evidence.Moment, ended bool) {
	was := false
	for _, v := range s.Versions("Node", node) {
		n, ok := v.Object.(*corev1.Node)
		is := ok && !v.Deleted && in(n)
		if was && !is {
			at, ended = v.Moment(), true
		}
		was = is
	}
	return at, ended
}
