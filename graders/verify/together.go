package verify

import (
	"slices"
	"strings"

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
	own map[string]bool
}

// reach are the tasks that a mistake answers or that depend on one that it answers or in which it loses a check (own), and those with
// what they need in turn.
func (c Case) reach(lab *labs.Lab) (own, needed map[string]bool, err error) {
	own, err = c.changed(lab)
	if err != nil {
		return nil, nil, err
	}
	tasks := lab.Tasks(nil)
	own = withDependants(own, tasks)
	for _, id := range slices.Concat(c.Fails, c.Blocked) {
		task, _, _ := strings.Cut(id, "/")
		own[task] = true
	}
	needed = map[string]bool{}
	for _, id := range slices.Concat(keys(own), c.with) {
		needed[id] = true
	}
	return own, withNeeded(needed, tasks), nil
}

func keys(set map[string]bool) []string {
	var all []string
	for key, in := range set {
		if in {
			all = append(all, key)
		}
	}
	return all
}

// together puts mistakes into one submission that lie over the same solution and cannot touch what another one is about: grading takes
// as long as the tasks that it is about, and most mistakes are about one. Solutions and the starter stay by themselves.
func together(cases []Case, lab *labs.Lab) ([]group, error) {
	type open struct {
		group

		own, needed map[string]bool
	}
	var groups []*open
	for _, c := range cases {
		if !c.mistake() {
			groups = append(groups, &open{group: group{whole: c}})
			continue
		}
		own, needed, err := c.reach(lab)
		if err != nil {
			return nil, err
		}
		fits := func(g *open) bool {
			return len(g.members) > 0 && g.whole.layers[0] == c.layers[0] && disjoint(own, g.needed) && disjoint(needed, g.own)
		}
		i := slices.IndexFunc(groups, fits)
		if i < 0 {
			groups = append(groups, &open{group: group{whole: c}, own: map[string]bool{}, needed: map[string]bool{}})
			i = len(groups) - 1
		} else {
			groups[i].whole = groups[i].whole.and(c, lab)
		}
		g := groups[i]
		g.members = append(g.members, member{c, own})
		add(g.own, own)
		add(g.needed, needed)
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

func disjoint(a, b map[string]bool) bool {
	return !slices.ContainsFunc(keys(a), func(key string) bool { return b[key] })
}

func add(to, more map[string]bool) {
	for _, key := range keys(more) {
		to[key] = true
	}
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
