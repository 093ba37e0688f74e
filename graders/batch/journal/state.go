package journal

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

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
	// Final is true for a fault of the infrastructure that another try would meet too.
	Final bool
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
	// due are items that a regrade asked for and that are not done yet, and what it asked for.
	due map[Item]string
	// doubtful are results that no canary has proved yet, in their order.
	doubtful []Item
	// earlier are, for each doubtful result of an item in this order, what it has replaced; nil if that was nothing worth to go back to.
	earlier map[Item][]*Result
	// quarantined are items whose result was taken away with nothing in its place, and when.
	quarantined map[Item]time.Time
	rounds      []Round
	runs        int
	labs        []string
}

func newState() *State {
	return &State{results: map[Item]Result{}, due: map[Item]string{}, earlier: map[Item][]*Result{}, quarantined: map[Item]time.Time{}}
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
		s.earlier[item] = append(s.earlier[item], s.worthKeeping(line))
		s.results[item] = Result{Source: line.Source, Key: orZero(line.Key), Outcome: line.Outcome, Score: line.Score, MaxScore: line.MaxScore, Record: line.Record, Final: line.Final}
		delete(s.due, item)
		delete(s.quarantined, item)
		s.doubtful = append(s.doubtful, item)
	case Kept:
		if line.Replaces != "" {
			s.change(Change{Item: item, Before: line.Replaces, After: line.Record, Kept: true})
		}
		delete(s.due, item)
	case Unchanged:
		delete(s.due, item)
	case Canary:
		if !line.Failed {
			s.prove(line.Items)
		}
	case Quarantined:
		s.takeBack(item, line.At)
	case Regrade:
		s.rounds = append(s.rounds, Round{Which: line.Which})
		for _, item := range line.Items {
			s.due[item] = line.Which
		}
	case Started, Retried:
		// nothing is known by it
	}
}

// worthKeeping is the result that a line replaces, if it is one to go back to.
func (s *State) worthKeeping(line *Line) *Result {
	known, ok := s.results[line.Item()]
	if !ok || line.Replaces == "" || known.Outcome == result.InfraError {
		return nil
	}
	return &known
}

// prove trusts doubtful results.
func (s *State) prove(items []Item) {
	s.doubtful = without(s.doubtful, items)
	for _, item := range items {
		if list := s.earlier[item]; len(list) > 1 {
			s.earlier[item] = list[1:]
		} else {
			delete(s.earlier, item)
		}
	}
}

// takeBack takes away all doubtful results of an item. What was proved before them counts again, and the regrade is due again.
func (s *State) takeBack(item Item, at time.Time) {
	list := s.earlier[item]
	if len(list) == 0 {
		return // taken back already
	}
	s.withdraw(item, append(slices.Clone(list[1:]), new(s.results[item])))
	s.doubtful = slices.DeleteFunc(slices.Clone(s.doubtful), func(other Item) bool { return other == item })
	delete(s.earlier, item)
	if list[0] != nil {
		s.results[item] = *list[0]
		s.due[item] = ""
		return
	}
	delete(s.results, item)
	s.quarantined[item] = at
}

// withdraw says of regrades that came to one of these results that what was there before goes on counting.
func (s *State) withdraw(item Item, gone []*Result) {
	for _, round := range s.rounds {
		for i := range round.Changes {
			c := &round.Changes[i]
			if c.Item == item && slices.ContainsFunc(gone, func(r *Result) bool { return r != nil && r.Record == c.After }) {
				c.Kept = true
			}
		}
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

// Due reports whether a regrade has asked for the item and has not come to it, and what it has asked for; that is empty if the item must be
// graded in any case.
func (s *State) Due(item Item) (which string, due bool) {
	which, due = s.due[item]
	return which, due
}

// Quarantined reports whether the item's result was taken away, and when, and there is no other.
func (s *State) Quarantined(item Item) (time.Time, bool) {
	at, taken := s.quarantined[item]
	return at, taken
}

// TakenBack are all items that are quarantined.
func (s *State) TakenBack() []Item { return sorted(maps.Keys(s.quarantined)) }

// Doubtful are the results that no canary has proved yet.
func (s *State) Doubtful() []Item { return slices.Clone(s.doubtful) }

// Rounds are the regrades so far.
func (s *State) Rounds() []Round { return s.rounds }

// Runs is how often the batch was run.
func (s *State) Runs() int { return s.runs }

// Labs are those that the batch is about; empty before its first run.
func (s *State) Labs() []string { return s.labs }

// Items are all items that have a result, by ID and lab.
func (s *State) Items() []Item { return sorted(maps.Keys(s.results)) }

func sorted(items iter.Seq[Item]) []Item {
	return slices.SortedFunc(items, func(a, b Item) int {
		return cmp.Or(strings.Compare(a.ID, b.ID), strings.Compare(a.Lab, b.Lab))
	})
}
