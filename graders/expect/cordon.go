package expect

import (
	"slices"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// BeNowButNoLonger holds for a Node that is in one state at the end of the history, and was in the other before but is not any more.
func BeNowButNoLonger(now, past State) Matcher {
	return matcher(func(n Node) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("node %s is %s, and no longer %s", n.Name, now.Name, past.Name)}
		current, ok, err := n.mustHaveBeen(&verdict, now)
		if !ok || err != nil {
			return verdict, err
		}
		if !current.open {
			verdict.Actual = lang.M("node %s is not %s any more", n.Name, now.Name)
			why, err := n.whoEnded(now, current)
			return verdict.at(current.ended).because(explain.Finding{Layer: explain.API, Why: why}), err
		}
		earlier, ok, err := n.mustHaveBeen(&verdict, past)
		if !ok || err != nil {
			return verdict, err
		}
		if earlier.open {
			verdict.Actual = lang.M("node %s is still %s", n.Name, past.Name)
			return verdict.because(explain.Finding{Layer: explain.API, Why: n.lastTaints()}), nil
		}
		verdict.OK, verdict.Actual = true, lang.M("it is so")
		return verdict, nil
	})
}

// LoseNothingTo holds for a Node on which Pods of the lab ran when it came into a state, none of which was removed afterwards
// by a request of the learner or by an eviction.
func LoseNothingTo(state State) Matcher {
	return matcher(func(n Node) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("node %s becomes %s, and no Pod that runs there is removed for it", n.Name, state.Name)}
		since, ok, err := n.mustHaveBeen(&verdict, state)
		if !ok || err != nil {
			return verdict, err
		}
		lives, err := n.livesOn(since.before)
		if err != nil {
			return verdict, err
		}
		if len(lives) == 0 {
			verdict.Actual = lang.M("no Pod of yours ran on %s then", n.Name)
			return verdict.at(since.from).because(explain.Finding{Layer: explain.Scheduler, Why: lang.M("only Pods that run can stay: the earlier tasks put some there")}), nil
		}
		for _, life := range lives {
			_, byLearner, err := n.removedByLearner(life)
			if err != nil {
				return verdict, err
			}
			if byLearner || life.EvictedForTaint() {
				verdict.Actual = lang.M("Pod %s is gone", life.Pod.Name)
				why, err := n.whoRemoved(life)
				return verdict.at(life.Leaving).because(explain.Finding{Layer: explain.API, Why: why}), err
			}
		}
		verdict.OK, verdict.Actual = true, lang.M("none was removed")
		return verdict, nil
	})
}

// RunAllTheSameOn holds for a DaemonSet that has a ready Pod on a node at the end of the history, which is in that state.
func RunAllTheSameOn(node Node, state State) Matcher {
	return matcher(func(d DaemonSet) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("DaemonSet %s has a ready Pod on node %s, though the node is %s", d.Name, node.Name, state.Name)}
		last, ok, err := node.mustHaveBeen(&verdict, state)
		if !ok || err != nil {
			return verdict, err
		}
		world, err := d.Evidence.History().At(last.to)
		if err != nil {
			return verdict, err
		}
		if last.open {
			if world, err = d.Evidence.History().Now(); err != nil {
				return verdict, err
			}
		}
		verdict.OK, verdict.Actual = d.readyOn(world, node.Name, anyPod), lang.M("it has one")
		if verdict.OK {
			return verdict, nil
		}
		verdict.Actual = lang.M("it has none there")
		requests, err := d.learnerRequests()
		return verdict.at(world.Moment().Instant()).because(explain.DaemonSetStop(world, requests, d.Namespace, d.Name)), err
	})
}

// HaveReadyPodsExactlyOn holds for a DaemonSet that at some moment had a ready Pod on each of these nodes and none elsewhere.
func HaveReadyPodsExactlyOn(nodes ...string) Matcher {
	return matcher(func(d DaemonSet) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("DaemonSet %s has a ready Pod on exactly: %s", d.Name, listed(sorted(nodes)))}
		at, found, err := d.Evidence.History().First(func(w *evidence.World) bool { return slices.Equal(d.nodesWith(w), sorted(nodes)) })
		if err != nil {
			return verdict, err
		}
		if found {
			verdict.OK, verdict.Actual, verdict.When = true, lang.M("it has one"), at
			return verdict, nil
		}
		now, err := d.Evidence.History().Now()
		if err != nil {
			return verdict, err
		}
		verdict.Actual = lang.M("it has one on: %s", listed(d.nodesWith(now)))
		return verdict.because(explain.Finding{Layer: explain.DaemonSet, Why: lang.M("a DaemonSet follows the labels of nodes: it puts a Pod on every node that matches its selector, and takes it away again")}), nil
	})
}

// nodesWith are the nodes with a ready Pod of the DaemonSet, in alphabetical order.
func (d DaemonSet) nodesWith(w *evidence.World) []string {
	var with []string
	for _, node := range w.Nodes() {
		if d.readyOn(w, node.Name, anyPod) {
			with = append(with, node.Name)
		}
	}
	return sorted(with)
}

// StayReady holds for a Workload whose first Pod is still there and was ready all the time since it first was.
func StayReady() Matcher {
	return matcher(func(w Workload) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("the Pod of %s has run all the time", w.Name)}
		lives, err := w.lives()
		if err != nil {
			return verdict, err
		}
		if len(lives) == 0 {
			verdict.Actual = lang.M("no Pod of %s ever was ready and kept running", w.Name)
			finding, err := w.whyStopped()
			return verdict.because(finding), err
		}
		first := lives[0]
		verdict.OK, verdict.Actual = first.Served() && first.Gone.IsZero() && first.Unready.IsZero(), lang.M("it was never disturbed")
		if verdict.OK {
			return verdict, nil
		}
		return w.disturbed(verdict, first)
	})
}

func (w Workload) disturbed(verdict Verdict, life *evidence.Life) (Verdict, error) {
	if life.Leaving.IsZero() {
		verdict.Actual = lang.M("it was not ready for a while")
		finding := explain.PodStop(life.Pod)
		return verdict.at(life.Unready).because(finding), nil
	}
	verdict.Actual = lang.M("its first Pod is gone")
	why, err := w.whoRemoved(life)
	return verdict.at(life.Leaving).because(explain.Finding{Layer: explain.API, Why: why}), err
}
