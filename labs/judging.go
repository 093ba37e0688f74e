package labs

import (
	"errors"

	"github.com/onsi/gomega/types"

	"github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/graders/lang"
)

// Judging is one run of one check. Its first failed expectation decides.
type Judging struct {
	verdict expect.Verdict
	stop    func(error)
}

// errFailed ends a check whose verdict is in.
var errFailed = errors.New("the expectation does not hold")

// Expect begins an assertion about actual.
func (j *Judging) Expect(actual any) Assertion { return Assertion{judging: j, actual: actual} }

// Assertion is a value waiting for its matcher.
type Assertion struct {
	judging *Judging
	actual  any
}

// To judges the value. Matchers of package expect leave a full verdict; of any other Gomega matcher, the failure message is kept.
func (a Assertion) To(matcher types.GomegaMatcher) {
	ok, err := matcher.Match(a.actual)
	if err != nil {
		a.judging.stop(err)
		return
	}
	a.judging.verdict = verdictOf(matcher, a.actual, ok)
	if !ok {
		a.judging.stop(errFailed)
	}
}

func verdictOf(matcher types.GomegaMatcher, actual any, ok bool) expect.Verdict {
	if explained, is := matcher.(expect.Matcher); is {
		return explained.Verdict()
	}
	verdict := expect.Verdict{OK: ok}
	if !ok {
		verdict.Actual = lang.Verbatim(matcher.FailureMessage(actual))
	}
	return verdict
}
