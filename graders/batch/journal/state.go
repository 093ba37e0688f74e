package journal

import (
	"maps"
	"slices"
	"strings"

	"github.com/podium-labs/podium/graders/result"
)

// Result is what counts for an item.
type Result struct {
	Source   string
	Key      Key
	Outcome  result.Outcome
	Score    *int
	MaxScore int
	// Record is the SHA-256 of the record's file.
	Record string
}

// Scored reports whether there is a score.
func (r *Result) Scored() bool { return r.Score != nil }

// Change is a result that was made again.
type Change struct {
	Item Item
	// Before and After are records; After is what the regrade came to, also if it was not taken.
	Before, After string
	// Kept is true if Before goes on counting.
	Kept bool
}

// Round is one regrade.
type Round struct {
	Which   string
	Changes []Change
}

// State is what the lines so far come to.
type State struct {
	results map[Item]Result
	// due are items that a regrade asked for and that are not done yet.
	due map[Item]bool
	// doubtful are results that no canary has proved yet, in their order.
	doubtful []Item
	// quarantined are items whose result was taken away.
	quarantined map[Item]bool
	rounds      []Round
	runs        int
	labs        []string
}

func newState() *State {
	return &State{results: map[Item]Result{}, due: map[Item]bool{}, quarantined: map[Item]bool{}}
}

// apply takes in one line.
func (s *State) apply(line *Line) {
	item := line.Item()
	switch line.Event {
	case Began:
		s.runs++
		s.labs = line.Labs
	case Done:
		if line.Replaces != "" {
			s.change(Change{Item: item, Before: line.Replaces, After: line.Record})
		}
		s.results[item] = Result{Source: line.Source, Key: orZero(line.Key), Outcome: line.Outcome, Score: line.Score, MaxScore: line.MaxScore, Record: line.Record}
		delete(s.due, item)
		delete(s.quarantined, item)
		s.doubtful = append(s.doubtful, item)
	case Kept:
		s.change(Change{Item: item, Before: line.Replaces, After: line.Record, Kept: true})
		delete(s.due, item)
	case Canary:
		if !line.Failed {
			s.doubtful = without(s.doubtful, line.Items)
		}
	case Quarantined:
		delete(s.results, item)
		s.quarantined[item] = true
		s.doubtful = without(s.doubtful, []Item{item})
	case Regrade:
		s.rounds = append(s.rounds, Round{Which: line.Which})
		for _, item := range line.Items {
			s.due[item] = true
		}
	case Started, Retried:
		// nothing is known by it
	}
}

func (s *State) change(c Change) {
	if len(s.rounds) == 0 {
		s.rounds = append(s.rounds, Round{})
	}
	last := &s.rounds[len(s.rounds)-1]
	last.Changes = append(last.Changes, c)
}

// without removes items. Those that came back since then stay, as far as they stand there more than once.
func without(list, gone []Item) []Item {
	count := map[Item]int{}
	for _, item := range gone {
		count[item]++
	}
	return slices.DeleteFunc(slices.Clone(list), func(item Item) bool {
		count[item]--
		return count[item] >= 0
	})
}

func orZero(key *Key) Key {
	if key == nil {
		return Key{}
	}
	return *key
}

// Result is what counts for an item, if anything does.
func (s *State) Result(item Item) (Result, bool) {
	found, ok := s.results[item]
	return found, ok
}

// Due reports whether a regrade has asked for the item and has not come to it.
func (s *State) Due(item Item) bool { return s.due[item] }

// Quarantined reports whether the item's result was taken away, and there is no new one.
func (s *State) Quarantined(item Item) bool { return s.quarantined[item] }

// Doubtful are the results that no canary has proved yet.
func (s *State) Doubtful() []Item { return slices.Clone(s.doubtful) }

// Rounds are the regrades so far.
func (s *State) Rounds() []Round { return s.rounds }

// Runs is how often the batch was run.
func (s *State) Runs() int { return s.runs }

// Labs are those that the batch is about; empty before its first run.
func (s *State) Labs() []string { return s.labs }

// Items are all items that have a result, by ID and lab.
func (s *State) Items() []Item {
	return slices.SortedFunc(maps.Keys(s.results), func(a, b Item) int {
		if order := strings.Compare(a.ID, b.ID); order != 0 {
			return order
		}
		return strings.Compare(a.Lab, b.Lab)
	})
}
