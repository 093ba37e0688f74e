package placement

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/whatif"
)

const (
	// maxSuggestions is how many are shown: whoever needs more has understood the table.
	maxSuggestions = 4
	// maxOfKind keeps them from being all alike.
	maxOfKind = 2
	// maxTries bounds how often the scheduler is asked.
	maxTries = 200
	// maxPerNode bounds the ways to combine changes for one node.
	maxPerNode = 256
)

// suggest combines one fix of each lever against a node and keeps the smallest combinations that the scheduler accepts. What does the
// same to yet another node stands with the last that does.
func (q *question) suggest(ctx context.Context, p *Placement) ([]Suggestion, error) {
	var found []Suggestion
	kinds := map[string]int{}
	for _, candidate := range candidates(q, p) {
		if len(found) > 0 && len(candidate.Changes) > len(found[0].Changes)+1 {
			break
		}
		full := len(found) == maxSuggestions || kinds[candidate.kinds()] == maxOfKind
		alike := lastAlike(found, candidate)
		if full && alike < 0 || slices.ContainsFunc(found, candidate.contains) {
			continue
		}
		fits, err := q.try(ctx, candidate)
		if err != nil {
			return nil, err
		}
		switch {
		case len(fits) == 0:
		case full:
			found[alike].Alike = append(found[alike].Alike, candidate.node())
		default:
			candidate.Fits = fits
			kinds[candidate.kinds()]++
			found = append(found, candidate)
		}
	}
	return found, nil
}

// lastAlike is the place of the last suggestion that does the same to another node; -1 if there is none.
func lastAlike(found []Suggestion, candidate Suggestion) int {
	for i, s := range slices.Backward(found) {
		if node := candidate.node(); node != "" && s.node() != "" && s.node() != node && s.shape() == candidate.shape() {
			return i
		}
	}
	return -1
}

// try asks about the Pod and the cluster as they would be.
func (q *question) try(ctx context.Context, s Suggestion) ([]string, error) {
	pod := q.pod.DeepCopy()
	s.Edit(&pod.Spec)
	answer, err := q.scheduler.Ask(ctx, s.Snapshot(q.snapshot), pod)
	if err != nil {
		return nil, fmt.Errorf("try %s: %w", s.kinds(), err)
	}
	return answer.Feasible(), nil
}

// candidates are all combinations that might do, smallest first, then the least intrusive.
func candidates(q *question, p *Placement) []Suggestion {
	byID := map[string]Suggestion{}
	for _, node := range p.Nodes {
		for _, s := range combine(slices.Concat(p.Pod, node.Levers)) {
			byID[s.id()] = s
		}
	}
	if worker, ok := joinWorker(q.snapshot, p); ok {
		byID[worker.id()] = worker
	}
	delete(byID, "")
	all := make([]Suggestion, 0, len(byID))
	for _, s := range byID {
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b Suggestion) int {
		return cmp.Or(cmp.Compare(len(a.Changes), len(b.Changes)), cmp.Compare(a.cost(), b.cost()), cmp.Compare(a.id(), b.id()))
	})
	return all[:min(len(all), maxTries)]
}

// combine takes one fix of each lever; nothing if some lever has none.
func combine(levers []Lever) []Suggestion {
	combined := []Suggestion{{}}
	for _, lever := range levers {
		var next []Suggestion
		for _, s := range combined {
			for _, fix := range lever.fixes {
				if next = append(next, s.with(fix)); len(next) == maxPerNode {
					break
				}
			}
		}
		combined = next[:min(len(next), maxPerNode)]
	}
	return combined
}

// joinWorker is for a cluster in which every node turns the Pod down by a control plane's taint: what is missing there
// is a node like these without it.
func joinWorker(snapshot *whatif.Snapshot, p *Placement) (Suggestion, bool) {
	for _, node := range p.Nodes {
		if !slices.ContainsFunc(node.Levers, func(l Lever) bool { return l.Kind == Taint && isControlPlane(l.Subject) }) {
			return Suggestion{}, false
		}
	}
	if len(p.Nodes) == 0 {
		return Suggestion{}, false
	}
	const name = "new-worker"
	at := slices.IndexFunc(snapshot.Nodes, named(p.Nodes[0].Name))
	worker := snapshot.Nodes[at].DeepCopy()
	worker.Name, worker.UID, worker.Spec.Taints, worker.Spec.Unschedulable = name, "", nil, false
	if worker.Labels == nil {
		worker.Labels = map[string]string{}
	}
	worker.Labels[labelHostname] = name
	for key := range worker.Labels {
		if isControlPlane(key) {
			delete(worker.Labels, key)
		}
	}
	return Suggestion{Changes: []Change{{
		Kind: "join-worker", Node: name, Text: lang.M("let a worker join: a node without the control plane's taint"),
		snapshot: whatif.AddNode(worker), cost: 4,
	}}}, true
}
