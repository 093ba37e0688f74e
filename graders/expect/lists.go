package expect

import (
	"slices"
	"strings"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// podNames are the Pods of the Deployment that are not on their way out, and whether all of them are ready.
func (d Deployment) podNames(w *evidence.World) (names []string, ready bool) {
	found, ok := d.in(w)
	if !ok {
		return nil, false
	}
	ready = true
	for _, pod := range w.PodsOfDeployment(found) {
		if evidence.Active(pod) {
			names = append(names, pod.Name)
			ready = ready && evidence.Ready(pod)
		}
	}
	slices.Sort(names)
	return names, ready
}

// list are the Pods of the Deployment that a text names: every word that is built like the name of one (Deployment,
// hash of the template, suffix), whether or not there ever was such a Pod.
func (d Deployment) list(text string, sets map[string]bool) []string {
	names := slices.DeleteFunc(tokens(text), func(word string) bool {
		rest, is := strings.CutPrefix(word, d.Name+"-")
		return !is || !strings.Contains(rest, "-") || sets[word]
	})
	slices.Sort(names)
	return slices.Compact(names)
}

// replicaSetNames are those of all ReplicaSets that the Deployment ever had.
func (d Deployment) replicaSetNames() (map[string]bool, error) {
	sets := map[string]bool{}
	err := d.Evidence.History().Walk(func(w *evidence.World) bool {
		if found, ok := d.in(w); ok {
			for _, rs := range w.ReplicaSetsOf(found) {
				sets[rs.Name] = true
			}
		}
		return true
	})
	return sets, err
}

// List is a written list of a Deployment's Pods.
type List struct {
	Written
	Of Deployment
}

// read returns the names on the list; without an answer it fills in the verdict.
func (l List) read(verdict *Verdict) ([]string, error) {
	text, found, err := l.Text()
	if err != nil || !found {
		*verdict = l.missing(*verdict)
		return nil, err
	}
	sets, err := l.Of.replicaSetNames()
	if err != nil {
		return nil, err
	}
	names := l.Of.list(text, sets)
	if len(names) == 0 {
		verdict.Actual = lang.M("the answer names no Pod of %s", l.Of.Name)
		*verdict = verdict.because(explain.Finding{Layer: explain.Answer, Why: lang.M("what kubectl get pods prints is a good answer")})
	}
	return names, nil
}

// BeTrueBeforeADelete holds for a List that has exactly the Pods that the Deployment had at some moment before the learner deleted
// one of them, when it was complete.
func BeTrueBeforeADelete() Matcher {
	return listMatching(lang.M("exactly the Pods that there were before you deleted one"), func(l List, loss Loss, w *evidence.World, names []string) bool {
		return w.Last.RV < loss.At.RV && slices.Contains(names, loss.Pod.Name)
	})
}

// BeTrueAfterADelete holds for a List that has exactly the Pods that the Deployment had at some moment after it had replaced
// one that the learner deleted.
func BeTrueAfterADelete() Matcher {
	return listMatching(lang.M("exactly the Pods that there were when the one you had deleted was replaced"), func(_ List, loss Loss, w *evidence.World, names []string) bool {
		return w.Last.RV > loss.At.RV && !slices.Contains(names, loss.Pod.Name)
	})
}

// listMatching judges a List by the moments at which the Deployment had all its replicas.
func listMatching(expected lang.Message, fits func(List, Loss, *evidence.World, []string) bool) Matcher {
	return matcher(func(l List) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("%s: %s", l.Key, expected)}
		names, err := l.read(&verdict)
		if err != nil || len(names) == 0 {
			return verdict, err
		}
		losses, err := l.Of.Losses()
		if err != nil {
			return verdict, err
		}
		_, found, err := l.Of.Evidence.History().First(func(w *evidence.World) bool {
			return l.complete(w, names) && slices.ContainsFunc(losses, func(loss Loss) bool { return fits(l, loss, w, names) })
		})
		if err != nil {
			return verdict, err
		}
		if verdict.OK = found; found {
			verdict.Actual = lang.M("the list is true")
			return verdict, nil
		}
		return l.untrue(verdict, names, losses)
	})
}

// complete is true if the Deployment has all its replicas, ready, and these are their names.
func (l List) complete(w *evidence.World, names []string) bool {
	found, ok := l.Of.in(w)
	there, ready := l.Of.podNames(w)
	return ok && ready && int(*found.Spec.Replicas) == len(names) && slices.Equal(there, names)
}

// untrue says what is wrong with a list.
func (l List) untrue(verdict Verdict, names []string, losses []Loss) (Verdict, error) {
	known := map[string]bool{}
	var match evidence.Moment
	err := l.Of.Evidence.History().Walk(func(w *evidence.World) bool {
		there, _ := l.Of.podNames(w)
		for _, name := range there {
			known[name] = true
		}
		if l.complete(w, names) {
			match = w.Moment()
		}
		return true
	})
	if err != nil {
		return verdict, err
	}
	finding := explain.Finding{Layer: explain.Answer, Why: lang.M("take one list before the delete, and one when the Deployment is complete again: kubectl get pods")}
	invented := slices.IndexFunc(names, func(name string) bool { return !known[name] })
	switch {
	case invented >= 0:
		verdict.Actual = lang.M("there never was a Pod %s", names[invented])
	case len(losses) == 0:
		verdict.Actual = lang.M("no Pod of %s was deleted by you, so there is no before and no after", l.Of.Name)
	case !match.IsZero():
		verdict.Actual, verdict.When = lang.M("the list was true at another moment"), match
	default:
		verdict.Actual = lang.M("%s never had exactly these %d Pods", l.Of.Name, len(names))
	}
	return verdict.because(finding), nil
}

// Lists are both lists of a recovery.
type Lists struct{ Before, After List }

// DifferInOneName holds for Lists that differ in exactly one name on either side: the Pod that the learner deleted, and a new one.
func DifferInOneName() Matcher {
	return matcher(func(l Lists) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("the two lists differ in exactly one name: the Pod that you deleted, and a new one")}
		before, err := l.Before.read(&verdict)
		if err != nil || len(before) == 0 {
			return verdict, err
		}
		after, err := l.After.read(&verdict)
		if err != nil || len(after) == 0 {
			return verdict, err
		}
		losses, err := l.Before.Of.Losses()
		if err != nil {
			return verdict, err
		}
		gone, came := without(before, after), without(after, before)
		verdict.OK = len(gone) == 1 && len(came) == 1 && slices.ContainsFunc(losses, func(loss Loss) bool { return loss.Pod.Name == gone[0] })
		verdict.Actual = lang.M("%d names are in the first list only, %d in the second only", len(gone), len(came))
		if verdict.OK {
			return verdict, nil
		}
		return verdict.because(explain.Finding{Layer: explain.ReplicaSet, Why: lang.M("a ReplicaSet replaces what is missing, and leaves the others alone; the new Pod has a new name")}), nil
	})
}

func without(names, others []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(others, name) })
}
