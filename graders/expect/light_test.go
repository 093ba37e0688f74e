package expect_test

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	schedulinghelpers "k8s.io/component-helpers/scheduling/corev1"
	"k8s.io/component-helpers/scheduling/corev1/nodeaffinity"
	"k8s.io/klog/v2"

	"github.com/podium-labs/podium/graders/whatif"
)

// light is a scheduler that links no Kubernetes. It knows node affinity, taints, cordons, extended resources, and spread and
// anti-affinity over hostnames; it is good enough to test what matchers make of its answers.
type light struct {
	preempts map[int32]*whatif.Preemption // by the priority of who asks
}

func (light) Admit(*whatif.Snapshot, string, *corev1.PodTemplateSpec) (*corev1.Pod, error) {
	return nil, errors.New("not asked for in these tests")
}

func (l light) Preempt(_ context.Context, _ *whatif.Snapshot, pod *corev1.Pod) (*whatif.Preemption, error) {
	if p, ok := l.preempts[schedulinghelpers.PodPriority(pod)]; ok {
		return p, nil
	}
	return &whatif.Preemption{Reason: "nobody is below it"}, nil
}

func (light) Ask(_ context.Context, s *whatif.Snapshot, pod *corev1.Pod) (*whatif.Answer, error) {
	answer := &whatif.Answer{}
	for _, node := range s.Nodes {
		found := &whatif.Node{Name: node.Name, Scores: map[string]int64{}}
		verdict := func(plugin string, rejected bool) {
			found.Verdicts = append(found.Verdicts, whatif.Verdict{Plugin: plugin, Rejected: rejected, Reasons: []string{"no"}})
		}
		verdict("TaintToleration", tainted(pod, node))
		verdict("NodeResourcesFit", lacks(pod, node))
		verdict("NodeAffinity", !matches(pod, node))
		verdict("PodTopologySpread", unspread(s, pod, node))
		verdict("InterPodAffinity", pod.Spec.Affinity != nil && pod.Spec.Affinity.PodAntiAffinity != nil && count(s, node, pod.Labels) > 0)
		if found.Fits() {
			found.Scores["NodeAffinity"] = preference(pod, node)
			found.Total = found.Scores["NodeAffinity"]
		}
		answer.Nodes = append(answer.Nodes, found)
	}
	return answer, nil
}

func tainted(pod *corev1.Pod, node *corev1.Node) bool {
	_, keeps := schedulinghelpers.FindMatchingUntoleratedTaint(klog.Background(), node.Spec.Taints, pod.Spec.Tolerations,
		func(t *corev1.Taint) bool { return t.Effect != corev1.TaintEffectPreferNoSchedule }, true)
	return keeps
}

func lacks(pod *corev1.Pod, node *corev1.Node) bool {
	for _, c := range pod.Spec.Containers {
		for name, wanted := range c.Resources.Requests {
			if there := node.Status.Allocatable[name]; there.Cmp(wanted) < 0 {
				return true
			}
		}
	}
	return false
}

func matches(pod *corev1.Pod, node *corev1.Node) bool {
	fits, err := nodeaffinity.GetRequiredNodeAffinity(pod).Match(node)
	return fits && err == nil
}

func preference(pod *corev1.Pod, node *corev1.Node) int64 {
	if pod.Spec.Affinity == nil || pod.Spec.Affinity.NodeAffinity == nil {
		return 0
	}
	terms, err := nodeaffinity.NewPreferredSchedulingTerms(pod.Spec.Affinity.NodeAffinity.PreferredDuringSchedulingIgnoredDuringExecution)
	if err != nil {
		return 0
	}
	return terms.Score(node)
}

func unspread(s *whatif.Snapshot, pod *corev1.Pod, node *corev1.Node) bool {
	for _, c := range pod.Spec.TopologySpreadConstraints {
		if c.WhenUnsatisfiable != corev1.DoNotSchedule {
			continue
		}
		selector, err := metav1.LabelSelectorAsSelector(c.LabelSelector)
		if err != nil || !selector.Matches(labels.Set(pod.Labels)) {
			continue
		}
		counts := func(n *corev1.Node) bool {
			honor := c.NodeTaintsPolicy != nil && *c.NodeTaintsPolicy == corev1.NodeInclusionPolicyHonor
			return matches(pod, n) && (!honor || !tainted(pod, n))
		}
		least, here := -1, 0
		for _, other := range s.Nodes {
			if n := count(s, other, pod.Labels); counts(other) && (least < 0 || n < least) {
				least = n
			}
		}
		if counts(node) {
			here = count(s, node, pod.Labels)
		}
		if here+1-least > int(c.MaxSkew) {
			return true
		}
	}
	return false
}

func count(s *whatif.Snapshot, node *corev1.Node, set map[string]string) int {
	n := 0
	for _, pod := range s.Pods {
		if pod.Spec.NodeName == node.Name && labels.Equals(pod.Labels, set) {
			n++
		}
	}
	return n
}
