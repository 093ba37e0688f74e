package expect

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// mustHaveBeen fills in the verdict of a node that was never in a state.
func (n Node) mustHaveBeen(verdict *Verdict, state State) (span, bool, error) {
	last, ok, err := n.lastSpan(state)
	if ok || err != nil {
		return last, ok, err
	}
	verdict.Actual = lang.M("node %s was never %s", n.Name, state.Name)
	*verdict = verdict.because(explain.Finding{Layer: explain.API, Why: n.lastTaints()})
	return span{}, false, nil
}

// lastTaints says which taints the node has at the end.
func (n Node) lastTaints() lang.Message {
	now, err := n.Evidence.History().Now()
	if err != nil {
		return lang.Verbatim(err.Error())
	}
	node, ok := now.Node(n.Name)
	if !ok || len(node.Spec.Taints) == 0 {
		return lang.M("it has no taint")
	}
	said := make([]lang.Message, len(node.Spec.Taints))
	for i, taint := range node.Spec.Taints {
		said[i] = lang.Verbatim(taint.ToString())
	}
	return lang.M("its taints are: %s", said)
}

// KeepWhatRuns holds for a Node on which Pods of the lab ran when it came into a state, all of which were still there later:
// when the other node came into its own state, or at the end if it did not.
func KeepWhatRuns(state State, until Node, next State) Matcher {
	return matcher(func(n Node) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("node %s becomes %s, and the Pods that run there stay (same UIDs)", n.Name, state.Name)}
		since, ok, err := n.mustHaveBeen(&verdict, state)
		if !ok || err != nil {
			return verdict, err
		}
		end := n.Evidence.History().End()
		if later, ok, err := until.lastSpan(next); err != nil || ok && later.from.RV > since.from.RV {
			end = later.from
			if err != nil {
				return verdict, err
			}
		}
		return n.keptAllAlong(verdict, since, end)
	})
}

// keptAllAlong fills in a verdict about a span and what came before it: whoever evicts first has nothing left that could stay.
func (n Node) keptAllAlong(verdict Verdict, since span, end evidence.Moment) (Verdict, error) {
	lives, err := n.Evidence.History().PodLives(n.Namespace)
	if err != nil {
		return verdict, err
	}
	for _, life := range lives {
		if life.Pod.Spec.NodeName == n.Name && life.EvictedForTaint() && life.Leaving.RV <= since.from.RV {
			verdict.Actual = lang.M("Pod %s is gone", life.Pod.Name)
			why, err := n.whoRemoved(life)
			return verdict.at(life.Leaving).because(explain.Finding{Layer: explain.API, Why: why}), err
		}
	}
	return n.keeps(verdict, since, end)
}

// keeps fills in a verdict about the Pods that were on the node when a span began: none may be gone before end.
func (n Node) keeps(verdict Verdict, since span, end evidence.Moment) (Verdict, error) {
	lives, err := n.livesOn(since.before)
	if err != nil {
		return verdict, err
	}
	if len(lives) == 0 {
		verdict.Actual = lang.M("no Pod of yours ran on %s then", n.Name)
		return verdict.at(since.from).because(explain.Finding{Layer: explain.Scheduler, Why: lang.M("only Pods that run can stay: the earlier tasks put some there")}), nil
	}
	for _, life := range lives {
		if life.Leaving.IsZero() || life.Leaving.RV > end.RV {
			continue
		}
		verdict.Actual = lang.M("%d of %d Pods are gone", gone(lives, end), len(lives))
		why, err := n.whoRemoved(life)
		return verdict.at(life.Leaving).because(explain.Finding{Layer: explain.API, Why: why}), err
	}
	verdict.OK, verdict.Actual = true, lang.M("all of them stayed")
	return verdict, nil
}

func gone(lives []*evidence.Life, end evidence.Moment) int {
	return len(slices.DeleteFunc(slices.Clone(lives), func(l *evidence.Life) bool { return l.Leaving.IsZero() || l.Leaving.RV > end.RV }))
}

// EvictWhatDoesNotTolerate holds for a Node that had Pods which do not tolerate a NoExecute taint when it got it, and
// from which every one of them was removed for it, by the taint eviction controller or by a DaemonSet's own.
func EvictWhatDoesNotTolerate(taint State) Matcher {
	return matcher(func(n Node) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("node %s becomes %s, and the Pods that do not tolerate it are evicted", n.Name, taint.Name)}
		since, ok, err := n.mustHaveBeen(&verdict, taint)
		if !ok || err != nil {
			return verdict, err
		}
		strangers, err := n.strangers(since)
		if err != nil {
			return verdict, err
		}
		if len(strangers) == 0 {
			verdict.Actual = lang.M("no Pod without a toleration ran on %s then", n.Name)
			return verdict.at(since.from).because(explain.Finding{Layer: explain.Scheduler, Why: lang.M("only Pods that run can be evicted: the earlier tasks put some there")}), nil
		}
		for _, life := range strangers {
			if life.Gone.IsZero() {
				verdict.Actual = lang.M("Pod %s is still there", life.Pod.Name)
				return verdict.because(explain.Finding{Layer: explain.Kubelet, Why: lang.M("a toleration with tolerationSeconds only puts the eviction off")}), nil
			}
			_, byLearner, err := n.removedByLearner(life)
			if err != nil {
				return verdict, err
			}
			forTaint, err := n.leftForTaint(life, since)
			if err != nil {
				return verdict, err
			}
			if byLearner || !forTaint {
				verdict.Actual = lang.M("not every one of these %d Pods was evicted by the taint", len(strangers))
				why, err := n.whoRemoved(life)
				return verdict.at(life.Leaving).because(explain.Finding{Layer: explain.API, Why: why}), err
			}
		}
		verdict.OK, verdict.Actual = true, lang.M("they were removed for it")
		return verdict, nil
	})
}

// leftForTaint is true for a Pod that its node's taint removed. Two controllers see to that, and the Pods of a DaemonSet are
// removed by the quicker one: the taint eviction controller, which leaves a condition, or the DaemonSet controller, whose Pods
// do not go on running on a node that they do not tolerate (k8s.io/kubernetes/pkg/controller/daemon, NodeShouldRunDaemonPod).
// That one may have another reason as well: a new template, or that the DaemonSet is gone.
func (n Node) leftForTaint(life *evidence.Life, since span) (bool, error) {
	if life.EvictedForTaint() {
		return true, nil
	}
	owner := metav1.GetControllerOf(life.Pod)
	if owner == nil || owner.Kind != "DaemonSet" {
		return false, nil
	}
	before, err := n.Evidence.History().At(since.before)
	if err != nil {
		return false, err
	}
	then, err := n.Evidence.History().At(life.Leaving)
	if err != nil {
		return false, err
	}
	was, _ := before.Lives(owner.UID)
	is, exists := then.Lives(owner.UID)
	if !exists || was == nil || is.GetDeletionTimestamp() != nil || is.GetGeneration() != was.GetGeneration() {
		return false, nil
	}
	node, ok := then.Node(n.Name)
	if !ok {
		return false, nil
	}
	tolerated, _ := tolerates(life.Pod, node)
	return !tolerated, nil
}

// strangers are the Pods on the node, when a span began, that its taints of that moment remove.
func (n Node) strangers(since span) ([]*evidence.Life, error) {
	world, err := n.Evidence.History().At(since.from)
	if err != nil {
		return nil, err
	}
	node, ok := world.Node(n.Name)
	if !ok {
		return nil, nil
	}
	lives, err := n.livesOn(since.before)
	return slices.DeleteFunc(lives, func(l *evidence.Life) bool {
		tolerated, _ := tolerates(l.Pod, node)
		return tolerated
	}), err
}
