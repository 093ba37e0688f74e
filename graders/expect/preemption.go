package expect

import (
	"fmt"
	"slices"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// some judges the Pods of the workload, the newest first, and keeps the first verdict that holds, or else that of the newest.
func (w Workload) some(verdict Verdict, judge func(Verdict, *evidence.Life) (Verdict, error)) (Verdict, error) {
	lives, err := w.lives()
	if err != nil {
		return verdict, err
	}
	if len(lives) == 0 {
		verdict.Actual = lang.M("there never was a Pod of %s", w.Name)
		finding, err := w.whyStopped()
		return verdict.because(finding), err
	}
	var newest *Verdict
	for _, life := range slices.Backward(lives) {
		judged, err := judge(verdict, life)
		if judged.OK || err != nil {
			return judged, err
		}
		if newest == nil {
			newest = &judged
		}
	}
	return *newest, nil
}

// PreemptOn holds for a Workload for whose Pod the scheduler nominated that node, removed Pods from it, and bound the Pod there.
func PreemptOn(node string) Matcher {
	return matcher(func(w Workload) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("the scheduler nominates %s for %s, preempts a Pod there, and binds %s to it", node, w.Name, w.Name)}
		return w.some(verdict, func(verdict Verdict, life *evidence.Life) (Verdict, error) { return w.preempted(verdict, life, node) })
	})
}

func (w Workload) preempted(verdict Verdict, life *evidence.Life, node string) (Verdict, error) {
	if !life.Served() {
		verdict.Actual = lang.M("no Pod of %s ever was ready and kept running", w.Name)
		finding, err := w.whyStopped()
		return verdict.because(finding), err
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
		_, byLearner, err := w.removedByLearner(victim)
		if err != nil {
			return verdict, err
		}
		if byLearner {
			verdict.Actual = lang.M("its victim was removed by hand")
			why, err := w.whoRemoved(victim)
			return verdict.at(victim.Leaving).because(explain.Finding{Layer: explain.API, Why: why}), err
		}
	}
	verdict.OK, verdict.Actual = true, lang.M("the scheduler preempted %d for it", len(victims))
	return verdict, nil
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
		return w.some(verdict, func(verdict Verdict, life *evidence.Life) (Verdict, error) {
			return w.needsPriority(verdict, life, node)
		})
	})
}

func (w Workload) needsPriority(verdict Verdict, life *evidence.Life, node string) (Verdict, error) {
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
