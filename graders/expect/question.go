package expect

import (
	"context"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/whatif"
)

// The plugins of kube-scheduler that verdicts here tell apart
// (https://kubernetes.io/docs/reference/scheduling/config/#scheduling-plugins).
const (
	pluginNodeAffinity  = "NodeAffinity"
	pluginInterPod      = "InterPodAffinity"
	pluginSpread        = "PodTopologySpread"
	pluginTaints        = "TaintToleration"
	pluginUnschedulable = "NodeUnschedulable"
)

// controlPlaneTaint is the taint that kubeadm puts on the nodes of the control plane.
const controlPlaneTaint = "node-role.kubernetes.io/control-plane"

// question is a Pod that has no node yet, and a cluster in which one is looked for.
type question struct {
	scheduler whatif.Scheduler
	snapshot  *whatif.Snapshot
	pod       *corev1.Pod
}

// question puts a Pod back into the cluster as it was at a moment, without a node. The controller of a DaemonSet overwrites the required
// node affinity with the one node that it means the Pod for
// (https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/#how-daemon-pods-are-scheduled): what the template says is asked.
func (s Subject) question(pod *corev1.Pod, at evidence.Moment) (question, error) {
	scheduler, err := s.Evidence.WhatIf()
	if err != nil {
		return question{}, fmt.Errorf("open scheduler: %w", err)
	}
	world, err := s.Evidence.History().At(at)
	if err != nil {
		return question{}, err
	}
	snapshot := world.Snapshot().With(whatif.RemovePod(pod.Namespace, pod.Name))
	q := question{scheduler: scheduler, snapshot: snapshot, pod: unbound(pod)}
	if owner := metav1.GetControllerOf(pod); owner != nil {
		if ds, ok := world.DaemonSet(pod.Namespace, owner.Name); ok && ds.UID == owner.UID {
			q.pod.Spec.Affinity = ds.Spec.Template.Spec.Affinity.DeepCopy()
		}
	}
	return q, nil
}

// unbound is the Pod as the API server stored it, before the scheduler chose.
func unbound(pod *corev1.Pod) *corev1.Pod {
	pod = pod.DeepCopy()
	pod.Spec.NodeName = ""
	pod.DeletionTimestamp, pod.DeletionGracePeriodSeconds = nil, nil
	pod.Status = corev1.PodStatus{Phase: corev1.PodPending}
	return pod
}

// justBefore is the last moment at which the Pod that got its node then had none.
func justBefore(bound evidence.Moment) evidence.Moment { return evidence.Moment{RV: bound.RV - 1} }

// when is the question with changes.
func (q question) when(changes ...whatif.Change) question {
	q.snapshot = q.snapshot.With(changes...)
	return q
}

func (q question) ask() (*whatif.Answer, error) {
	ctx := context.Background() // an answer takes less than a millisecond: there is nothing to call off
	answer, err := q.scheduler.Ask(ctx, q.snapshot, q.pod)
	if err != nil {
		return nil, fmt.Errorf("ask for a node for %s: %w", q.pod.Name, err)
	}
	return answer, nil
}

func (q question) preempt() (*whatif.Preemption, error) {
	ctx := context.Background() // as for ask
	preemption, err := q.scheduler.Preempt(ctx, q.snapshot, q.pod)
	if err != nil {
		return nil, fmt.Errorf("ask whom %s would preempt: %w", q.pod.Name, err)
	}
	return preemption, nil
}

// emptied leaves no Pod on any node, so that only what a Pod asks of nodes decides.
func emptied(s *whatif.Snapshot) { s.Pods = nil }

// untainted lifts all cordons and all taints but that of the control plane, so that only what a Pod wants decides, not
// what it tolerates.
func untainted(s *whatif.Snapshot) {
	whatif.EditAll(func(n *corev1.Node) {
		n.Spec.Unschedulable = false
		n.Spec.Taints = slices.DeleteFunc(n.Spec.Taints, func(t corev1.Taint) bool { return t.Key != controlPlaneTaint })
	})(s)
}

// refusals says for each of these nodes which plugins turn the Pod down, and in which words.
func refusals(answer *whatif.Answer, nodes ...string) []lang.Message {
	var said []lang.Message
	for _, name := range nodes {
		node := answer.Node(name)
		if node == nil {
			continue
		}
		for _, verdict := range node.Failed() {
			said = append(said, lang.Verbatim(fmt.Sprintf("%s: %s (%s)", name, verdict.Plugin, strings.Join(verdict.Reasons, "; "))))
		}
	}
	return said
}

// listed are names as they stand in a sentence.
func listed(names []string) lang.Message {
	if len(names) == 0 {
		return lang.M("no node")
	}
	return lang.Verbatim(strings.Join(names, ", "))
}

// sorted is a copy in alphabetical order.
func sorted(names []string) []string { return slices.Sorted(slices.Values(names)) }

// nodesOf are the names of all nodes that an answer speaks of.
func nodesOf(answer *whatif.Answer) []string {
	names := make([]string, len(answer.Nodes))
	for i, node := range answer.Nodes {
		names[i] = node.Name
	}
	return names
}
