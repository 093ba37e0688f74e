package expect

import (
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/whatif"
)

// strangeTaint is the key of a taint that no cluster has: only a toleration without a key tolerates it.
const strangeTaint = "podium.dev/what-if"

// TolerateOnly holds for a Workload whose Pod would pass that taint on that node, and would be kept off by any other: one that
// nobody knows, of either effect, and each of others.
func TolerateOnly(node string, taint corev1.Taint, others ...corev1.Taint) Matcher {
	return matcher(func(w Workload) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("%s tolerates taint %s of %s and no other", w.Name, taint.ToString(), node)}
		life, err := w.mustHaveServed(&verdict)
		if life == nil || err != nil {
			return verdict, err
		}
		q, err := w.question(life.Pod, justBefore(life.Bound))
		if err != nil {
			return verdict, err
		}
		q = q.when(emptied, whatif.Taint(node, taint.Key, taint.Value, taint.Effect))
		kept, err := q.keptOff(node)
		if err != nil {
			return verdict, err
		}
		if kept {
			verdict.Actual = lang.M("taint %s would keep it off", taint.ToString())
			return verdict.because(explain.Finding{Layer: explain.Scheduler, Why: lang.M("its Pod does not tolerate the taint; it got there some other way")}), nil
		}
		strange := []corev1.Taint{{Key: strangeTaint, Effect: corev1.TaintEffectNoSchedule}, {Key: strangeTaint, Effect: corev1.TaintEffectNoExecute}}
		for _, other := range slices.Concat(strange, others, passedBesides(life.Pod, taint)) {
			kept, err := q.when(whatif.Taint(node, other.Key, other.Value, other.Effect)).keptOff(node)
			if err != nil {
				return verdict, err
			}
			if !kept {
				verdict.Actual = lang.M("with taint %s on it as well, %s would still take the Pod", other.ToString(), node)
				why := lang.M("plugin TaintToleration lets it pass: the Pod has a toleration for it")
				if other.Key == strangeTaint {
					why = lang.M("plugin TaintToleration lets it pass: a toleration without a key tolerates every taint")
				}
				return verdict.because(explain.Finding{Layer: explain.Scheduler, Why: why}), nil
			}
		}
		verdict.OK, verdict.Actual = true, lang.M("any other taint would keep it off")
		return verdict, nil
	})
}

// passedBesides are taints that a Pod has tolerations for by their keys, but for that one and for those that admission adds to every Pod
// (https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/#taint-based-evictions).
func passedBesides(pod *corev1.Pod, taint corev1.Taint) []corev1.Taint {
	var passed []corev1.Taint
	for _, t := range pod.Spec.Tolerations {
		if slices.Contains([]string{"", taint.Key, corev1.TaintNodeNotReady, corev1.TaintNodeUnreachable}, t.Key) {
			continue
		}
		effect := t.Effect
		if effect == "" {
			effect = corev1.TaintEffectNoSchedule
		}
		if effect != corev1.TaintEffectPreferNoSchedule { // which keeps nobody off
			passed = append(passed, corev1.Taint{Key: t.Key, Value: t.Value, Effect: effect})
		}
	}
	return passed
}

// keptOff asks whether the node's taints keep the Pod off.
func (q question) keptOff(node string) (bool, error) {
	answer, err := q.ask()
	if err != nil {
		return false, err
	}
	found := answer.Node(node)
	if found == nil {
		return false, fmt.Errorf("taint node %s: there is none", node)
	}
	return found.FailedBy(pluginTaints), nil
}

// BeStill holds for a Node that is in a state at the end of the history.
func BeStill(state State) Matcher {
	return matcher(func(n Node) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("node %s is %s", n.Name, state.Name), Actual: lang.M("it is so")}
		last, ok, err := n.mustHaveBeen(&verdict, state)
		if !ok || err != nil {
			return verdict, err
		}
		if verdict.OK = last.open; verdict.OK {
			return verdict, nil
		}
		why, err := n.whoEnded(state, last)
		verdict.Actual = lang.M("node %s is not %s any more", n.Name, state.Name)
		return verdict.at(last.ended).because(explain.Finding{Layer: explain.API, Why: why}), err
	})
}
