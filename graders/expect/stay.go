package expect

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	schedulinghelpers "k8s.io/component-helpers/scheduling/corev1"
	"k8s.io/klog/v2"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// tolerates is true for a Pod that no NoExecute taint of the node removes, or only after some time; forEver, if none ever
// will. As in the taint eviction controller, a Pod must tolerate every taint, and the shortest tolerationSeconds of all
// tolerations that match decides (k8s.io/kubernetes/pkg/controller/tainteviction).
func tolerates(pod *corev1.Pod, node *corev1.Node) (tolerated, forEver bool) {
	logger := klog.Background()
	forEver = true
	for _, taint := range node.Spec.Taints {
		if taint.Effect != corev1.TaintEffectNoExecute {
			continue
		}
		if !schedulinghelpers.TolerationsTolerateTaint(logger, pod.Spec.Tolerations, &taint, true) {
			return false, false
		}
		for _, toleration := range pod.Spec.Tolerations {
			if toleration.TolerationSeconds != nil && toleration.ToleratesTaint(logger, &taint, true) {
				forEver = false
			}
		}
	}
	return true, forEver
}

// StayThrough holds for a Workload with a ready Pod on the node when the node came into a state, which was still there
// when the state ended, or at the end of the history.
func StayThrough(node Node, state State) Matcher {
	return matcher(func(w Workload) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("%s runs on %s before the node becomes %s, and stays (same UID)", w.Name, node.Name, state.Name)}
		since, ok, err := node.mustHaveBeen(&verdict, state)
		if !ok || err != nil {
			return verdict, err
		}
		lives, err := node.livesOn(since.before)
		if err != nil {
			return verdict, err
		}
		i := slices.IndexFunc(lives, func(l *evidence.Life) bool {
			return l.Workload == w.Name && l.Served() && l.Ready.RV < since.from.RV
		})
		if i < 0 {
			verdict.Actual = lang.M("no ready Pod of %s was on %s then", w.Name, node.Name)
			finding, err := w.whyAbsent(node)
			return verdict.at(since.from).because(finding), err
		}
		life := lives[i]
		if !life.Leaving.IsZero() && life.Leaving.RV <= since.to.RV {
			why, err := w.whoRemoved(life)
			verdict.Actual = lang.M("it did not stay")
			return verdict.at(life.Leaving).because(explain.Finding{Layer: explain.API, Why: why}), err
		}
		world, err := w.Evidence.History().At(since.from)
		if err != nil {
			return verdict, err
		}
		if found, ok := world.Node(node.Name); ok {
			if _, forEver := tolerates(life.Pod, found); !forEver {
				verdict.Actual = lang.M("it stays for a while only")
				return verdict.because(explain.Finding{Layer: explain.API, Why: lang.M("a toleration with tolerationSeconds only puts the eviction off")}), nil
			}
		}
		verdict.OK, verdict.Actual = true, lang.M("it stayed")
		return verdict, nil
	})
}

func (w Workload) whyAbsent(node Node) (explain.Finding, error) {
	life, err := w.served()
	if err != nil || life == nil {
		finding, whyErr := w.whyStopped()
		if err == nil {
			err = whyErr
		}
		return finding, err
	}
	if life.Pod.Spec.NodeName != node.Name {
		return explain.Finding{Layer: explain.Scheduler, Why: lang.M("it ran on %s: a toleration lets a Pod onto a node, it does not draw it there", life.Pod.Spec.NodeName)}, nil
	}
	return explain.Finding{Layer: explain.API, Why: lang.M("it has to be there before the taint is")}, nil
}
