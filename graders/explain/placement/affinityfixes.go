package placement

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/nearest"
	"github.com/podium-labs/podium/graders/whatif"
)

// mayLabel is false of labels that say what a node is; whoever changes one makes it lie.
func mayLabel(key string) bool {
	domain, _, prefixed := strings.Cut(key, "/")
	if !prefixed || domain == "node-role.kubernetes.io" {
		return true
	}
	return domain != "kubernetes.io" && !strings.HasSuffix(domain, ".kubernetes.io") && domain != "k8s.io" && !strings.HasSuffix(domain, ".k8s.io")
}

// labelNode gives a node a label. Where it has another value, this is the last thing to do: the label may be right.
func labelNode(node *corev1.Node, key, value string) Change {
	c := Change{
		Kind: "label-node", Node: node.Name, Subject: key + "=" + value, Text: lang.M("label node %s with %s=%s", node.Name, key, value), cost: 1,
		Command: "kubectl label node " + node.Name + " " + key + "=" + value, snapshot: whatif.Label(node.Name, key, value),
	}
	if old, has := node.Labels[key]; has {
		c.Kind, c.cost, c.Command = "relabel-node", 5, c.Command+" --overwrite"
		c.Text = lang.M("change label %s of node %s from %s to %s, if that is what the node is", key, node.Name, old, value)
	}
	return c
}

func unlabelNode(node, key string) Change {
	return Change{
		Kind: "unlabel-node", Node: node, Subject: key, Text: lang.M("remove label %s from node %s", key, node), cost: 5,
		Command: "kubectl label node " + node + " " + key + "-", snapshot: whatif.Unlabel(node, key),
	}
}

// labelFor is the label that would make a node match an expression.
func labelFor(node *corev1.Node, p part) (Change, bool) {
	r := p.requirement
	if p.field || p.broken != nil || !mayLabel(r.Key) {
		return Change{}, false
	}
	switch r.Operator {
	case corev1.NodeSelectorOpIn:
		return labelNode(node, r.Key, r.Values[0]), true
	case corev1.NodeSelectorOpExists:
		return labelNode(node, r.Key, "true"), true
	case corev1.NodeSelectorOpNotIn, corev1.NodeSelectorOpDoesNotExist:
		return unlabelNode(node.Name, r.Key), true
	case corev1.NodeSelectorOpGt, corev1.NodeSelectorOpLt:
		// A number beside the limit would be made up: only a value that was meant as a number can be written as one.
		value := leadingDigits(node.Labels[r.Key])
		if value == "" || value == node.Labels[r.Key] {
			return Change{}, false
		}
		number := labelNode(node, r.Key, value)
		number.cost = 1 // it says the same
		return number, true
	}
	return Change{}, false
}

func isInteger(text string) bool {
	_, err := strconv.ParseInt(text, 10, 64)
	return err == nil
}

func leadingDigits(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(text)
	}
	return text[:end]
}

// typo is for an In expression whose only value looks like one that nodes have.
func (q *question) typo(p part) (Change, bool) {
	r := p.requirement
	if p.field || r.Operator != corev1.NodeSelectorOpIn || len(r.Values) != 1 {
		return Change{}, false
	}
	near, ok := nearest.Typo(r.Values[0], q.valuesOf(r.Key))
	if !ok {
		return Change{}, false
	}
	right := *r.DeepCopy()
	right.Values = []string{near}
	return Change{
		Kind: "correct-term", Subject: requirementText(r), Text: lang.M("write %s instead of %s in the Pod's node affinity", requirementText(right), requirementText(r)),
		pod: func(spec *corev1.PodSpec) {
			for i := range terms(spec) {
				for j, e := range terms(spec)[i].MatchExpressions {
					if reflect.DeepEqual(e, r) {
						terms(spec)[i].MatchExpressions[j] = right
					}
				}
			}
		},
	}, true
}

// dropExpression removes an expression from its term. A term that has nothing left to ask for was met by every node,
// which Kubernetes only says by no term at all: an empty one matches nothing.
func dropExpression(term int, p part) Change {
	text := requirementText(p.requirement)
	is := func(r corev1.NodeSelectorRequirement) bool { return reflect.DeepEqual(r, p.requirement) }
	return Change{
		Kind: "drop-term", Subject: strconv.Itoa(term) + " " + text, Text: lang.M("remove %s from the Pod's required node affinity", text), cost: 4,
		pod: func(spec *corev1.PodSpec) {
			all := terms(spec)
			if term >= len(all) {
				return
			}
			all[term].MatchExpressions = slices.DeleteFunc(slices.Clone(all[term].MatchExpressions), is)
			all[term].MatchFields = slices.DeleteFunc(slices.Clone(all[term].MatchFields), is)
			if isEmptyTerm(all[term]) {
				dropTerms().pod(spec)
			}
		},
	}
}

func dropTerms() Change {
	return Change{
		Kind: "drop-affinity", Text: lang.M("remove the Pod's required node affinity"), cost: 4,
		pod: func(spec *corev1.PodSpec) {
			if spec.Affinity != nil && spec.Affinity.NodeAffinity != nil {
				spec.Affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution = nil
			}
		},
	}
}
