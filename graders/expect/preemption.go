package expect

import (
	"fmt"
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

// newest is the Pod that was created last; nil if there never was one.
func (w Workload) newest() (*evidence.Life, error) {
	lives, err := w.lives()
	if err != nil || len(lives) == 0 {
		return nil, err
	}
	return lives[len(lives)-1], nil
}

// mustExist fills in the verdict of a workload that never had a Pod.
func (w Workload) mustExist(verdict *Verdict) (*evidence.Life, error) {
	life, err := w.newest()
	if life != nil || err != nil {
		return life, err
	}
	verdict.Actual = lang.M("there never was a Pod of %s", w.Name)
	finding, err := w.whyStopped()
	*verdict = verdict.because(finding)
	return nil, err
}

// HaveAClassThatPreempts holds for a Workload whose Pod has a PriorityClass of the learner's own, with a priority above
// that of all Pods on the node, and may preempt.
func HaveAClassThatPreempts(node string) Matcher {
	return matcher(func(w Workload) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("%s has a PriorityClass of yours, above the Pods on %s, that may preempt", w.Name, node)}
		life, err := w.mustExist(&verdict)
		if life == nil || err != nil {
			return verdict, err
		}
		world, err := w.Evidence.History().At(life.Created)
		if err != nil {
			return verdict, err
		}
		priority, others := schedulinghelpers.PodPriority(life.Pod), highest(world.PodsOn(w.Namespace, node))
		policy := life.Pod.Spec.PreemptionPolicy
		class := life.Pod.Spec.PriorityClassName
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
	})
}

// highest is the highest priority of some Pods; that of a Pod without a class if there are none.
func highest(pods []*corev1.Pod) int32 {
	most := int32(0)
	for _, pod := range pods {
		most = max(most, schedulinghelpers.PodPriority(pod))
	}
	return most
}

// PreemptOn holds for a Workload for whose Pod the scheduler nominated that node, removed Pods from it, and bound the Pod there.
func PreemptOn(node string) Matcher {
	return matcher(func(w Workload) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("the scheduler nominates %s for %s, preempts a Pod there, and binds %s to it", node, w.Name, w.Name)}
		life, err := w.mustHaveServed(&verdict)
		if life == nil || err != nil {
			return verdict, err
		}
		if !slices.Contains(life.Nominated, node) || life.Pod.Spec.NodeName != node {
			verdict.Actual = lang.M("its Pod got onto %s without preemption", life.Pod.Spec.NodeName)
			return verdict.at(life.Bound).because(explain.Finding{Layer: explain.Scheduler, Why: lang.M("the scheduler preempts only if a Pod fits nowhere: there was room, or somebody had made room")}), nil
		}
		victims, err := w.victims(life, node)
		if err != nil {
			return verdict, err
		}
		if len(victims) == 0 {
			verdict.Actual = lang.M("no Pod on %s was preempted for it", node)
			return verdict.at(life.Bound).because(explain.Finding{Layer: explain.Scheduler, Why: lang.M("a victim has the condition DisruptionTarget with reason PreemptionByScheduler")}), nil
		}
		for _, victim := range victims {
			if _, byLearner, err := w.removedByLearner(victim); byLearner || err != nil {
				verdict.Actual = lang.M("its victim was removed by hand")
				why, whyErr := w.whoRemoved(victim)
				if err == nil {
					err = whyErr
				}
				return verdict.at(victim.Leaving).because(explain.Finding{Layer: explain.API, Why: why}), err
			}
		}
		verdict.OK, verdict.Actual = true, lang.M("the scheduler preempted %d for it", len(victims))
		return verdict, nil
	})
}

// victims are the Pods that the scheduler removed from the node while a Pod waited for it.
func (w Workload) victims(life *evidence.Life, node string) ([]*evidence.Life, error) {
	lives, err := w.Evidence.History().PodLives(w.Namespace)
	return slices.DeleteFunc(lives, func(l *evidence.Life) bool {
		during := l.Leaving.RV > life.Created.RV && l.Leaving.RV < life.Bound.RV
		return !l.Preempted() || l.Pod.Spec.NodeName != node || !during
	}), err
}

// NeedItsPriorityFor holds for a Workload whose Pod, when it was created, fitted nowhere and would have preempted Pods on
// the node, but none with a priority equal to theirs.
func NeedItsPriorityFor(node string) Matcher {
	return matcher(func(w Workload) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("%s fits nowhere by itself; with its priority it preempts on %s, with an equal one it would stay Pending", w.Name, node)}
		life, err := w.mustExist(&verdict)
		if life == nil || err != nil {
			return verdict, err
		}
		q, err := w.question(life.Pod, life.Created)
		if err != nil {
			return verdict, err
		}
		answer, err := q.ask()
		if err != nil {
			return verdict, err
		}
		if fits := answer.Feasible(); len(fits) > 0 {
			verdict.Actual = lang.M("it would fit on: %s", listed(sorted(fits)))
			return verdict.at(life.Created).because(explain.Finding{Layer: explain.Scheduler, Why: lang.M("nothing is short there: preemption needs a request that only the victims' resources can meet")}), nil
		}
		return w.comparePriorities(verdict, q, node)
	})
}

func (w Workload) comparePriorities(verdict Verdict, q question, node string) (Verdict, error) {
	higher, err := q.preempt()
	if err != nil {
		return verdict, err
	}
	if !higher.Eligible || higher.Node != node || len(higher.Victims) == 0 {
		verdict.Actual = lang.M("with its own priority it would preempt nobody on %s", node)
		return verdict.because(explain.Finding{Layer: explain.Scheduler, Why: lang.M("the scheduler makes room only for a Pod of higher priority whose class lets it preempt")}), nil
	}
	equal := highest(higher.Victims)
	q.pod = q.pod.DeepCopy()
	q.pod.Spec.Priority = &equal
	same, err := q.preempt()
	if err != nil {
		return verdict, fmt.Errorf("with equal priority: %w", err)
	}
	verdict.OK, verdict.Actual = same.Node == "", lang.M("with priority %d it would stay Pending", equal)
	if verdict.OK {
		return verdict, nil
	}
	verdict.Actual = lang.M("with priority %d it would preempt as well", equal)
	return verdict.because(explain.Finding{Layer: explain.Scheduler, Why: lang.M("only a higher priority preempts")}), nil
}
