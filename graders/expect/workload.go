package expect

import (
	"slices"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// Workload is whatever runs Pods under a name: a Deployment, another controller, or a Pod by itself.
type Workload struct{ Subject }

// lives are those of all its Pods.
func (w Workload) lives() ([]*evidence.Life, error) {
	lives, err := w.Evidence.History().PodLives(w.Namespace)
	return slices.DeleteFunc(lives, func(l *evidence.Life) bool { return l.Workload != w.Name }), err
}

// served is the Pod that got ready last and kept running; nil if there was none.
func (w Workload) served() (*evidence.Life, error) {
	lives, err := w.lives()
	var last *evidence.Life
	for _, life := range lives {
		if life.Served() && (last == nil || life.Ready.RV > last.Ready.RV) {
			last = life
		}
	}
	return last, err
}

// mustHaveServed fills in the verdict of a workload that never had a Pod that kept running.
func (w Workload) mustHaveServed(verdict *Verdict) (*evidence.Life, error) {
	life, err := w.served()
	if life != nil || err != nil {
		return life, err
	}
	verdict.Actual = lang.M("no Pod of %s ever was ready and kept running", w.Name)
	finding, err := w.whyStopped()
	*verdict = verdict.because(finding)
	return nil, err
}

// whyStopped climbs down the ladder of the workload, of whichever kind it is.
func (w Workload) whyStopped() (explain.Finding, error) {
	now, err := w.Evidence.History().Now()
	if err != nil {
		return explain.Finding{}, err
	}
	requests, err := w.learnerRequests()
	if err != nil {
		return explain.Finding{}, err
	}
	if _, is := now.Deployment(w.Namespace, w.Name); is {
		return explain.DeploymentStop(now, requests, w.Namespace, w.Name), nil
	}
	pods := now.PodsUnder(w.Namespace, w.Name)
	if finding, stuck := explain.PodsStop(pods); stuck {
		return finding, nil
	}
	if len(pods) == 0 {
		return explain.Missing(requests, "deployments", "Deployment", w.Namespace, w.Name), nil
	}
	return explain.Finding{Layer: explain.Kubelet, Why: lang.M("its containers come to an end; they have to keep running")}, nil
}

// RunOn holds for a Workload whose Pods ran on these nodes: the one that got ready last, and all that are ready still.
func RunOn(nodes ...string) Matcher {
	return matcher(func(w Workload) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("%s runs on: %s", w.Name, listed(nodes))}
		last, err := w.mustHaveServed(&verdict)
		if last == nil || err != nil {
			return verdict, err
		}
		lives, err := w.lives()
		if err != nil {
			return verdict, err
		}
		for _, life := range lives {
			counts := life == last || life.Served() && life.Gone.IsZero() && evidence.Ready(life.Pod)
			if node := life.Pod.Spec.NodeName; counts && !slices.Contains(nodes, node) {
				verdict.Actual = lang.M("a Pod of %s ran on %s", w.Name, node)
				return verdict.at(life.Bound).because(explain.Finding{Layer: explain.Scheduler, Why: lang.M("nothing in the Pod kept the scheduler from choosing that node")}), nil
			}
		}
		verdict.OK, verdict.Actual = true, lang.M("it does")
		return verdict, nil
	})
}

// HaveBeenPendingForItsAffinity holds for a Workload of which the scheduler once found no node for a Pod, because no node
// matched the Pod's node selector and required node affinity.
func HaveBeenPendingForItsAffinity() Matcher {
	return matcher(func(w Workload) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("a Pod of %s was Pending while no node matched what it requires", w.Name)}
		lives, err := w.lives()
		if err != nil {
			return verdict, err
		}
		for _, life := range lives {
			if life.Unschedulable.IsZero() {
				continue
			}
			unmatched, err := w.matchesNoNode(life)
			if err != nil {
				return verdict, err
			}
			if unmatched {
				verdict.OK, verdict.Actual, verdict.When = true, lang.M("it was Pending"), life.Unschedulable
				return verdict, nil
			}
		}
		verdict.Actual = lang.M("none of its %d Pods was Pending for that reason", len(lives))
		return verdict.because(explain.Finding{Layer: explain.Scheduler, Why: lang.M("a required term that no node matches keeps a Pod Pending; a preferred one never does")}), nil
	})
}

func (w Workload) matchesNoNode(life *evidence.Life) (bool, error) {
	q, err := w.question(life.Pod, life.Unschedulable)
	if err != nil {
		return false, err
	}
	answer, err := q.ask()
	if err != nil {
		return false, err
	}
	for _, node := range answer.Nodes {
		if !node.FailedBy(pluginNodeAffinity) {
			return false, nil
		}
	}
	return len(answer.Nodes) > 0, nil
}
