package expect

import (
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// visit is one stay of a visiting node, with the numbers of Pods that the DaemonSet wanted before, during and after.
type visit struct {
	existed               bool // the DaemonSet did, when the node came
	before, during, after int32
	made                  bool // a Pod was made for the node
}

// FollowTheNodes holds for a DaemonSet that wanted one Pod more, and made it, while the visiting node was there, and one fewer when it
// had gone. The last visit counts.
func FollowTheNodes(visitor string) Matcher {
	return matcher(func(d DaemonSet) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("%s gets one Pod more when a node comes, and one fewer when it goes", d.Name)}
		last, err := d.lastVisit(visitor)
		if err != nil {
			return verdict, err
		}
		if !last.existed {
			now, err := d.Evidence.History().Now()
			if err != nil {
				return verdict, err
			}
			verdict.Actual = lang.M("there was no DaemonSet %s when a node came", d.Name)
			return verdict.because(d.whyNotThere(now)), nil
		}
		verdict.OK = last.before > 0 && last.during == last.before+1 && last.after == last.before && last.made
		verdict.Actual = lang.M("it wanted %d Pods before, %d while the node was there, and %d afterwards", last.before, last.during, last.after)
		if verdict.OK {
			return verdict, nil
		}
		return verdict.because(explain.Finding{Layer: explain.DaemonSet, Why: lang.M("the nodes are the replicas of a DaemonSet, as long as it does not name them one by one")}), nil
	})
}

func (d DaemonSet) lastVisit(visitor string) (visit, error) {
	var last visit
	var here types.UID
	wanted := int32(0)
	err := d.Evidence.History().Walk(func(w *evidence.World) bool {
		found, ok := d.in(w)
		node, is := w.Node(visitor)
		switch {
		case is && node.UID != here:
			here = node.UID
			last = visit{existed: ok, before: wanted, during: wanted, after: wanted}
		case is && ok:
			last.during = max(last.during, found.Status.DesiredNumberScheduled)
			last.made = last.made || d.madeFor(w, found, visitor)
		case !is && ok && here != "":
			last.after = found.Status.DesiredNumberScheduled
		}
		if ok && !is {
			wanted = found.Status.DesiredNumberScheduled
		}
		return true
	})
	return last, err
}

// madeFor is true if a Pod of the DaemonSet is bound to the node or meant for it: the controller names the node in
// a required affinity (ReplaceDaemonSetPodNodeNameNodeAffinity in k8s.io/kubernetes/pkg/controller/daemon/util).
func (d DaemonSet) madeFor(w *evidence.World, ds *appsv1.DaemonSet, node string) bool {
	return slices.ContainsFunc(w.PodsOf(ds), func(pod *corev1.Pod) bool { return pod.Spec.NodeName == node || evidence.MeantFor(pod, node) })
}
