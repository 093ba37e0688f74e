// Package whatif is the vocabulary of counterfactual scheduling: a snapshot of a cluster, changes to it, and what the
// scheduler would say. Package kubescheduler beneath it answers, with the plugins of kube-scheduler itself.
//
// A Pod that runs where it should proves little: it may have landed there by luck. A check therefore asks what would
// have happened otherwise. First Admit makes a Pod of the learner's template, because the scheduler sees defaults,
// priorities and merged selectors that no manifest spells out; then Ask is asked about the snapshot With some changes.
//
// Required or preferred: take the label from the node where the Pod runs. Of a required term NodeAffinity is among that
// node's Failed plugins then; of a preferred one it is in the Scores only.
//
//	answer, err := scheduler.Ask(ctx, snapshot.With(whatif.Unlabel(node, "tier")), pod)
//	required := answer.Node(node).FailedBy("NodeAffinity")
//
// And or or: ask once for each combination of the labels in question, set by Relabel, and compare where the Pod fits
// with where it should. This finds the same answer for every way to write a condition.
//
// Does a constraint still bind: add an empty node that may be used (AddNode). A topology spread that still holds sends
// the next Pod there and nowhere else; one that was made void leaves the choice.
//
// Is it this Pod that is tolerated, or every: Taint a node that fits with another value, key or effect, and ask again.
//
// Would it push others out: Fill the nodes and Preempt, or Place the others first. Message and Reasons are the
// scheduler's own words, as in a FailedScheduling event.
//
// A Pod with spec.nodeName is judged like any other, though the real scheduler would not be asked about it. Pods of a
// snapshot that are finished, or on a node that is not there, take no part.
//
// Not covered: clusters of more than 100 nodes, of which the real scheduler looks at some only; which of equally good
// nodes it takes, which is chance; scheduler extenders and other profiles; device claims (DynamicResources) that
// would have to be allocated, and what preemption could do for a Pod with one; groups of Pods; webhooks and admission
// policies; and nodes on which two Pods hold the same host port, which no kubelet admits.
package whatif
