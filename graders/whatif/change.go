package whatif

import (
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// Change turns a snapshot into another. It replaces what it changes and never writes into an object. A change to a node
// or a Pod that is not there changes nothing.
type Change func(*Snapshot)

// With returns a changed copy, the changes made in order; s and every object of it stay as they are.
func (s *Snapshot) With(changes ...Change) *Snapshot {
	changed := &Snapshot{Nodes: slices.Clone(s.Nodes), Pods: slices.Clone(s.Pods), Objects: slices.Clone(s.Objects)}
	for _, change := range changes {
		change(changed)
	}
	return changed
}

// Edit changes a copy of one node.
func Edit(node string, edit func(*corev1.Node)) Change {
	return func(s *Snapshot) {
		for i, n := range s.Nodes {
			if n.Name == node {
				s.Nodes[i] = n.DeepCopy()
				edit(s.Nodes[i])
			}
		}
	}
}

// EditAll changes a copy of every node.
func EditAll(edit func(*corev1.Node)) Change {
	return func(s *Snapshot) {
		for i, n := range s.Nodes {
			s.Nodes[i] = n.DeepCopy()
			edit(s.Nodes[i])
		}
	}
}

// Label sets a label of a node.
func Label(node, key, value string) Change {
	return Edit(node, func(n *corev1.Node) { metav1.SetMetaDataLabel(&n.ObjectMeta, key, value) })
}

// Unlabel takes a label from a node.
func Unlabel(node, key string) Change {
	return Edit(node, func(n *corev1.Node) { delete(n.Labels, key) })
}

// Relabel gives a node exactly these labels and its hostname, so that a question can go through all combinations of them.
func Relabel(node string, labels map[string]string) Change {
	return Edit(node, func(n *corev1.Node) {
		hostname, has := n.Labels[corev1.LabelHostname]
		if n.Labels = maps.Clone(labels); n.Labels == nil {
			n.Labels = map[string]string{}
		}
		if _, set := labels[corev1.LabelHostname]; has && !set {
			n.Labels[corev1.LabelHostname] = hostname
		}
	})
}

// Taint taints a node. A taint of the same key and effect is replaced, as kubectl taint --overwrite does.
func Taint(node, key, value string, effect corev1.TaintEffect) Change {
	return Edit(node, func(n *corev1.Node) {
		n.Spec.Taints = slices.DeleteFunc(n.Spec.Taints, func(t corev1.Taint) bool { return t.Key == key && t.Effect == effect })
		n.Spec.Taints = append(n.Spec.Taints, corev1.Taint{Key: key, Value: value, Effect: effect})
	})
}

// Untaint takes every taint of that key from a node, whatever its effect.
func Untaint(node, key string) Change {
	return Edit(node, func(n *corev1.Node) {
		n.Spec.Taints = slices.DeleteFunc(n.Spec.Taints, func(t corev1.Taint) bool { return t.Key == key })
	})
}

// Cordon does to a node what kubectl cordon brings about: spec.unschedulable, and the taint that the node lifecycle
// controller adds for it. Topology spread with nodeTaintsPolicy Honor looks at the taint only.
func Cordon(node string) Change {
	return func(s *Snapshot) {
		Edit(node, func(n *corev1.Node) { n.Spec.Unschedulable = true })(s)
		Taint(node, corev1.TaintNodeUnschedulable, "", corev1.TaintEffectNoSchedule)(s)
	}
}

// Uncordon undoes Cordon, or a cordon that was in the snapshot from the start.
func Uncordon(node string) Change {
	return func(s *Snapshot) {
		Edit(node, func(n *corev1.Node) { n.Spec.Unschedulable = false })(s)
		Untaint(node, corev1.TaintNodeUnschedulable)(s)
	}
}

// AddNode adds a node, in the place of one of the same name.
func AddNode(node *corev1.Node) Change {
	return func(s *Snapshot) {
		s.Nodes = slices.DeleteFunc(s.Nodes, func(n *corev1.Node) bool { return n.Name == node.Name })
		s.Nodes = append(s.Nodes, node)
	}
}

// RemoveNode removes a node with the Pods on it.
func RemoveNode(name string) Change {
	return func(s *Snapshot) {
		s.Nodes = slices.DeleteFunc(s.Nodes, func(n *corev1.Node) bool { return n.Name == name })
		s.Pods = slices.DeleteFunc(s.Pods, func(p *corev1.Pod) bool { return p.Spec.NodeName == name })
	}
}

// AddObject adds one of Snapshot.Objects.
func AddObject(object runtime.Object) Change {
	return func(s *Snapshot) { s.Objects = append(s.Objects, object) }
}
