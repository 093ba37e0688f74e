package expect

import (
	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// Measure is a number that can be read off the cluster at any moment.
type Measure struct {
	// Name says what is counted, for example "ready Pods of web".
	Name lang.Message
	// Count reads it.
	Count func(*evidence.World) int
	// Why explains a value outside its bound at the moment at which it was seen.
	Why func(*evidence.World) explain.Finding
}

// Stretch is a part of the history over which something is claimed. It is empty if what should have
// delimited it never happened; nothing holds over an empty stretch.
type Stretch struct {
	History  *evidence.History
	Interval evidence.Interval
	// Name says which stretch, for example "while web rolled out nginx:1.27".
	Name lang.Message
	// Wanted says what it takes for the stretch to have happened, for those who are told that it has not.
	Wanted lang.Message
	// Empty, if set, says what never happened, and Missing why.
	Empty   lang.Message
	Missing explain.Finding

	err error
}

// AlwaysHave holds if the measure was within the bound at every moment of a Stretch.
func AlwaysHave(m Measure, bound Bound) Matcher {
	return matcher(func(s Stretch) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("%s %s at every moment %s", bound.name, m.Name, s.Name)}
		if s.err != nil {
			return verdict, s.err
		}
		if !s.Empty.Empty() {
			verdict.Actual = s.Empty
			return verdict.because(s.Missing), nil
		}
		worst, found, at := 0, false, evidence.Moment{}
		finding := explain.Finding{}
		err := s.History.During(s.Interval, func(w *evidence.World) bool {
			if n := m.Count(w); !found || bound.worse(n, worst) {
				worst, found, at, finding = n, true, w.Moment(), m.Why(w)
			}
			return true
		})
		if err != nil {
			return verdict, err
		}
		if !found {
			verdict.Actual = lang.M("nothing was recorded then")
			return verdict, nil
		}
		verdict.OK = bound.Holds(worst)
		verdict.Actual = bound.extreme(worst)
		if verdict.OK {
			return verdict, nil
		}
		verdict.When = at
		return verdict.because(finding), nil
	})
}

// Condition is a state of the cluster that can be there or not.
type Condition struct {
	// Name says what it is, for example "4 ready Pods of web with nginx:1.26".
	Name lang.Message
	// Holds looks for it.
	Holds func(*evidence.World) bool
	// Seen says what there is instead, and Why explains it.
	Seen func(*evidence.World) lang.Message
	Why  func(*evidence.World) explain.Finding
}

// Stay is the times during which a workload's template had some image.
type Stay struct {
	History *evidence.History
	// Ends are the last moments of these times, the last of all being the end of the history if it still has the image.
	Ends []evidence.Moment

	err error
}

// stay collects the times during which has is true.
func stay(h *evidence.History, has func(*evidence.World) bool) Stay {
	s := Stay{History: h}
	inside, last := false, evidence.Moment{}
	s.err = h.Walk(func(w *evidence.World) bool {
		now := has(w)
		if inside && !now {
			s.Ends = append(s.Ends, last)
		}
		inside, last = now, w.Moment()
		return true
	})
	if inside {
		s.Ends = append(s.Ends, last)
	}
	return s
}

// EndWith holds if the condition was there at the end of one of the times of a Stay. What was there for an instant
// only, such as the readiness of a container that ends at once, does not count.
func EndWith(c Condition) Matcher {
	return matcher(func(s Stay) (Verdict, error) {
		verdict := Verdict{Expected: c.Name}
		if s.err != nil {
			return verdict, s.err
		}
		looked, err := s.History.Now()
		if err != nil {
			return verdict, err
		}
		for _, end := range s.Ends {
			if looked, err = s.History.At(end); err != nil {
				return verdict, err
			}
			if c.Holds(looked) {
				verdict.OK, verdict.Actual = true, c.Name
				return verdict, nil
			}
		}
		verdict.Actual = c.Seen(looked)
		return verdict.at(looked.Moment().Instant()).because(c.Why(looked)), nil
	})
}

// HaveHappened holds for a Stretch that began and ended.
func HaveHappened() Matcher {
	return matcher(func(s Stretch) (Verdict, error) {
		verdict := Verdict{Expected: s.Wanted}
		if s.Wanted.Empty() {
			verdict.Expected = lang.M("seen from beginning to end: %s", s.Name)
		}
		if s.err != nil {
			return verdict, s.err
		}
		if !s.Empty.Empty() {
			verdict.Actual = s.Empty
			return verdict.because(s.Missing), nil
		}
		verdict.OK, verdict.Actual = true, lang.M("seen from beginning to end")
		return verdict, nil
	})
}
