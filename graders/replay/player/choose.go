package player

import (
	"slices"

	"k8s.io/apimachinery/pkg/types"

	"github.com/podium-labs/podium/graders/replay"
)

// look finds the object that comes nearest to what a line says. sure is false if a better one may still come.
func (p *Player) look(o *replay.Object) (changed <-chan struct{}, found *tracked, sure bool) {
	p.tracker.mu.Lock()
	defer p.tracker.mu.Unlock()
	changed = p.tracker.changed
	if o.Name != "" {
		for _, t := range p.tracker.all {
			if t.kind == o.Kind && t.name == o.Name && t.namespace == o.Namespace && !t.gone {
				found = t // the youngest of that name
			}
		}
		return changed, found, found != nil
	}
	family := p.family(o)
	return changed, nearest(family, o, p.taken), len(family) >= o.Born
}

// family are all objects that ever had the owner, or the beginning of a name, that a line gives, in the order in which they
// were made.
func (p *Player) family(o *replay.Object) []*tracked {
	owner := p.bound[o.Owner]
	if o.Owner != "" && owner == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(p.tracker.all), func(t *tracked) bool {
		switch {
		case t.kind != o.Kind, !t.invented:
			return true
		case owner != nil:
			return t.owner != owner.uid
		}
		return t.owner != "" || t.prefix != o.Prefix
	})
}

// nearest prefers the same node, then what was made as the same number or still exists, then the nearest number. Two
// lines never mean the same object.
func nearest(family []*tracked, o *replay.Object, taken map[types.UID]bool) *tracked {
	var best *tracked
	var lowest []int
	for i, t := range family {
		if taken[t.uid] {
			continue
		}
		off := max(i+1-o.Born, o.Born-i-1)
		cost := []int{one(o.Node != "" && t.node != o.Node), one(t.gone && off > 0), off}
		if best == nil || slices.Compare(cost, lowest) < 0 {
			best, lowest = t, cost
		}
	}
	return best
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}
