package board

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/podium-labs/podium/graders/board/scene"
	"github.com/podium-labs/podium/graders/evidence"
)

// feed holds everything that a page needs to know, encoded once for all pages. It is safe for concurrent use.
type feed struct {
	mu      sync.Mutex
	moments []json.RawMessage
	score   json.RawMessage
	state   feedState
	changed chan struct{}
}

// feedState is what the page says about the recording as a whole.
type feedState struct {
	// Loaded is true when everything recorded so far has been read.
	Loaded bool `json:"loaded"`
	// Ended is true when nothing more will come, because the cluster was deleted.
	Ended bool `json:"ended"`
}

func newFeed() *feed { return &feed{changed: make(chan struct{})} }

// add appends what these versions change.
func (f *feed) add(projector *scene.Projector, versions []*evidence.Version) error {
	slices.SortStableFunc(versions, func(a, b *evidence.Version) int { return cmp.Compare(a.RV, b.RV) })
	var added []json.RawMessage
	for _, v := range versions {
		moment, ok := projector.Moment(v)
		if !ok {
			continue
		}
		encoded, err := json.Marshal(moment)
		if err != nil {
			return fmt.Errorf("encode moment: %w", err)
		}
		added = append(added, encoded)
	}
	if len(added) > 0 {
		f.change(func() { f.moments = append(f.moments, added...) })
	}
	return nil
}

func (f *feed) loaded() {
	if !f.look(0).state.Loaded {
		f.change(func() { f.state.Loaded = true })
	}
}

func (f *feed) end() { f.change(func() { f.state.Loaded, f.state.Ended = true, true }) }

func (f *feed) grade(score json.RawMessage) { f.change(func() { f.score = score }) }

func (f *feed) change(what func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	what()
	close(f.changed)
	f.changed = make(chan struct{})
}

// sight is the feed at one instant, as far as a page does not know it yet.
type sight struct {
	moments []json.RawMessage
	score   json.RawMessage
	state   feedState
	changed <-chan struct{} // closed at the next change
}

// look returns the moments from the given one on, and the rest as a whole.
func (f *feed) look(from int) sight {
	f.mu.Lock()
	defer f.mu.Unlock()
	from = min(max(from, 0), len(f.moments))
	return sight{moments: slices.Clip(f.moments[from:]), score: f.score, state: f.state, changed: f.changed}
}
