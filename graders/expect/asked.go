package expect

import (
	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// Asked is what a learner asked of the API server about one kind of object in the lab's namespace.
type Asked struct {
	Subject
	// Resource is the kind as it stands in a URL, for example "jobs".
	Resource string
}

// Rejection is a reason for which the API server turns a request down.
type Rejection struct {
	// Name says which, for example "restartPolicy Always in a Job".
	Name lang.Message
	// Is recognises it.
	Is func(evidence.Request) bool
}

// HaveMet holds if the API server turned a request of the learner down for that reason. A request that could not even be
// read has no name in the log, so any object of the kind does.
func HaveMet(reason Rejection) Matcher {
	return matcher(func(a Asked) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("a request of yours that the API server refuses: %s", reason.Name)}
		requests, err := a.learnerRequests()
		if err != nil {
			return verdict, err
		}
		about := requests.Where(func(r evidence.Request) bool {
			return r.Resource == a.Resource && r.Subresource == "" && r.Namespace == a.Namespace && r.Writes()
		})
		for _, r := range about {
			if r.Code >= 400 && reason.Is(r) {
				verdict.OK, verdict.Actual = true, lang.M("refused with %d", r.Code)
				return verdict, nil
			}
		}
		verdict.Actual = lang.M("no such request")
		return verdict.because(explain.Finding{Layer: explain.API, Why: lastRefusal(about)}), nil
	})
}
