package placement

import (
	"cmp"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/whatif"
)

// Change is one thing that could be done, to the cluster or to the Pod.
type Change struct {
	// Kind is what is done, for example "uncordon", "tolerate" or "lower-request".
	Kind string
	// Subject tells changes of one kind apart.
	Subject string
	// Node is the node that is changed; empty if it is the Pod, or another Pod.
	Node string
	// Text says it in an imperative sentence.
	Text lang.Message
	// Command does it to the cluster; empty if the Pod's template has to change, or if it is not for one command to do.
	Command string

	cost     int
	snapshot whatif.Change
	pod      func(*corev1.PodSpec)
}

// EditsPod is true if the Pod itself, or rather its template, has to change.
func (c Change) EditsPod() bool { return c.pod != nil }

// fix is one way to take a lever away: all of its changes together.
type fix []Change

// Suggestion are changes that together let the Pod fit, and none of which can be left out.
type Suggestion struct {
	Changes []Change
	// Fits are the nodes that then take the Pod, best first.
	Fits []string
	// Alike are further nodes: with these changes made to one of them instead, the Pod fits as well.
	Alike []string
}

// Snapshot is the cluster as it would be.
func (s Suggestion) Snapshot(before *whatif.Snapshot) *whatif.Snapshot {
	var changes []whatif.Change
	for _, c := range s.Changes {
		if c.snapshot != nil {
			changes = append(changes, c.snapshot)
		}
	}
	if len(changes) == 0 {
		return before
	}
	return before.With(changes...)
}

// EditsPod is true if one of the changes is to the Pod or its template.
func (s Suggestion) EditsPod() bool { return slices.ContainsFunc(s.Changes, Change.EditsPod) }

// Edit makes the changes to the Pod in a Pod spec, or in that of its template.
func (s Suggestion) Edit(spec *corev1.PodSpec) {
	for _, c := range s.Changes {
		if c.pod != nil {
			c.pod(spec)
		}
	}
}

// shape is what is done, leaving open to which node.
func (s Suggestion) shape() string {
	var parts []string
	for _, c := range s.Changes {
		parts = append(parts, c.Kind+"/"+c.Subject)
	}
	return strings.Join(parts, "\n")
}

// node is the one node that is changed; empty if there is none, or several.
func (s Suggestion) node() string {
	node := ""
	for _, c := range s.Changes {
		if node != "" && c.Node != "" && c.Node != node {
			return ""
		}
		node = cmp.Or(node, c.Node)
	}
	return node
}

func (s Suggestion) cost() int {
	total := 0
	for _, c := range s.Changes {
		total += c.cost
	}
	return total
}

// kinds names what is done, whatever it is done to.
func (s Suggestion) kinds() string {
	var kinds []string
	for _, c := range s.Changes {
		kinds = append(kinds, c.Kind)
	}
	return strings.Join(kinds, "+")
}

func (c Change) id() string { return c.Kind + "/" + c.Node + "/" + c.Subject }

// with adds the changes of a fix that are not in the suggestion yet, in one order whatever the way they came together.
func (s Suggestion) with(more fix) Suggestion {
	changes := slices.Clone(s.Changes)
	for _, c := range more {
		if !slices.ContainsFunc(changes, func(known Change) bool { return known.id() == c.id() }) {
			changes = append(changes, c)
		}
	}
	slices.SortStableFunc(changes, func(a, b Change) int { return cmp.Compare(a.id(), b.id()) })
	return Suggestion{Changes: changes}
}

func (s Suggestion) id() string {
	var ids []string
	for _, c := range s.Changes {
		ids = append(ids, c.id())
	}
	return strings.Join(ids, "\n")
}

// contains is true if every change of the other is one of s.
func (s Suggestion) contains(other Suggestion) bool {
	return !slices.ContainsFunc(other.Changes, func(c Change) bool {
		return !slices.ContainsFunc(s.Changes, func(own Change) bool { return own.id() == c.id() })
	})
}
