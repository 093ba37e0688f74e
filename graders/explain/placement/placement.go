// Package placement says of every node why a Pod cannot run there, lever by lever, and which smallest changes would let it.
// The verdicts are the scheduler's; this package finds the fields, labels, Pods and numbers behind them.
package placement

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/whatif"
)

// The kinds of levers: what can keep a Pod from a node. They are part of podium.explain/v1.
const (
	NodeName      = "nodeName"
	Cordon        = "cordon"
	Taint         = "taint"
	NodeSelector  = "nodeSelector"
	NodeAffinity  = "nodeAffinity"
	Resources     = "resources"
	HostPort      = "hostPort"
	PodAffinity   = "podAffinity"
	AntiAffinity  = "podAntiAffinity"
	OthersRefuse  = "existingPodAntiAffinity"
	Spread        = "topologySpread"
	Volume        = "volume"
	Device        = "device"
	Gate          = "schedulingGate"
	PreferredTerm = "preferredTerm"
	Other         = "other"
)

// Lever is one reason against a node, or against the Pod on every node.
type Lever struct {
	// Kind is one of the constants above.
	Kind string
	// Subject tells levers of one kind apart, for example "gpu=yes:NoSchedule", "disk=ssd" or "nvidia.com/gpu".
	Subject string
	// Why says it in a sentence.
	Why lang.Message

	fixes []fix
}

// Node is one node and all levers against it; none if the Pod fits.
type Node struct {
	Name   string
	Levers []Lever
}

// Placement is everything that is to be said about where one Pod can run.
type Placement struct {
	// Pod are the levers that hold whatever the node.
	Pod []Lever
	// Nodes are sorted by name. A Pod of a DaemonSet is made for one node, so only this one is there.
	Nodes []Node
	// Fits are the nodes where the Pod could run now, best first.
	Fits []string
	// Message is the scheduler's own sentence; empty if the Pod fits.
	Message string
	// Preemption is what the scheduler would do about it; nil if the Pod fits.
	Preemption *whatif.Preemption
	// Suggestions are changes of which each was tried: with it, the Pod fits. Smallest first.
	Suggestions []Suggestion
}

// Explain asks the scheduler about an admitted Pod that waits for a node, or about one that has a node, as if it waited.
func Explain(ctx context.Context, scheduler whatif.Scheduler, snapshot *whatif.Snapshot, pod *corev1.Pod) (*Placement, error) {
	snapshot = snapshot.With(whatif.RemovePod(pod.Namespace, pod.Name)) // it is not in its own way
	answer, err := scheduler.Ask(ctx, snapshot, pod)
	if err != nil {
		return nil, fmt.Errorf("ask about pod %s: %w", pod.Name, err)
	}
	q := &question{scheduler: scheduler, snapshot: snapshot, pod: pod, answer: answer, asked: map[string]*whatif.Answer{}}
	p := &Placement{Pod: q.podLevers(), Fits: answer.Feasible(), Message: answer.Message}
	for _, said := range answer.Nodes {
		node := q.node(said.Name)
		if pinned := pinnedTo(pod); pinned != "" && pinned != node.Name {
			continue
		}
		levers, err := q.nodeLevers(ctx, node, said)
		if err != nil {
			return nil, err
		}
		p.Nodes = append(p.Nodes, Node{Name: node.Name, Levers: levers})
	}
	if len(p.Fits) > 0 {
		return p, nil
	}
	if p.Preemption, err = scheduler.Preempt(ctx, snapshot, pod); err != nil {
		return nil, fmt.Errorf("ask about preemption for pod %s: %w", pod.Name, err)
	}
	p.Suggestions, err = q.suggest(ctx, p)
	return p, err
}

// question is one Pod, and what was found out about it so far.
type question struct {
	scheduler whatif.Scheduler
	snapshot  *whatif.Snapshot
	pod       *corev1.Pod
	answer    *whatif.Answer
	asked     map[string]*whatif.Answer // what was said about the Pod with one constraint only, by constraint
}

func (q *question) node(name string) *corev1.Node {
	for _, node := range q.snapshot.Nodes {
		if node.Name == name {
			return node
		}
	}
	return &corev1.Node{}
}

// alone asks about the Pod after an edit that leaves one of its constraints; the answer is kept under that name.
func (q *question) alone(ctx context.Context, name string, edit func(*corev1.PodSpec)) (*whatif.Answer, error) {
	if known, ok := q.asked[name]; ok {
		return known, nil
	}
	pod := q.pod.DeepCopy()
	edit(&pod.Spec)
	answer, err := q.scheduler.Ask(ctx, q.snapshot, pod)
	if err != nil {
		return nil, fmt.Errorf("ask about %s of pod %s: %w", name, pod.Name, err)
	}
	q.asked[name] = answer
	return answer, nil
}

// pinnedTo is the node that a DaemonSet made this Pod for, which it says by a field of the node (daemonset/util,
// ReplaceDaemonSetPodNodeNameNodeAffinity); empty for any other Pod.
func pinnedTo(pod *corev1.Pod) string {
	if pod.Spec.Affinity == nil || pod.Spec.Affinity.NodeAffinity == nil || pod.Spec.Affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution == nil {
		return ""
	}
	terms := pod.Spec.Affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution.NodeSelectorTerms
	if len(terms) != 1 || len(terms[0].MatchExpressions) > 0 || len(terms[0].MatchFields) != 1 {
		return ""
	}
	field := terms[0].MatchFields[0]
	if field.Key != metadataName || field.Operator != corev1.NodeSelectorOpIn || len(field.Values) != 1 || !ownedBy(pod, "DaemonSet") {
		return ""
	}
	return field.Values[0]
}

// metadataName is the one field of a node that a term may ask for.
const metadataName = "metadata.name"

func ownedBy(pod *corev1.Pod, kind string) bool {
	for _, owner := range pod.OwnerReferences {
		if owner.Kind == kind && owner.Controller != nil && *owner.Controller {
			return true
		}
	}
	return false
}
