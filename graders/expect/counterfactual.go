package expect

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/whatif"
)

// asMet is the question that the scheduler had to answer for the Pod that got ready last, but with no other Pod in the
// cluster, no cordon, and no taint except that of the control plane: only what the Pod wants decides.
func (w Workload) asMet(verdict *Verdict) (*evidence.Life, question, error) {
	life, err := w.mustHaveServed(verdict)
	if life == nil || err != nil {
		return nil, question{}, err
	}
	q, err := w.question(life.Pod, justBefore(life.Bound))
	return life, q.when(emptied, untainted), err
}

// asChosen is asMet for what is about the scheduler's choice, which a Pod that names its node leaves it none of.
func (w Workload) asChosen(verdict *Verdict) (*evidence.Life, question, error) {
	life, q, err := w.asMet(verdict)
	if life == nil || err != nil || !life.BypassedScheduler() {
		return life, q, err
	}
	verdict.Actual = lang.M("its Pods name their node (spec.nodeName: %s)", life.Pod.Spec.NodeName)
	*verdict = verdict.because(explain.Finding{Layer: explain.Scheduler, Why: pastTheScheduler()})
	return nil, question{}, nil
}

func pastTheScheduler() lang.Message {
	return lang.M("nodeName puts a Pod on a node without asking the scheduler; nothing else in the Pod chooses the node")
}

// FitOnlyOn holds for a Workload whose Pod would fit on these nodes and on no other, even if all were empty.
func FitOnlyOn(nodes ...string) Matcher {
	return matcher(func(w Workload) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("%s fits only on %s, even if every node were empty", w.Name, listed(sorted(nodes)))}
		life, q, err := w.asMet(&verdict)
		if life == nil || err != nil {
			return verdict, err
		}
		return verdict.fitting(q, nodes, whyElsewhere(life))
	})
}

// FitWithoutItsSelectionOn holds for a Workload whose Pod would fit on exactly these nodes if it had neither a node
// selector nor a node affinity, and if all nodes were empty. To tell what it requests from the nodes that there happen to
// be, a node without extended resources is added in thought.
func FitWithoutItsSelectionOn(nodes ...string) Matcher {
	return matcher(func(w Workload) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("without its node selection, %s would fit on: %s", w.Name, listed(sorted(nodes)))}
		life, q, err := w.asMet(&verdict)
		if life == nil || err != nil {
			return verdict, err
		}
		q.pod.Spec.NodeSelector = nil
		if q.pod.Spec.Affinity != nil {
			q.pod.Spec.Affinity.NodeAffinity = nil
		}
		answer, err := q.when(addPlain).ask()
		if err != nil {
			return verdict, err
		}
		if plain := answer.Node(addedNode); plain != nil && plain.Fits() {
			verdict.Actual = lang.M("it would fit on a node without any extended resource as well")
			return verdict.because(explain.Finding{Layer: explain.Scheduler, Why: lang.M("it requests none: to the scheduler the card is still free, and the next Pod may take it")}), nil
		}
		return verdict.fitting(q, nodes, lang.M("what a Pod requests is all that is left then; an extended resource is only a number"))
	})
}

// addPlain adds a node like the first, but without taints and without extended resources, whose names have a domain
// (https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#extended-resources).
func addPlain(s *whatif.Snapshot) {
	if len(s.Nodes) == 0 {
		return
	}
	plain := emptyNode(s.Nodes[0])
	for _, resources := range []corev1.ResourceList{plain.Status.Capacity, plain.Status.Allocatable} {
		maps.DeleteFunc(resources, func(name corev1.ResourceName, _ resource.Quantity) bool { return strings.Contains(string(name), "/") })
	}
	whatif.AddNode(plain)(s)
}

// fitting compares the nodes on which a Pod would fit with those on which it should.
func (v Verdict) fitting(q question, want []string, why lang.Message) (Verdict, error) {
	answer, err := q.ask()
	if err != nil {
		return v, err
	}
	fits := sorted(answer.Feasible())
	v.OK, v.Actual = len(fits) > 0 && slices.Equal(fits, sorted(want)), lang.M("it would fit on: %s", listed(fits))
	if v.OK {
		return v, nil
	}
	missing := slices.DeleteFunc(slices.Clone(want), func(name string) bool { return slices.Contains(fits, name) })
	if said := refusals(answer, missing...); len(said) > 0 {
		why = lang.M("turned down: %s", said)
	}
	return v.because(explain.Finding{Layer: explain.Scheduler, Why: why}), nil
}

func whyElsewhere(life *evidence.Life) lang.Message {
	if life.BypassedScheduler() {
		return pastTheScheduler()
	}
	return lang.M("where it ran was luck, or a preference; a node selector or a required node affinity rules the others out")
}

// NodeLabels are labels that a node would have; with an empty value, it would not have the label.
type NodeLabels map[string]string

// String lists them in order of their keys.
func (l NodeLabels) String() string {
	var said []string
	for key, value := range l {
		if value == "" {
			value = "–"
		}
		said = append(said, key+"="+value)
	}
	return strings.Join(sorted(said), ", ")
}

func (l NodeLabels) on(node string) whatif.Change {
	return whatif.Edit(node, func(n *corev1.Node) {
		for key, value := range l {
			if value == "" {
				delete(n.Labels, key)
				continue
			}
			n.Labels[key] = value
		}
	})
}

// NotFitOn holds for a Workload whose Pod would not fit on that node if the node had these labels.
func NotFitOn(node string, labels NodeLabels) Matcher {
	return matcher(func(w Workload) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("%s would not fit on %s if it had %s", w.Name, node, labels.String())}
		life, q, err := w.asMet(&verdict)
		if life == nil || err != nil {
			return verdict, err
		}
		answer, err := q.when(labels.on(node)).ask()
		if err != nil {
			return verdict, err
		}
		changed := answer.Node(node)
		if changed == nil {
			return verdict, fmt.Errorf("relabel node %s: there is none", node)
		}
		verdict.OK, verdict.Actual = !changed.Fits(), lang.M("turned down: %s", refusals(answer, node))
		if verdict.OK {
			return verdict, nil
		}
		verdict.Actual = lang.M("it would fit there")
		return verdict.because(explain.Finding{Layer: explain.Scheduler, Why: notRuledOut(q.pod)}), nil
	})
}

// notRuledOut says what a Pod's node affinity has that does not rule a node out.
func notRuledOut(pod *corev1.Pod) lang.Message {
	affinity := pod.Spec.Affinity
	if affinity == nil || affinity.NodeAffinity == nil {
		return lang.M("plugin NodeAffinity lets the node pass: the Pod has no node affinity")
	}
	if required := affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution; required != nil {
		if len(required.NodeSelectorTerms) > 1 {
			return lang.M("plugin NodeAffinity lets the node pass: the %d nodeSelectorTerms are alternatives (OR); what must hold together belongs into the matchExpressions of one term", len(required.NodeSelectorTerms))
		}
		return lang.M("plugin NodeAffinity lets the node pass: its required term says less than was asked")
	}
	return lang.M("plugin NodeAffinity lets the node pass: a preferred term only adds to its score")
}

// PreferByAffinity holds for a Workload whose Pod gets more points from its preferred node affinity on that node than on
// any other. Where it landed may be luck; the points are not.
func PreferByAffinity(node string) Matcher {
	return matcher(func(w Workload) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("the preferred node affinity of %s speaks for %s", w.Name, node)}
		life, q, err := w.asChosen(&verdict)
		if life == nil || err != nil {
			return verdict, err
		}
		answer, err := q.ask()
		if err != nil {
			return verdict, err
		}
		var points, others int64
		for _, n := range answer.Nodes {
			if n.Name == node {
				points = n.Scores[pluginNodeAffinity]
				continue
			}
			others = max(others, n.Scores[pluginNodeAffinity])
		}
		verdict.OK, verdict.Actual = points > others, lang.M("plugin NodeAffinity gives it %d points, and others up to %d", points, others)
		if verdict.OK {
			return verdict, nil
		}
		why := lang.M("a preferred term with a weight adds points for the nodes that match it")
		if len(answer.Feasible()) == 1 {
			why = lang.M("no other node is left to be compared: a required term rules them out")
		}
		return verdict.because(explain.Finding{Layer: explain.Scheduler, Why: why}), nil
	})
}

// StillFitWhenCordoned holds for a Workload whose Pod would find any of the others if that node were cordoned.
func StillFitWhenCordoned(node string, others ...string) Matcher {
	return matcher(func(w Workload) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("if %s were cordoned, %s would run on any of: %s", node, w.Name, listed(sorted(others)))}
		life, q, err := w.asChosen(&verdict)
		if life == nil || err != nil {
			return verdict, err
		}
		answer, err := q.when(whatif.Cordon(node)).ask()
		if err != nil {
			return verdict, err
		}
		fits := answer.Feasible()
		missing := slices.DeleteFunc(slices.Clone(others), func(name string) bool { return slices.Contains(fits, name) })
		verdict.OK, verdict.Actual = len(fits) > 0 && len(missing) == 0, lang.M("it would fit on: %s", listed(sorted(fits)))
		if verdict.OK {
			return verdict, nil
		}
		if len(fits) == 0 {
			missing = nodesOf(answer)
		}
		return verdict.because(explain.Finding{Layer: explain.Scheduler, Why: lang.M("turned down: %s", refusals(answer, missing...))}), nil
	})
}
