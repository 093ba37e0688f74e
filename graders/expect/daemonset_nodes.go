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

// OverWorkers is the times during which the DaemonSet was meant for every worker and for no other node. A node called
// visitor does not count.
func (d DaemonSet) OverWorkers(visitor string) Stay { return d.over(visitor, true) }

// OverAllNodes is the times during which the DaemonSet was meant for every node, while the control plane kept its taint.
func (d DaemonSet) OverAllNodes(visitor string) Stay { return d.over(visitor, false) }

func (d DaemonSet) over(visitor string, workersOnly bool) Stay {
	return stay(d.Evidence.History(), func(w *evidence.World) bool {
		found, ok := d.in(w)
		return ok && d.meant(w, found, visitor, workersOnly)
	})
}

// meant is true if the controller wants a Pod on all workers and, unless workersOnly, on the tainted nodes of the control plane.
func (d DaemonSet) meant(w *evidence.World, ds *appsv1.DaemonSet, visitor string, workersOnly bool) bool {
	workers, others := 0, 0
	for _, node := range residents(w, visitor) {
		isOther := w.IsControlPlane(node)
		if evidence.ShouldRun(ds, node) == (isOther && workersOnly) || isOther && !keepsOff(node) {
			return false
		}
		if isOther {
			others++
		} else {
			workers++
		}
	}
	return workers > 0 && others > 0
}

// keepsOff is true if a taint keeps Pods that do not tolerate it off the node.
func keepsOff(node *corev1.Node) bool {
	return slices.ContainsFunc(node.Spec.Taints, func(t corev1.Taint) bool { return t.Effect != corev1.TaintEffectPreferNoSchedule })
}

func residents(w *evidence.World, visitor string) []*corev1.Node {
	return slices.DeleteFunc(w.Nodes(), func(n *corev1.Node) bool { return n.Name == visitor })
}

// HasOnePodPerNode is the condition that each node that the DaemonSet is meant for has one ready Pod of it, and no other has any.
func (d DaemonSet) HasOnePodPerNode(visitor string) Condition {
	return Condition{
		Name: lang.M("one ready Pod of %s on each node that it is meant for", d.Name),
		Holds: func(w *evidence.World) bool {
			found, ok := d.in(w)
			if !ok {
				return false
			}
			wanted := 0
			for _, node := range residents(w, visitor) {
				should, ready, all := evidence.ShouldRun(found, node), 0, 0
				for _, pod := range w.PodsOf(found) {
					if pod.Spec.NodeName != node.Name || !evidence.Active(pod) {
						continue
					}
					all++
					if evidence.Ready(pod) && !evidence.HasEnded(pod) {
						ready++
					}
				}
				if should && (ready != 1 || all != 1) || !should && all > 0 {
					return false
				}
				if should {
					wanted++
				}
			}
			return wanted > 0
		},
		Seen: d.whereItRuns,
		Why:  d.whyNotThere,
	}
}

// whereItRuns names the nodes that have a ready Pod.
func (d DaemonSet) whereItRuns(w *evidence.World) lang.Message {
	if _, ok := d.in(w); !ok {
		return lang.M("no DaemonSet %s", d.Name)
	}
	var nodes []lang.Message
	for _, node := range w.Nodes() {
		if d.readyOn(w, node.Name, anyPod) {
			nodes = append(nodes, lang.Verbatim(node.Name))
		}
	}
	return lang.M("ready Pods of %s on: %s", d.Name, nodes)
}

func (d DaemonSet) whyNotThere(w *evidence.World) explain.Finding {
	requests, err := d.learnerRequests()
	if err != nil {
		return explain.Finding{Layer: explain.API, Why: lang.Verbatim(err.Error())}
	}
	found, ok := d.in(w)
	if !ok {
		return explain.DaemonSetStop(w, requests, d.Namespace, d.Name)
	}
	for _, node := range w.Nodes() {
		switch {
		case w.IsControlPlane(node) && !keepsOff(node):
			return explain.Finding{Layer: explain.API, Why: lang.M("the taint of node %s is gone; it should be tolerated, not removed", node.Name)}
		case w.IsControlPlane(node) && evidence.ShouldRun(found, node):
			return explain.Finding{Layer: explain.DaemonSet, Why: lang.M("its Pods tolerate the taint of node %s", node.Name)}
		case w.IsControlPlane(node):
			return explain.Finding{Layer: explain.DaemonSet, Why: lang.M("the controller makes no Pod for node %s: its selectors do not match, or a taint is not tolerated: %s", node.Name, taints(node))}
		case !evidence.ShouldRun(found, node):
			return explain.Finding{Layer: explain.DaemonSet, Why: lang.M("the selectors of %s leave out node %s", d.Name, node.Name)}
		}
	}
	return explain.DaemonSetStop(w, requests, d.Namespace, d.Name)
}

func taints(node *corev1.Node) []lang.Message {
	said := make([]lang.Message, len(node.Spec.Taints))
	for i, t := range node.Spec.Taints {
		said[i] = lang.Verbatim(t.ToString())
	}
	return said
}

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
