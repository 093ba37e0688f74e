package placement

import (
	"context"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/whatif"
)

// The reasons of plugin InterPodAffinity, of which it gives the first that holds.
const (
	affinityReason = "node(s) didn't match pod affinity rules"
	antiReason     = "node(s) didn't match pod anti-affinity rules"
)

// interPod asks about each term by itself. What remains without any term is refused by Pods that are there already.
func (q *question) interPod(ctx context.Context, node *corev1.Node) ([]Lever, error) {
	var levers []Lever
	for i, term := range podTerms(&q.pod.Spec) {
		fails, err := q.failsAlone(ctx, node, fmt.Sprintf("podAffinity %d", i), affinityReason, func(a *corev1.Affinity) {
			a.PodAffinity = &corev1.PodAffinity{RequiredDuringSchedulingIgnoredDuringExecution: []corev1.PodAffinityTerm{term}}
		})
		if err != nil {
			return nil, err
		}
		if fails {
			levers = append(levers, q.missingCompany(node, term))
		}
	}
	for i, term := range antiTerms(&q.pod.Spec) {
		fails, err := q.failsAlone(ctx, node, fmt.Sprintf("podAntiAffinity %d", i), antiReason, func(a *corev1.Affinity) {
			a.PodAntiAffinity = &corev1.PodAntiAffinity{RequiredDuringSchedulingIgnoredDuringExecution: []corev1.PodAffinityTerm{term}}
		})
		if err != nil {
			return nil, err
		}
		if fails {
			levers = append(levers, q.inTheWay(node, term))
		}
	}
	return append(levers, q.refusedBy(node)...), nil
}

func podTerms(spec *corev1.PodSpec) []corev1.PodAffinityTerm {
	if spec.Affinity == nil || spec.Affinity.PodAffinity == nil {
		return nil
	}
	return spec.Affinity.PodAffinity.RequiredDuringSchedulingIgnoredDuringExecution
}

func antiTerms(spec *corev1.PodSpec) []corev1.PodAffinityTerm {
	if spec.Affinity == nil || spec.Affinity.PodAntiAffinity == nil {
		return nil
	}
	return spec.Affinity.PodAntiAffinity.RequiredDuringSchedulingIgnoredDuringExecution
}

// failsAlone asks about the Pod with no other term than the one that set sets.
func (q *question) failsAlone(ctx context.Context, node *corev1.Node, name, reason string, set func(*corev1.Affinity)) (bool, error) {
	answer, err := q.alone(ctx, name, func(spec *corev1.PodSpec) {
		spec.Affinity.PodAffinity, spec.Affinity.PodAntiAffinity = nil, nil
		set(spec.Affinity)
	})
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(answer.Node(node.Name).Failed(), func(v whatif.Verdict) bool {
		return v.Plugin == "InterPodAffinity" && slices.Contains(v.Reasons, reason)
	}), nil
}

func termText(term corev1.PodAffinityTerm) string {
	return term.TopologyKey + " " + metav1.FormatLabelSelector(term.LabelSelector)
}

func (q *question) missingCompany(node *corev1.Node, term corev1.PodAffinityTerm) Lever {
	lever := Lever{Kind: PodAffinity, Subject: termText(term)}
	domain, has := node.Labels[term.TopologyKey]
	switch {
	case !has:
		lever.Why = lang.M("podAffinity for %s: the node has no label %s", metav1.FormatLabelSelector(term.LabelSelector), term.TopologyKey)
	case len(q.matching(term, q.pod.Namespace)) == 0:
		lever.Why = lang.M("podAffinity: no Pod with %s runs anywhere", metav1.FormatLabelSelector(term.LabelSelector))
	default:
		lever.Why = lang.M("podAffinity: no Pod with %s runs in %s=%s", metav1.FormatLabelSelector(term.LabelSelector), term.TopologyKey, domain)
	}
	lever.fixes = []fix{{Change{
		Kind: "prefer-affinity", Subject: termText(term), cost: 2,
		Text: lang.M("make the podAffinity for %s a preferred one", metav1.FormatLabelSelector(term.LabelSelector)),
		pod:  func(spec *corev1.PodSpec) { preferAffinity(spec, term) },
	}}}
	return lever
}

func (q *question) inTheWay(node *corev1.Node, term corev1.PodAffinityTerm) Lever {
	pods := q.inDomain(q.matching(term, q.pod.Namespace), node, term.TopologyKey)
	lever := Lever{
		Kind: AntiAffinity, Subject: termText(term),
		Why: lang.M("podAntiAffinity: %s with %s is in %s=%s already", podList(pods), metav1.FormatLabelSelector(term.LabelSelector), term.TopologyKey, node.Labels[term.TopologyKey]),
		fixes: []fix{{Change{
			Kind: "prefer-anti-affinity", Subject: termText(term), cost: 2,
			Text: lang.M("make the podAntiAffinity against %s a preferred one", metav1.FormatLabelSelector(term.LabelSelector)),
			pod:  func(spec *corev1.PodSpec) { preferAntiAffinity(spec, term) },
		}}},
	}
	return q.withEviction(lever, pods)
}

// refusedBy are the Pods whose own anti-affinity keeps this one away.
func (q *question) refusedBy(node *corev1.Node) []Lever {
	var levers []Lever
	for _, other := range q.snapshot.Pods {
		if other.Spec.NodeName == "" || !running(other) {
			continue
		}
		for _, term := range antiTerms(&other.Spec) {
			if q.selects(term, other.Namespace, q.pod) && len(q.inDomain([]*corev1.Pod{other}, node, term.TopologyKey)) > 0 {
				levers = append(levers, q.withEviction(Lever{
					Kind: OthersRefuse, Subject: other.Namespace + "/" + other.Name,
					Why: lang.M("Pod %s/%s in %s=%s does not want a Pod with %s beside it (its podAntiAffinity)", other.Namespace, other.Name,
						term.TopologyKey, node.Labels[term.TopologyKey], metav1.FormatLabelSelector(term.LabelSelector)),
				}, []*corev1.Pod{other}))
				break
			}
		}
	}
	return levers
}

func (q *question) withEviction(lever Lever, pods []*corev1.Pod) Lever {
	var all fix
	for _, pod := range pods {
		if !q.mayGo(pod) {
			return lever
		}
		all = append(all, takeAway(pod))
	}
	if len(all) > 0 && len(all) <= maxEvictions {
		lever.fixes = append(lever.fixes, all)
	}
	return lever
}

func podList(pods []*corev1.Pod) string {
	const most = 3
	var names []string
	for _, pod := range pods[:min(most, len(pods))] {
		names = append(names, pod.Namespace+"/"+pod.Name)
	}
	if len(pods) > most {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}

func running(pod *corev1.Pod) bool {
	return pod.Status.Phase != corev1.PodSucceeded && pod.Status.Phase != corev1.PodFailed
}
