package placement

import (
	"reflect"
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// matching are the placed Pods that a term of a Pod in namespace means.
func (q *question) matching(term corev1.PodAffinityTerm, namespace string) []*corev1.Pod {
	var pods []*corev1.Pod
	for _, pod := range q.snapshot.Pods {
		if pod.Spec.NodeName != "" && running(pod) && q.selects(term, namespace, pod) {
			pods = append(pods, pod)
		}
	}
	return pods
}

// selects follows AffinityTerm.Matches of the scheduler. Terms of stored Pods have their matchLabelKeys merged into the selector.
func (q *question) selects(term corev1.PodAffinityTerm, namespace string, pod *corev1.Pod) bool {
	selector, err := metav1.LabelSelectorAsSelector(term.LabelSelector)
	if err != nil || !selector.Matches(labels.Set(pod.Labels)) {
		return false
	}
	if len(term.Namespaces) == 0 && term.NamespaceSelector == nil {
		return pod.Namespace == namespace
	}
	if slices.Contains(term.Namespaces, pod.Namespace) {
		return true
	}
	namespaces, err := metav1.LabelSelectorAsSelector(term.NamespaceSelector)
	return err == nil && namespaces.Matches(q.namespaceLabels(pod.Namespace))
}

func (q *question) namespaceLabels(name string) labels.Set {
	for _, object := range q.snapshot.Objects {
		if namespace, is := object.(*corev1.Namespace); is && namespace.Name == name {
			return namespace.Labels
		}
	}
	return nil
}

// inDomain are those Pods whose node has the same value for a topology key as node.
func (q *question) inDomain(pods []*corev1.Pod, node *corev1.Node, key string) []*corev1.Pod {
	domain, has := node.Labels[key]
	return slices.DeleteFunc(slices.Clone(pods), func(p *corev1.Pod) bool {
		value, known := q.node(p.Spec.NodeName).Labels[key]
		return !has || !known || value != domain
	})
}

// preferredWeight is the strongest wish there is.
const preferredWeight = 100

func preferAffinity(spec *corev1.PodSpec, term corev1.PodAffinityTerm) {
	if spec.Affinity == nil || spec.Affinity.PodAffinity == nil {
		return
	}
	a := spec.Affinity.PodAffinity
	a.RequiredDuringSchedulingIgnoredDuringExecution, a.PreferredDuringSchedulingIgnoredDuringExecution = prefer(
		term, a.RequiredDuringSchedulingIgnoredDuringExecution, a.PreferredDuringSchedulingIgnoredDuringExecution)
}

func preferAntiAffinity(spec *corev1.PodSpec, term corev1.PodAffinityTerm) {
	if spec.Affinity == nil || spec.Affinity.PodAntiAffinity == nil {
		return
	}
	a := spec.Affinity.PodAntiAffinity
	a.RequiredDuringSchedulingIgnoredDuringExecution, a.PreferredDuringSchedulingIgnoredDuringExecution = prefer(
		term, a.RequiredDuringSchedulingIgnoredDuringExecution, a.PreferredDuringSchedulingIgnoredDuringExecution)
}

// prefer moves a term from the required ones to the preferred ones. The term of a template lacks what admission merged
// into that of the Pod, so there it is recognised by its topology key and matchLabelKeys.
func prefer(term corev1.PodAffinityTerm, required []corev1.PodAffinityTerm, preferred []corev1.WeightedPodAffinityTerm) ([]corev1.PodAffinityTerm, []corev1.WeightedPodAffinityTerm) {
	at := slices.IndexFunc(required, func(t corev1.PodAffinityTerm) bool { return reflect.DeepEqual(t, term) })
	if at < 0 {
		at = slices.IndexFunc(required, func(t corev1.PodAffinityTerm) bool {
			return t.TopologyKey == term.TopologyKey && slices.Equal(t.MatchLabelKeys, term.MatchLabelKeys) && len(t.MatchLabelKeys) > 0
		})
	}
	if at < 0 {
		return required, preferred
	}
	moved := corev1.WeightedPodAffinityTerm{Weight: preferredWeight, PodAffinityTerm: required[at]}
	return slices.Delete(slices.Clone(required), at, at+1), append(slices.Clone(preferred), moved)
}
