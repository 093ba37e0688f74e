package placement

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/component-helpers/scheduling/corev1/nodeaffinity"
)

// domain is one value of a topology key, with its nodes that count and the matching Pods on them.
type domain struct {
	value string
	nodes []*corev1.Node
	pods  int
}

// domainList is sorted by value.
type domainList []domain

// domains counts as plugin PodTopologySpread does (calPreFilterState), to show its numbers; what follows from them is for
// the plugin to say.
func (q *question) domains(c corev1.TopologySpreadConstraint) domainList {
	var all domainList
	for _, node := range q.snapshot.Nodes {
		if !q.hasAllKeys(node) || !q.counts(c, node) {
			continue
		}
		value := node.Labels[c.TopologyKey]
		at := slices.IndexFunc(all, func(d domain) bool { return d.value == value })
		if at < 0 {
			at = len(all)
			all = append(all, domain{value: value})
		}
		all[at].nodes = append(all[at].nodes, node)
		all[at].pods += q.matchingOn(c, node)
	}
	slices.SortFunc(all, func(a, b domain) int { return cmp.Compare(a.value, b.value) })
	return all
}

// counts applies nodeAffinityPolicy, which is Honor unless set, and nodeTaintsPolicy, which is Ignore unless set.
func (q *question) counts(c corev1.TopologySpreadConstraint, node *corev1.Node) bool {
	if c.NodeAffinityPolicy == nil || *c.NodeAffinityPolicy == corev1.NodeInclusionPolicyHonor {
		if matches, _ := nodeaffinity.GetRequiredNodeAffinity(q.pod).Match(node); !matches {
			return false
		}
	}
	if honorsTaints(c) {
		if _, tainted := q.firstTaint(node); tainted {
			return false
		}
	}
	return true
}

func (q *question) matchingOn(c corev1.TopologySpreadConstraint, node *corev1.Node) int {
	selector, err := metav1.LabelSelectorAsSelector(c.LabelSelector)
	if err != nil {
		return 0
	}
	count := 0
	for _, pod := range q.snapshot.Pods {
		if pod.Spec.NodeName == node.Name && pod.Namespace == q.pod.Namespace && pod.DeletionTimestamp == nil && running(pod) &&
			selector.Matches(labels.Set(pod.Labels)) {
			count++
		}
	}
	return count
}

func find(domains domainList, value string) domain {
	for _, d := range domains {
		if d.value == value {
			return d
		}
	}
	return domain{value: value}
}

// least is the emptiest domain, preferably one whose nodes take no Pods, since that one needs an explanation. few is
// true if there are fewer domains than minDomains, in which case 0 counts.
func (d domainList) least(c corev1.TopologySpreadConstraint) (least domain, few bool) {
	if c.MinDomains != nil && len(d) < int(*c.MinDomains) {
		return domain{}, true
	}
	if len(d) == 0 {
		return domain{}, false
	}
	closed := func(d domain) int {
		open := slices.ContainsFunc(d.nodes, func(n *corev1.Node) bool { return !n.Spec.Unschedulable && len(n.Spec.Taints) == 0 })
		if open {
			return 1
		}
		return 0
	}
	return slices.MinFunc(d, func(a, b domain) int { return cmp.Or(cmp.Compare(a.pods, b.pods), cmp.Compare(closed(a), closed(b))) }), false
}

func (d domainList) text(key string) string {
	const most = 8
	var counts []string
	for _, one := range d[:min(most, len(d))] {
		counts = append(counts, fmt.Sprintf("%s: %d", one.value, one.pods))
	}
	if len(d) > most {
		counts = append(counts, "…")
	}
	return key + " {" + strings.Join(counts, ", ") + "}"
}
