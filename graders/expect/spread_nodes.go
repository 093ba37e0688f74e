package expect

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// NameTheNodesThatHoldBack holds for a Written answer that names exactly the nodes that held back some Pod of a SpreadRule.
func NameTheNodesThatHoldBack(s SpreadRule) Matcher {
	return matcher(func(a Written) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("the answer names exactly the nodes that count as domains of %s and take no Pod", s.Name)}
		text, found, err := a.Text()
		if err != nil {
			return verdict, err
		}
		if !found {
			verdict.Actual = lang.M("no answer")
			return verdict.because(explain.Finding{Layer: explain.Answer, Why: lang.M("ConfigMap %s in namespace %s has no key %s", a.Name, a.Namespace, a.Key)}), nil
		}
		now, err := s.Evidence.History().Now()
		if err != nil {
			return verdict, err
		}
		named := namedNodes(text, now.Nodes())
		pods, err := s.stuckPods()
		if err != nil {
			return verdict, err
		}
		verdict.Actual = lang.M("it names: %s", listed(named))
		verdict.OK = slices.ContainsFunc(pods, func(p stuck) bool { return slices.Equal(sorted(p.holding), named) })
		if verdict.OK {
			return verdict, nil
		}
		if len(pods) == 0 {
			return verdict.because(explain.Finding{Layer: explain.Scheduler, Why: lang.M("no Pod of %s was ever held back by the constraint", s.Name)}), nil
		}
		return verdict.at(pods[0].life.Unschedulable).because(explain.Finding{Layer: explain.Answer,
			Why: lang.M("%d nodes held it back: each counts as a domain with 0 Pods, because taints and cordons are not looked at when domains are counted", len(pods[0].holding))}), nil
	})
}

// namedNodes are the nodes that occur in a text, as whole names.
func namedNodes(text string, nodes []*corev1.Node) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '.'
	})
	var named []string
	for _, node := range nodes {
		if slices.ContainsFunc(words, func(word string) bool { return strings.Trim(word, ".-") == node.Name }) {
			named = append(named, node.Name)
		}
	}
	return sorted(named)
}
