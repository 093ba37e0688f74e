package evidence

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/types"
)

// Moment is one instant of the history: after the version with this resourceVersion, before the next.
type Moment struct {
	RV uint64
	At time.Time
	// Kind and Name say what changed at that instant.
	Kind, Name string
}

// IsZero is true of the moment before anything was recorded.
func (m Moment) IsZero() bool { return m.RV == 0 && m.At.IsZero() }

// Instant is the moment without what changed then, for verdicts about something that did not happen until then.
func (m Moment) Instant() Moment { return Moment{RV: m.RV, At: m.At} }

// Moment is the instant at which the version came about.
func (v *Version) Moment() Moment {
	return Moment{RV: v.RV, At: v.At, Kind: v.Kind, Name: v.Object.GetName()}
}

// Interval is a stretch of the history, both ends included.
type Interval struct {
	From, To Moment
	// Open is true when the interval has not ended: To is then the last recorded moment.
	Open bool
}

// Walk calls visit with the world as it was at every recorded moment, in order, until visit returns false.
func (h *History) Walk(visit func(*World) bool) error {
	if err := h.Complete(); err != nil {
		return err
	}
	world := newWorld()
	for _, v := range h.Versions() {
		world.apply(v)
		if v.RV >= h.base && !visit(world) {
			return nil
		}
	}
	return nil
}

// During calls visit at every moment of the interval, the first included, until visit returns false.
func (h *History) During(i Interval, visit func(*World) bool) error {
	return h.Walk(func(w *World) bool {
		switch {
		case w.Last.RV < i.From.RV:
			return true
		case w.Last.RV > i.To.RV:
			return false
		}
		return visit(w)
	})
}

// First returns the first moment at which holds is true.
func (h *History) First(holds func(*World) bool) (Moment, bool, error) {
	return h.FirstAfter(Moment{}, holds)
}

// FirstAfter returns the first moment, not before start, at which holds is true.
func (h *History) FirstAfter(start Moment, holds func(*World) bool) (Moment, bool, error) {
	var at Moment
	found := false
	err := h.Walk(func(w *World) bool {
		if w.Last.RV >= start.RV && holds(w) {
			at, found = w.Moment(), true
		}
		return !found
	})
	return at, found, err
}

// At returns the world as it was at m.
func (h *History) At(m Moment) (*World, error) {
	if err := h.Complete(); err != nil {
		return nil, err
	}
	world := newWorld()
	for _, v := range h.Versions() {
		if v.RV > m.RV {
			break
		}
		world.apply(v)
	}
	return world, nil
}

// AtTime returns the world as it was at the instant t by the recorder's clock.
func (h *History) AtTime(t time.Time) (*World, error) {
	if err := h.Complete(); err != nil {
		return nil, err
	}
	world := newWorld()
	for _, v := range h.Versions() {
		if !v.At.After(t) {
			world.apply(v)
		}
	}
	return world, nil
}

// Now returns the world as it is at the end of the history.
func (h *History) Now() (*World, error) {
	versions := h.Versions()
	if len(versions) == 0 {
		return newWorld(), h.Complete()
	}
	return h.At(versions[len(versions)-1].Moment())
}

// End is the last recorded moment.
func (h *History) End() Moment {
	versions := h.Versions()
	if len(versions) == 0 {
		return Moment{}
	}
	return versions[len(versions)-1].Moment()
}

// Of returns all versions of the objects of a kind and name, over all objects that ever had it.
func (h *History) Of(kindName, namespace, name string) ([]*Version, error) {
	if err := h.Complete(); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(h.Versions()), func(v *Version) bool {
		return v.Kind != kindName || v.Object.GetNamespace() != namespace || v.Object.GetName() != name
	}), nil
}

// Since is the history from m on: it begins with the world as it was at m, and how that came about is not in it. Nodes are
// remembered as they were before anybody could label them.
func (h *History) Since(m Moment) *History {
	cut := NewHistory()
	cut.base = m.RV
	var later []*Version
	state, first := map[types.UID]*Version{}, map[types.UID]*Version{}
	for _, v := range h.Versions() {
		switch {
		case v.RV > m.RV:
			later = append(later, v)
		case v.Deleted:
			delete(state, v.UID())
		default:
			state[v.UID()] = v
			if v.Kind == "Node" && first[v.UID()] == nil {
				first[v.UID()] = v
			}
		}
	}
	before := slices.Collect(maps.Values(state))
	for uid, v := range first {
		if last := state[uid]; last != nil && last != v {
			before = append(before, v)
		}
	}
	slices.SortFunc(before, func(a, b *Version) int { return cmp.Compare(a.RV, b.RV) })
	for _, v := range slices.Concat(before, later) {
		cut.Add(v)
	}
	if err := h.Complete(); err != nil {
		cut.MarkGap(err.Error())
	}
	return cut
}

// Until is the history as it was at the instant t by the recorder's clock.
func (h *History) Until(t time.Time) *History {
	cut := NewHistory()
	for _, v := range h.Versions() {
		if !v.At.After(t) {
			cut.Add(v)
		}
	}
	if err := h.Complete(); err != nil {
		cut.MarkGap(err.Error())
	}
	return cut
}
