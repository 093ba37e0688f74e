package expect

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/whatif"
)

// addedNode is the name of the empty node that is added in thought.
const addedNode = "podium-what-if"

// StillBind holds for a SpreadRule whose Pods carry the constraint and heed it: if an empty node were added that they may
// use, the next Pod would have to go there. Cordons and taints of nodes that have such Pods are lifted in thought: a node that
// takes no more Pods says nothing about the constraint.
func StillBind() Matcher {
	return matcher(func(s SpreadRule) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("if an empty node were added, the next Pod of %s would have to go there", s.Name)}
		world, pods, err := s.readyPods()
		if err != nil {
			return verdict, err
		}
		if len(pods) == 0 {
			verdict.Actual = s.describe(world)
			return verdict.because(s.whyStopped(world)), nil
		}
		if !s.keptIn(pods[0].Spec) {
			verdict.Actual = lang.M("its Pods have no constraint with maxSkew %d, topologyKey %s and DoNotSchedule", s.MaxSkew, s.TopologyKey)
			return verdict.because(explain.Finding{Layer: explain.API, Why: lang.M("a constraint that is gone or weaker does not stick, but it does not spread either")}), nil
		}
		if d, ok := s.in(world); ok && d.Spec.Template.Spec.NodeName != "" {
			verdict.Actual = lang.M("its Pods name their node (spec.nodeName: %s)", d.Spec.Template.Spec.NodeName)
			return verdict.because(explain.Finding{Layer: explain.Scheduler, Why: pastTheScheduler()}), nil
		}
		q, err := s.nextPod(world, pods)
		if err != nil {
			return verdict, err
		}
		answer, err := q.ask()
		if err != nil {
			return verdict, err
		}
		return s.binding(verdict, answer, pods), nil
	})
}

// readyPods are the ready Pods of the newest template at the end of the history.
func (s SpreadRule) readyPods() (*evidence.World, []*corev1.Pod, error) {
	now, err := s.Evidence.History().Now()
	if err != nil {
		return nil, nil, err
	}
	found, ok := s.in(now)
	if !ok {
		return now, nil, nil
	}
	rs, ok := now.CurrentReplicaSet(found)
	if !ok {
		return now, nil, nil
	}
	return now, slices.DeleteFunc(now.PodsOf(rs), func(p *corev1.Pod) bool { return !evidence.Ready(p) }), nil
}

// nextPod asks about one more Pod in a cluster with one more node. The node is like that of the first Pod, but empty and
// without taints. If the Pods may not use even that, because they name their nodes, they are asked about without their
// node selection: all that counts is whether the constraint would still hold them.
func (s SpreadRule) nextPod(world *evidence.World, pods []*corev1.Pod) (question, error) {
	next := pods[0].DeepCopy()
	next.Name, next.UID = next.Name+"-next", next.UID+"-next"
	q, err := s.question(next, world.Moment())
	if err != nil {
		return q, err
	}
	like, ok := world.Node(pods[0].Spec.NodeName)
	if !ok {
		return q, nil
	}
	for _, pod := range pods {
		q = q.when(whatif.Edit(pod.Spec.NodeName, func(n *corev1.Node) { n.Spec.Unschedulable, n.Spec.Taints = false, nil }))
	}
	q = q.when(whatif.AddNode(emptyNode(like)))
	answer, err := q.ask()
	if err != nil {
		return q, err
	}
	if added := answer.Node(addedNode); added != nil && added.FailedBy(pluginNodeAffinity) {
		q.pod.Spec.NodeSelector = nil
		if q.pod.Spec.Affinity != nil {
			q.pod.Spec.Affinity.NodeAffinity = nil
		}
	}
	return q, nil
}

// emptyNode is a node like another, under its own name and with nothing that keeps Pods off.
func emptyNode(like *corev1.Node) *corev1.Node {
	node := like.DeepCopy()
	node.Name, node.UID = addedNode, addedNode
	metav1.SetMetaDataLabel(&node.ObjectMeta, corev1.LabelHostname, addedNode)
	node.Spec.Unschedulable, node.Spec.Taints = false, nil
	return node
}

// binding fills in the verdict: the new node takes the Pod, and no node that has one does.
func (s SpreadRule) binding(verdict Verdict, answer *whatif.Answer, pods []*corev1.Pod) Verdict {
	added := answer.Node(addedNode)
	if added == nil || !added.Fits() {
		verdict.Actual = lang.M("the empty node would not take it: %s", refusals(answer, addedNode))
		return verdict.because(explain.Finding{Layer: explain.Scheduler, Why: lang.M("something else than the constraint decides where these Pods go")})
	}
	for _, pod := range pods {
		if node := answer.Node(pod.Spec.NodeName); node != nil && !node.FailedBy(pluginSpread) {
			verdict.Actual = lang.M("%s would take one more as well", node.Name)
			return verdict.because(explain.Finding{Layer: explain.Scheduler, Why: lang.M("plugin PodTopologySpread lets it pass: the constraint does not count these Pods; look at its labelSelector")})
		}
	}
	verdict.OK, verdict.Actual = true, lang.M("only the empty node would take it")
	return verdict
}
