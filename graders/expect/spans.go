package expect

import (
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/lang"
)

// Node is one node of the cluster, by name.
type Node struct{ Subject }

// State is something that can be true of a node for a while.
type State struct {
	// Name is how it reads after "node X is".
	Name lang.Message
	// On looks for it.
	On func(*corev1.Node) bool
}

// Tainted is the state of a node that has a taint, with its value. kubectl writes a taint as key=value:effect.
func Tainted(key, value string, effect corev1.TaintEffect) State {
	taint := corev1.Taint{Key: key, Value: value, Effect: effect}
	return State{
		Name: lang.M("tainted %s", taint.ToString()),
		On: func(n *corev1.Node) bool {
			return slices.ContainsFunc(n.Spec.Taints, func(t corev1.Taint) bool { return t.MatchTaint(&taint) && t.Value == value })
		},
	}
}

// Cordoned is the state of a node that takes no new Pods: spec.unschedulable.
func Cordoned() State {
	return State{Name: lang.M("cordoned"), On: func(n *corev1.Node) bool { return n.Spec.Unschedulable }}
}

// span is a time during which a node was in a state.
type span struct {
	// before is the last moment without the state, from the first with it, to the last, and ended the first without it again.
	before, from, to, ended evidence.Moment
	// open is true if the state lasts until the end of the history.
	open bool
}

// spans are the times during which a node was in a state.
func (n Node) spans(state State) ([]span, error) {
	var found []span
	var last evidence.Moment
	err := n.Evidence.History().Walk(func(w *evidence.World) bool {
		node, ok := w.Node(n.Name)
		is := ok && state.On(node)
		open := len(found) > 0 && found[len(found)-1].open
		switch {
		case is && !open:
			found = append(found, span{before: last, from: w.Moment(), to: w.Moment(), open: true})
		case is:
			found[len(found)-1].to = w.Moment()
		case open:
			found[len(found)-1].open, found[len(found)-1].ended = false, w.Moment()
		}
		last = w.Moment()
		return true
	})
	return found, err
}

// lastSpan is the last of these times; ok is false if there was none.
func (n Node) lastSpan(state State) (last span, ok bool, err error) {
	found, err := n.spans(state)
	if err != nil || len(found) == 0 {
		return span{}, false, err
	}
	return found[len(found)-1], true, nil
}

// livesOn are those of the lab's Pods that were bound to the node at a moment and had not ended.
func (n Node) livesOn(at evidence.Moment) ([]*evidence.Life, error) {
	world, err := n.Evidence.History().At(at)
	if err != nil {
		return nil, err
	}
	there := world.PodsOn(n.Namespace, n.Name)
	lives, err := n.Evidence.History().PodLives(n.Namespace)
	return slices.DeleteFunc(lives, func(l *evidence.Life) bool {
		return !slices.ContainsFunc(there, func(p *corev1.Pod) bool { return p.UID == l.Pod.UID && p.DeletionTimestamp == nil })
	}), err
}

// removedByLearner finds the request by which the learner removed a Pod itself, by a DELETE or an eviction.
func (s Subject) removedByLearner(life *evidence.Life) (evidence.Request, bool, error) {
	requests, err := s.learnerRequests()
	if err != nil {
		return evidence.Request{}, false, err
	}
	for _, q := range requests.Accepted() {
		removes := q.Resource == "pods" && q.Namespace == life.Pod.Namespace &&
			(q.Verb == "delete" && q.Name == life.Pod.Name || q.Verb == "deletecollection" || q.Verb == "create" && q.Subresource == "eviction" && q.Name == life.Pod.Name)
		if removes && !q.At.Before(life.Created.At) && (life.Gone.IsZero() || !q.At.After(life.Gone.At)) {
			return q, !life.Gone.IsZero(), nil
		}
	}
	return evidence.Request{}, false, nil
}

// whoRemoved says for a Pod that is gone what ended it.
func (s Subject) whoRemoved(life *evidence.Life) (lang.Message, error) {
	q, is, err := s.removedByLearner(life)
	switch {
	case err != nil:
		return lang.Message{}, err
	case is:
		return lang.M("Pod %s was removed by your own request (%s)", life.Pod.Name, said(q)), nil
	case life.EvictedForTaint():
		return lang.M("Pod %s was evicted because of a NoExecute taint", life.Pod.Name), nil
	case life.Preempted():
		return lang.M("Pod %s was preempted by the scheduler", life.Pod.Name), nil
	}
	return lang.M("Pod %s was deleted by its own controller", life.Pod.Name), nil
}

// said is a request in one line: what, by whom, with which program.
func said(q evidence.Request) string {
	target := q.Resource + "/" + q.Name
	if q.Subresource != "" {
		target += "/" + q.Subresource
	}
	who := q.User
	if who == cluster.Learner {
		who = "you"
	}
	return fmt.Sprintf("%s %s, %s, %s", q.Verb, target, who, program(q.Agent))
}
