package verify

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/podium-labs/podium/labs"
)

// group are cases that one submission proves.
type group struct {
	// whole is that submission, with all that its members lose.
	whole Case
	// members are the mistakes in it; a case that is graded by itself has none.
	members []member
}

// member is a mistake with the tasks that it loses checks in, or may change.
type member struct {
	Case
	own sets.Set[string]
}

// reach are the tasks that a mistake answers or that depend on one that it answers or in which it loses a check (own), and those with
// what they need in turn.
func (c Case) reach(lab *labs.Lab) (own, needed sets.Set[string], err error) {
	own, err = c.changed(lab)
	if err != nil {
		return nil, nil, err
	}
	tasks := lab.Tasks(nil)
	addDependants(own, tasks)
	for _, id := range slices.Concat(c.Fails, c.Blocked) {
		task, _, _ := strings.Cut(id, "/")
		own.Insert(task)
	}
	needed = own.Clone().Insert(c.with...)
	addNeeded(needed, tasks)
	return own, needed, nil
}

// together puts mistakes into one submission that lie over the same solution and cannot touch what another one is about: grading takes
// as long as the tasks that it is about, and most mistakes are about one. Solutions, the starter and what is declared as alone stay by themselves.
func together(cases []Case, lab *labs.Lab) ([]group, error) {
	type open struct {
		group

		own, needed sets.Set[string]
	}
	var groups []*open
	for _, c := range cases {
		if !c.mistake() || c.alone {
			groups = append(groups, &open{group: group{whole: c}})
			continue
		}
		own, needed, err := c.reach(lab)
		if err != nil {
			return nil, err
		}
		fits := func(g *open) bool {
			return len(g.members) > 0 && g.whole.layers[0] == c.layers[0] && !own.HasAny(g.needed.UnsortedList()...) && !needed.HasAny(g.own.UnsortedList()...)
		}
		i := slices.IndexFunc(groups, fits)
		if i < 0 {
			groups = append(groups, &open{group: group{whole: c}, own: sets.New[string](), needed: sets.New[string]()})
			i = len(groups) - 1
		} else {
			groups[i].whole = groups[i].whole.and(c, lab)
		}
		g := groups[i]
		g.members = append(g.members, member{c, own})
		g.own, g.needed = g.own.Union(own), g.needed.Union(needed)
	}
	all := make([]group, len(groups))
	for i, g := range groups {
		all[i] = g.group
		if len(g.members) == 1 {
			all[i].members = nil
		}
	}
	return all, nil
}

// and is the case with another mistake over the same solution in it.
func (c Case) and(other Case, lab *labs.Lab) Case {
	c.Name += " + " + other.Name
	c.Score -= lab.Points() - other.Score
	c.Fails, c.Blocked, c.Hints = slices.Concat(c.Fails, other.Fails), slices.Concat(c.Blocked, other.Blocked), slices.Concat(c.Hints, other.Hints)
	c.layers = slices.Concat(c.layers, other.layers[1:])
	c.without, c.with = slices.Concat(c.without, other.without), slices.Concat(c.with, other.with)
	return c
}
