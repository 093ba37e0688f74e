// Package whatif is the vocabulary of counterfactual scheduling: a snapshot of a cluster, changes to it, and what the
// scheduler would say. Package kubescheduler beneath it answers, with the plugins of kube-scheduler itself.
package whatif

import (
	"context"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// Scheduler answers what kube-scheduler would do. Nothing is created anywhere.
type Scheduler interface {
	// Admit turns a Pod template into the Pod that the API server would store: with defaults, the default tolerations
	// and the priority of its class, which must be among the snapshot's objects.
	Admit(snapshot *Snapshot, namespace string, template *corev1.PodTemplateSpec) (*corev1.Pod, error)
	// Ask says of every node whether an admitted Pod fits there, and if not, all reasons.
	Ask(ctx context.Context, snapshot *Snapshot, pod *corev1.Pod) (*Answer, error)
	// Preempt says whom an admitted Pod that fits nowhere would push out.
	Preempt(ctx context.Context, snapshot *Snapshot, pod *corev1.Pod) (*Preemption, error)
}

// Snapshot is everything that the scheduler looks at. It must not change once a Scheduler was asked about it: With makes another.
type Snapshot struct {
	Nodes []*corev1.Node
	Pods  []*corev1.Pod
	// Objects are the rest: Namespaces, PriorityClasses, claims and volumes, StorageClasses, CSINodes, Services,
	// PodDisruptionBudgets, LimitRanges.
	Objects []runtime.Object
}

// Verdict is what one plugin says about one node, or about the Pod as a whole.
type Verdict struct {
	// Plugin is its name in kube-scheduler, for example "NodeAffinity".
	Plugin string
	// Rejected is true if the node, or the Pod, is turned down.
	Rejected bool
	// Unresolvable is true of a rejection that preemption cannot change.
	Unresolvable bool
	// Reasons are the plugin's own words.
	Reasons []string
}

// Node is what all Filter plugins say about one node, in the order in which the scheduler runs them.
type Node struct {
	Name     string
	Verdicts []Verdict
	// Scores are the weighted scores by plugin; only a node that fits has some.
	Scores map[string]int64
	// Total is the sum of Scores.
	Total int64
}

// Fits is true if no plugin turns the node down.
func (n *Node) Fits() bool { return len(n.Failed()) == 0 }

// Failed are the rejections of all plugins. The real scheduler stops at the first.
func (n *Node) Failed() []Verdict {
	return slices.DeleteFunc(slices.Clone(n.Verdicts), func(v Verdict) bool { return !v.Rejected })
}

// FailedBy reports whether that plugin turns the node down.
func (n *Node) FailedBy(plugin string) bool {
	return slices.ContainsFunc(n.Verdicts, func(v Verdict) bool { return v.Rejected && v.Plugin == plugin })
}

// Answer is what the scheduler says about one Pod.
type Answer struct {
	// Held are the plugins that keep the Pod from being tried at all (scheduling gates).
	Held []Verdict
	// Pod are the plugins that turn the Pod down whatever the node; they are repeated on every node.
	Pod []Verdict
	// Nodes are sorted by name.
	Nodes []*Node
	// Err is that of scoring: a preferred term that cannot be parsed keeps the Pod Pending although nodes fit.
	Err error
	// Message is the scheduler's own sentence about a Pod that stays Pending, "0/4 nodes are available: ...", up to where
	// preemption begins; empty if the Pod would run. Preemption has the whole sentence of the event.
	Message string
}

// Node finds a node by name; nil if the snapshot has none of that name.
func (a *Answer) Node(name string) *Node {
	for _, node := range a.Nodes {
		if node.Name == name {
			return node
		}
	}
	return nil
}

// Feasible are the names of the nodes where the Pod could run, best total score first, then by name.
func (a *Answer) Feasible() []string {
	if len(a.Held) > 0 || a.Err != nil {
		return nil
	}
	fit := slices.DeleteFunc(slices.Clone(a.Nodes), func(n *Node) bool { return !n.Fits() })
	slices.SortStableFunc(fit, func(a, b *Node) int { return int(b.Total - a.Total) })
	names := make([]string, len(fit))
	for i, node := range fit {
		names[i] = node.Name
	}
	return names
}

// Preemption is what the scheduler would do for a Pod that fits nowhere.
type Preemption struct {
	// Eligible is false if the Pod may not push out others, or does not need to.
	Eligible bool
	// Reason says why it may not, or why it would not help anywhere, or what was found.
	Reason string
	// Node is where room would be made; empty if nowhere. Of equally good nodes it is the first by name, where the real
	// scheduler takes any.
	Node string
	// Victims are those that would have to go from there, most important first.
	Victims []*corev1.Pod
	// Candidates are all nodes where room could be made, by name.
	Candidates []Candidate
	// Message is the whole sentence of the FailedScheduling event; empty if the Pod fits.
	Message string
}

// Candidate is a node where preemption could make room.
type Candidate struct {
	// Node is its name.
	Node string
	// Victims are those that would have to go from there, most important first.
	Victims []*corev1.Pod
	// PDBViolations counts the victims that a PodDisruptionBudget protects.
	PDBViolations int64
}
