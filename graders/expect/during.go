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

// OnceSee holds if the condition was there at some moment of the history.
func OnceSee(c Condition) Matcher {
	return matcher(func(h *evidence.History) (Verdict, error) {
		verdict := Verdict{Expected: c.Name}
		at, found, err := h.First(c.Holds)
		if err != nil {
			return verdict, err
		}
		if found {
			verdict.OK, verdict.Actual, verdict.When = true, c.Name, at
			return verdict, nil
		}
		now, err := h.Now()
		if err != nil {
			return verdict, err
		}
		verdict.Actual, verdict.When = c.Seen(now), now.Moment().Instant()
		return verdict.because(c.Why(now)), nil
	})
}

// HaveHappened holds for a Stretch that began and ended.
func HaveHappened() Matcher {
	return matcher(func(s Stretch) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("it happened: %s", s.Name)}
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
