// Package evidence keeps what happened: every version of every object in scope, and every request that was made.
package evidence

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// ErrIncomplete is wrapped by every answer that would have to be read out of a history with a hole in it.
// A check that meets it could not be made; it has not failed.
var ErrIncomplete = errors.New("the recorded history is incomplete")

// Version is one state of one object.
type Version struct {
	// RV is the resourceVersion at which the object took this state; for a deletion, that of the deletion.
	// All kinds of one cluster share etcd's revision counter, so RV orders versions across kinds, which
	// arrival times of separate watches cannot. (Comparing resourceVersions is part of the API since KEP-5504.)
	RV uint64
	// At is when the recorder saw it.
	At time.Time
	// Kind is the object's kind, for example "Pod".
	Kind string
	// Object is the state; of a deleted object the last one. It must not be changed.
	Object client.Object
	// Deleted is true when this version is the end of the object.
	Deleted bool
}

// UID identifies the object over all its versions.
func (v *Version) UID() types.UID { return v.Object.GetUID() }

// History is everything recorded so far. It is safe for use by one writer and many readers.
type History struct {
	mu       sync.RWMutex
	versions []*Version
	sorted   bool
	latest   map[types.UID]*Version
	ended    map[types.UID]bool
	gaps     []string
	room     int
	base     uint64 // versions before this one are the state that the history begins with
	changed  chan struct{}
}

// NewHistory returns an empty History.
func NewHistory() *History {
	return &History{sorted: true, latest: map[types.UID]*Version{}, ended: map[types.UID]bool{}, changed: make(chan struct{})}
}

// Add appends one version.
func (h *History) Add(v *Version) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if n := len(h.versions); n > 0 && h.versions[n-1].RV > v.RV {
		h.sorted = false
	}
	h.versions = append(h.versions, v)
	if makesRoom(v) {
		h.room++
	}
	if v.Deleted {
		delete(h.latest, v.UID())
		h.ended[v.UID()] = true
	} else {
		h.latest[v.UID()] = v
	}
	close(h.changed)
	h.changed = make(chan struct{})
}

// Changed returns a channel that is closed at the next Add.
func (h *History) Changed() <-chan struct{} {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.changed
}

// MarkGap notes that versions may be missing. Every later query over the history returns ErrIncomplete.
func (h *History) MarkGap(why string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.gaps = append(h.gaps, why)
}

// Complete returns nil, or ErrIncomplete with what went missing.
func (h *History) Complete() error {
	h.mu.RLock()
	defer h.mu.RUnlock()
	if len(h.gaps) == 0 {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrIncomplete, h.gaps[0])
}

// Versions returns all versions in the order in which they came about.
func (h *History) Versions() []*Version {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.sorted {
		h.versions = slices.Clone(h.versions) // readers may still hold the old order
		slices.SortStableFunc(h.versions, func(a, b *Version) int { return cmp.Compare(a.RV, b.RV) })
		h.sorted = true
	}
	return slices.Clip(h.versions)
}

// alive returns the newest versions of the objects of a kind that exist as far as is known.
func (h *History) alive(kindName string) []*Version {
	h.mu.RLock()
	defer h.mu.RUnlock()
	var found []*Version
	for _, v := range h.latest {
		if v.Kind == kindName {
			found = append(found, v)
		}
	}
	return found
}

// newVersion makes a Version of an object as a watch delivered it at the instant at.
func newVersion(kindName string, object client.Object, deleted bool, at time.Time) (*Version, error) {
	rv, err := parseRevision(object.GetResourceVersion())
	if err != nil {
		return nil, fmt.Errorf("read %s %s: %w", kindName, object.GetName(), err)
	}
	return &Version{RV: rv, At: at, Kind: kindName, Object: object, Deleted: deleted}, nil
}
