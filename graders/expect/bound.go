package expect

import "github.com/podium-labs/podium/graders/lang"

// Bound is a limit on a number.
type Bound struct {
	lowest, highest int
	name            lang.Message
}

const noLimit = int(^uint(0) >> 1)

// AtMost is the bound "n or fewer".
func AtMost(n int) Bound { return Bound{0, n, lang.M("at most %d", n)} }

// AtLeast is the bound "n or more".
func AtLeast(n int) Bound { return Bound{n, noLimit, lang.M("at least %d", n)} }

// Exactly is the bound "n".
func Exactly(n int) Bound { return Bound{n, n, lang.M("exactly %d", n)} }

// Holds is true if n is within the bound.
func (b Bound) Holds(n int) bool { return n >= b.lowest && n <= b.highest }

// worse is true if a is further outside, or nearer the edge, than b.
func (b Bound) worse(a, than int) bool {
	return b.slack(a) < b.slack(than)
}

func (b Bound) slack(n int) int {
	if b.highest == noLimit {
		return n - b.lowest
	}
	return min(n-b.lowest, b.highest-n)
}

// extreme names the worst value that was seen: a low bound is judged by the lowest, a high one by the highest.
func (b Bound) extreme(n int) lang.Message {
	switch {
	case b.highest == noLimit:
		return lang.M("the lowest was %d", n)
	case b.lowest == 0:
		return lang.M("the highest was %d", n)
	}
	return lang.M("%d", n)
}
