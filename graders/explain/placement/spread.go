package placement

import (
	"context"
	"fmt"
	"math"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/podium-labs/podium/graders/lang"
)

// spread looks at each hard constraint by itself: the others stay, as they decide which nodes count, but allow any skew.
func (q *question) spread(ctx context.Context, node *corev1.Node) ([]Lever, error) {
	var levers []Lever
	for i, c := range q.pod.Spec.TopologySpreadConstraints {
		if c.WhenUnsatisfiable != corev1.DoNotSchedule {
			continue
		}
		if _, has := node.Labels[c.TopologyKey]; !has {
			levers = append(levers, withoutKey(i, c))
			continue
		}
		if !q.hasAllKeys(node) {
			continue // it takes no part, so no skew can be told
		}
		answer, err := q.alone(ctx, fmt.Sprintf("topologySpread %d", i), func(spec *corev1.PodSpec) { loosenOthers(spec, i) })
		if err != nil {
			return nil, err
		}
		if answer.Node(node.Name).FailedBy("PodTopologySpread") {
			levers = append(levers, q.skewed(node, i, c))
		}
	}
	return levers, nil
}

func loosenOthers(spec *corev1.PodSpec, but int) {
	for i := range spec.TopologySpreadConstraints {
		if c := &spec.TopologySpreadConstraints[i]; i != but && c.WhenUnsatisfiable == corev1.DoNotSchedule {
			c.MaxSkew, c.MinDomains = math.MaxInt32, nil
		}
	}
}

func withoutKey(i int, c corev1.TopologySpreadConstraint) Lever {
	return Lever{
		Kind: Spread, Subject: c.TopologyKey, Why: lang.M("topologySpreadConstraints: the node has no label %s, so it belongs to no domain", c.TopologyKey),
		fixes: []fix{{anyway(i, c)}},
	}
}

// hasAllKeys is true of a node that takes part in the count: it has the topology keys of all hard constraints.
func (q *question) hasAllKeys(node *corev1.Node) bool {
	for _, c := range q.pod.Spec.TopologySpreadConstraints {
		if _, has := node.Labels[c.TopologyKey]; !has && c.WhenUnsatisfiable == corev1.DoNotSchedule {
			return false
		}
	}
	return true
}

func (q *question) skewed(node *corev1.Node, i int, c corev1.TopologySpreadConstraint) Lever {
	domains := q.domains(c)
	own := find(domains, node.Labels[c.TopologyKey])
	least, few := domains.least(c)
	skew := own.pods - least.pods
	if q.countsItself(c) {
		skew++
	}
	lever := Lever{Kind: Spread, Subject: c.TopologyKey, fixes: q.spreadFixes(i, c, skew)}
	counted := lang.M("%s: one more in %s would be %d more than in the emptiest domain, and maxSkew is %d", domains.text(c.TopologyKey), own.value, skew, c.MaxSkew)
	switch why := q.emptyCounts(c, least); {
	case few:
		lever.Why = lang.M("%s; minDomains asks for %d domains, so the minimum counts as 0", counted, *c.MinDomains)
	case !why.Empty():
		lever.Why = lang.M("%s. %s", counted, why)
	default:
		lever.Why = counted
	}
	return lever
}

func (q *question) countsItself(c corev1.TopologySpreadConstraint) bool {
	selector, err := metav1.LabelSelectorAsSelector(c.LabelSelector)
	return err == nil && selector.Matches(labels.Set(q.pod.Labels))
}

// emptyCounts says why the emptiest domain is counted although no Pod can go there.
func (q *question) emptyCounts(c corev1.TopologySpreadConstraint, least domain) lang.Message {
	var closed []lang.Message
	for _, node := range least.nodes {
		taint, tainted := q.firstTaint(node)
		switch {
		case node.Spec.Unschedulable && honorsTaints(c):
			return lang.M("%s counts: its node %s is cordoned without the taint that nodeTaintsPolicy looks for", least.value, node.Name)
		case node.Spec.Unschedulable:
			closed = append(closed, lang.M("%s is cordoned", node.Name))
		case tainted:
			closed = append(closed, lang.M("%s has taint %s", node.Name, taint.ToString()))
		default:
			return lang.Message{} // somebody could go there
		}
	}
	if len(closed) == 0 {
		return lang.Message{}
	}
	return lang.M("%s counts although no Pod can go there (%s), because nodeTaintsPolicy is Ignore", least.value, closed)
}

func (q *question) firstTaint(node *corev1.Node) (corev1.Taint, bool) {
	for _, taint := range node.Spec.Taints {
		if keepsAway(taint, q.pod.Spec.Tolerations) {
			return taint, true
		}
	}
	return corev1.Taint{}, false
}

func honorsTaints(c corev1.TopologySpreadConstraint) bool {
	return c.NodeTaintsPolicy != nil && *c.NodeTaintsPolicy == corev1.NodeInclusionPolicyHonor
}

func (q *question) spreadFixes(i int, c corev1.TopologySpreadConstraint, skew int) []fix {
	var fixes []fix
	edit := func(kind string, cost int, text lang.Message, set func(*corev1.TopologySpreadConstraint)) {
		fixes = append(fixes, fix{{Kind: kind, Subject: c.TopologyKey, Text: text, cost: cost, pod: onConstraint(i, c.TopologyKey, set)}})
	}
	if !honorsTaints(c) {
		edit("honor-taints", 1, lang.M("set nodeTaintsPolicy: Honor in the constraint on %s, so that only nodes count that may be used", c.TopologyKey),
			func(c *corev1.TopologySpreadConstraint) { c.NodeTaintsPolicy = new(corev1.NodeInclusionPolicyHonor) })
	}
	if c.MinDomains != nil {
		edit("drop-min-domains", 2, lang.M("remove minDomains from the constraint on %s", c.TopologyKey),
			func(c *corev1.TopologySpreadConstraint) { c.MinDomains = nil })
	}
	if skew > int(c.MaxSkew) && skew < math.MaxInt32 {
		edit("raise-max-skew", 3, lang.M("allow maxSkew %d in the constraint on %s", skew, c.TopologyKey),
			func(c *corev1.TopologySpreadConstraint) { c.MaxSkew = int32(skew) })
	}
	return append(fixes, fix{anyway(i, c)})
}

func anyway(i int, c corev1.TopologySpreadConstraint) Change {
	return Change{
		Kind: "schedule-anyway", Subject: c.TopologyKey, cost: 3,
		Text: lang.M("set whenUnsatisfiable: ScheduleAnyway in the constraint on %s: a wish instead of a condition", c.TopologyKey),
		pod: onConstraint(i, c.TopologyKey, func(c *corev1.TopologySpreadConstraint) {
			c.WhenUnsatisfiable, c.MinDomains = corev1.ScheduleAnyway, nil // minDomains goes with DoNotSchedule only
		}),
	}
}

func onConstraint(i int, key string, set func(*corev1.TopologySpreadConstraint)) func(*corev1.PodSpec) {
	return func(spec *corev1.PodSpec) {
		if i < len(spec.TopologySpreadConstraints) && spec.TopologySpreadConstraints[i].TopologyKey == key {
			set(&spec.TopologySpreadConstraints[i])
		}
	}
}
