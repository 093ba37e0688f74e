package expect

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/component-helpers/scheduling/corev1/nodeaffinity"

	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// Nodes are all nodes of the cluster.
type Nodes struct{ Subject }

// Selection is the nodes that match all of some requirements, with the meaning that nodeAffinity gives to them.
type Selection struct {
	nodes        Nodes
	requirements []corev1.NodeSelectorRequirement
}

// With selects nodes as one nodeSelectorTerm does.
func (n Nodes) With(requirements ...corev1.NodeSelectorRequirement) Selection {
	return Selection{nodes: n, requirements: requirements}
}

// In wants a label to have one of these values.
func In(key string, values ...string) corev1.NodeSelectorRequirement {
	return corev1.NodeSelectorRequirement{Key: key, Operator: corev1.NodeSelectorOpIn, Values: values}
}

// Exists wants a label to be there, whatever its value.
func Exists(key string) corev1.NodeSelectorRequirement {
	return corev1.NodeSelectorRequirement{Key: key, Operator: corev1.NodeSelectorOpExists}
}

// MoreThan wants a label to be a number above n.
func MoreThan(key string, n int) corev1.NodeSelectorRequirement {
	return corev1.NodeSelectorRequirement{Key: key, Operator: corev1.NodeSelectorOpGt, Values: []string{strconv.Itoa(n)}}
}

// LessThan wants a label to be a number below n.
func LessThan(key string, n int) corev1.NodeSelectorRequirement {
	return corev1.NodeSelectorRequirement{Key: key, Operator: corev1.NodeSelectorOpLt, Values: []string{strconv.Itoa(n)}}
}

func (s Selection) String() string {
	said := make([]string, len(s.requirements))
	for i, r := range s.requirements {
		said[i] = fmt.Sprintf("%s %s %s", r.Key, r.Operator, strings.Join(r.Values, ","))
	}
	return strings.Join(said, ", ")
}

// BeExactly holds for a Selection that matches these nodes and no other at the end of the history.
func BeExactly(names ...string) Matcher {
	return matcher(func(s Selection) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("the nodes that match %s are: %s", s.String(), listed(sorted(names)))}
		now, err := s.nodes.Evidence.History().Now()
		if err != nil {
			return verdict, err
		}
		selector, err := nodeaffinity.NewNodeSelector(&corev1.NodeSelector{NodeSelectorTerms: []corev1.NodeSelectorTerm{{MatchExpressions: s.requirements}}})
		if err != nil {
			return verdict, fmt.Errorf("parse %s: %w", s, err)
		}
		var matching, labels []string
		for _, node := range now.Nodes() {
			if selector.Match(node) {
				matching = append(matching, node.Name)
			}
			if slices.Contains(names, node.Name) {
				labels = append(labels, labelsOf(node, s.requirements))
			}
		}
		slices.Sort(matching)
		verdict.OK, verdict.Actual = slices.Equal(matching, sorted(names)), lang.M("they are: %s", listed(matching))
		if verdict.OK {
			return verdict, nil
		}
		return verdict.because(explain.Finding{Layer: explain.API, Why: lang.M("labels at the end: %s", strings.Join(labels, "; "))}), nil
	})
}

// labelsOf says which values a node has for the labels that requirements ask about.
func labelsOf(node *corev1.Node, requirements []corev1.NodeSelectorRequirement) string {
	var said []string
	for _, r := range requirements {
		text := r.Key + " –"
		if value, has := node.Labels[r.Key]; has {
			text = r.Key + "=" + value
		}
		if !slices.Contains(said, text) {
			said = append(said, text)
		}
	}
	return node.Name + ": " + strings.Join(said, ", ")
}
