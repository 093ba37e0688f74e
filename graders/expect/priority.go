package expect

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	schedulinghelpers "k8s.io/component-helpers/scheduling/corev1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// reservedClass begins the names of the PriorityClasses that belong to Kubernetes itself
// (https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/#priorityclass).
const reservedClass = "system-"

// HaveAClassThatPreempts holds for a Workload whose Pod has a PriorityClass of the learner's own, with a priority above
// that of all Pods on the node, and may preempt.
func HaveAClassThatPreempts(node string) Matcher {
	return matcher(func(w Workload) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("%s has a PriorityClass of yours, above the Pods on %s, that may preempt", w.Name, node)}
		return w.some(verdict, func(verdict Verdict, life *evidence.Life) (Verdict, error) { return w.preempting(verdict, life, node) })
	})
}

func (w Workload) preempting(verdict Verdict, life *evidence.Life, node string) (Verdict, error) {
	world, err := w.Evidence.History().At(life.Created)
	if err != nil {
		return verdict, err
	}
	own := world.PodsUnder(w.Namespace, w.Name)
	others := highest(slices.DeleteFunc(world.PodsOn(w.Namespace, node), func(p *corev1.Pod) bool { return slices.Contains(own, p) }))
	priority, class, policy := schedulinghelpers.PodPriority(life.Pod), life.Pod.Spec.PriorityClassName, life.Pod.Spec.PreemptionPolicy
	_, known := world.PriorityClass(class)
	switch {
	case class == "" || !known || strings.HasPrefix(class, reservedClass):
		verdict.Actual = lang.M("its PriorityClass is %q", class)
	case policy != nil && *policy == corev1.PreemptNever:
		verdict.Actual = lang.M("its preemptionPolicy is %s", string(*policy))
	case priority <= others:
		verdict.Actual = lang.M("its priority is %d, and Pods on %s have up to %d", priority, node, others)
	default:
		verdict.OK, verdict.Actual = true, lang.M("its priority is %d", priority)
		return verdict, nil
	}
	return verdict.because(explain.Finding{Layer: explain.Scheduler, Why: lang.M("the scheduler makes room only for a Pod of higher priority whose class lets it preempt")}), nil
}

// highest is the highest priority of some Pods; that of a Pod without a class if there are none.
func highest(pods []*corev1.Pod) int32 {
	most := int32(0)
	for _, pod := range pods {
		most = max(most, schedulinghelpers.PodPriority(pod))
	}
	return most
}
