package placement

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/component-helpers/scheduling/corev1/nodeaffinity"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/nearest"
)

// affinity are the labels of spec.nodeSelector that the node lacks, and what fails of each required term.
func (q *question) affinity(node *corev1.Node) []Lever {
	var levers []Lever
	for _, key := range slices.Sorted(maps.Keys(q.pod.Spec.NodeSelector)) {
		want := q.pod.Spec.NodeSelector[key]
		if value, has := node.Labels[key]; !has || value != want {
			levers = append(levers, q.selector(node, key, want))
		}
	}
	return append(levers, q.requiredTerms(node)...)
}

func (q *question) selector(node *corev1.Node, key, want string) Lever {
	lever := Lever{Kind: NodeSelector, Subject: key + "=" + want, Why: lang.M("nodeSelector %s=%s: the node has no label %s", key, want, key)}
	if value, has := node.Labels[key]; has {
		lever.Why = lang.M("nodeSelector %s=%s: the node has %s=%s", key, want, key, value)
	}
	lever.fixes = q.selectorFixes(node, key, want)
	return lever
}

func (q *question) selectorFixes(node *corev1.Node, key, want string) []fix {
	var fixes []fix
	if near, ok := nearest.Typo(want, q.valuesOf(key)); ok {
		fixes = append(fixes, fix{selectInstead(key, key, want, near)})
	}
	if nearKey, ok := nearest.Typo(key, q.labelKeys()); ok && !slices.Contains(q.labelKeys(), key) {
		fixes = append(fixes, fix{selectInstead(key, nearKey, want, want)})
	}
	if mayLabel(key) {
		fixes = append(fixes, fix{labelNode(node, key, want)})
	}
	return append(fixes, fix{{
		Kind: "drop-selector", Subject: key, Text: lang.M("remove %s=%s from the Pod's nodeSelector", key, want), cost: 4,
		pod: func(spec *corev1.PodSpec) {
			spec.NodeSelector = maps.Clone(spec.NodeSelector)
			delete(spec.NodeSelector, key)
		},
	}})
}

// selectInstead is for what looks like a typing error.
func selectInstead(key, rightKey, value, rightValue string) Change {
	return Change{
		Kind: "correct-selector", Subject: key + "=" + value,
		Text: lang.M("write %s=%s instead of %s=%s in the Pod's nodeSelector", rightKey, rightValue, key, value),
		pod: func(spec *corev1.PodSpec) {
			spec.NodeSelector = maps.Clone(spec.NodeSelector)
			delete(spec.NodeSelector, key)
			if spec.NodeSelector == nil {
				spec.NodeSelector = map[string]string{}
			}
			spec.NodeSelector[rightKey] = rightValue
		},
	}
}

// requiredTerms is empty if one of the terms matches. Expressions of one term all count; the terms are alternatives,
// so of several terms it is enough to mend one.
func (q *question) requiredTerms(node *corev1.Node) []Lever {
	terms := terms(&q.pod.Spec)
	var levers []Lever
	var ways []fix
	for i := range terms {
		failing := failingParts(terms[i], node)
		if len(failing) == 0 && !isEmptyTerm(terms[i]) {
			return nil
		}
		var part []Lever
		for _, f := range failing {
			part = append(part, q.expression(node, i, len(terms), f))
		}
		if len(part) == 0 {
			part = []Lever{{Kind: NodeAffinity, Subject: "{}", Why: lang.M("an empty required term matches no node"), fixes: []fix{{dropTerms()}}}}
		}
		for _, s := range combine(part) {
			ways = append(ways, s.Changes)
		}
		levers = append(levers, part...)
	}
	if len(terms) > 1 {
		for i := range levers {
			levers[i].fixes = []fix{{}} // the first lever's fixes mend one term, and that is enough
		}
		levers[0].fixes = ways
	}
	return levers
}

func terms(spec *corev1.PodSpec) []corev1.NodeSelectorTerm {
	if spec.Affinity == nil || spec.Affinity.NodeAffinity == nil || spec.Affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution == nil {
		return nil
	}
	return spec.Affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution.NodeSelectorTerms
}

func isEmptyTerm(t corev1.NodeSelectorTerm) bool {
	return len(t.MatchExpressions) == 0 && len(t.MatchFields) == 0
}

// part is one expression of a term; broken says why it can never match.
type part struct {
	requirement corev1.NodeSelectorRequirement
	field       bool
	broken      error
}

func failingParts(term corev1.NodeSelectorTerm, node *corev1.Node) []part {
	var failing []part
	try := func(requirement corev1.NodeSelectorRequirement, field bool) {
		alone := corev1.NodeSelectorTerm{MatchExpressions: []corev1.NodeSelectorRequirement{requirement}}
		if field {
			alone = corev1.NodeSelectorTerm{MatchFields: []corev1.NodeSelectorRequirement{requirement}}
		}
		matches, err := nodeaffinity.NewLazyErrorNodeSelector(&corev1.NodeSelector{NodeSelectorTerms: []corev1.NodeSelectorTerm{alone}}).Match(node)
		if !matches {
			failing = append(failing, part{requirement, field, err})
		}
	}
	for _, e := range term.MatchExpressions {
		try(e, false)
	}
	for _, e := range term.MatchFields {
		try(e, true)
	}
	return failing
}

func (q *question) expression(node *corev1.Node, term, count int, p part) Lever {
	text := requirementText(p.requirement)
	lever := Lever{Kind: NodeAffinity, Subject: text}
	if count > 1 {
		lever.Subject = fmt.Sprintf("term %d: %s", term+1, text)
	}
	lever.Why = expressionWhy(node, lever.Subject, p)
	if mended, ok := q.typo(p); ok {
		lever.fixes = append(lever.fixes, fix{mended})
	}
	if label, ok := labelFor(node, p); ok {
		lever.fixes = append(lever.fixes, fix{label})
	}
	lever.fixes = append(lever.fixes, fix{dropExpression(term, p)})
	return lever
}

func expressionWhy(node *corev1.Node, subject string, p part) lang.Message {
	value, has := node.Labels[p.requirement.Key]
	compares := p.requirement.Operator == corev1.NodeSelectorOpGt || p.requirement.Operator == corev1.NodeSelectorOpLt
	switch {
	case p.broken != nil:
		return lang.M("%s never matches: %s", subject, p.broken.Error())
	case p.field:
		return lang.M("%s: this is node %s", subject, node.Name)
	case has && compares && !isInteger(value):
		return lang.M("%s: the node has %s=%s, which is no integer, so it cannot be compared", subject, p.requirement.Key, value)
	case has:
		return lang.M("%s: the node has %s=%s", subject, p.requirement.Key, value)
	}
	return lang.M("%s: the node has no label %s", subject, p.requirement.Key)
}

// requirementText is the expression as one would say it, "disk In [ssd nvme]".
func requirementText(r corev1.NodeSelectorRequirement) string {
	if len(r.Values) == 0 {
		return r.Key + " " + string(r.Operator)
	}
	return r.Key + " " + string(r.Operator) + " [" + strings.Join(r.Values, " ") + "]"
}

// valuesOf are the values that nodes have for a label, without repetition.
func (q *question) valuesOf(key string) []string {
	values := map[string]bool{}
	for _, node := range q.snapshot.Nodes {
		if value, has := node.Labels[key]; has {
			values[value] = true
		}
	}
	return slices.Sorted(maps.Keys(values))
}

func (q *question) labelKeys() []string {
	keys := map[string]bool{}
	for _, node := range q.snapshot.Nodes {
		for key := range node.Labels {
			keys[key] = true
		}
	}
	return slices.Sorted(maps.Keys(keys))
}
