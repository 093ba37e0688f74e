package expect

import (
	"errors"
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// OverWorkers is the times during which the DaemonSet was meant for every worker and for no other node. A node called
// visitor does not count.
func (d DaemonSet) OverWorkers(visitor string) Stay { return d.over(visitor, true) }

// OverAllNodes is the times during which the DaemonSet was meant for every node, while the control plane kept its taint: those after the
// last time at which it was meant for the workers only.
func (d DaemonSet) OverAllNodes(visitor string) Stay {
	all, workers := d.over(visitor, false), d.over(visitor, true)
	if n := len(workers.Ends); n > 0 {
		all.Ends = slices.DeleteFunc(all.Ends, func(end evidence.Moment) bool { return end.RV < workers.Ends[n-1].RV })
	}
	all.err = errors.Join(all.err, workers.err)
	return all
}

func (d DaemonSet) over(visitor string, workersOnly bool) Stay {
	return stay(d.Evidence.History(), func(w *evidence.World) bool {
		found, ok := d.in(w)
		return ok && found.DeletionTimestamp == nil && d.meant(w, found, visitor, workersOnly)
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

// keepsOff is true if the node of a control plane has its own taint.
func keepsOff(node *corev1.Node) bool {
	return slices.ContainsFunc(node.Spec.Taints, func(t corev1.Taint) bool {
		return t.Key == controlPlaneTaint && t.Effect != corev1.TaintEffectPreferNoSchedule
	})
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
