package expect

import (
	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/whatif"
)

// Evidence is what subjects are judged by.
type Evidence interface {
	// History holds every version of every object in scope.
	History() *evidence.History
	// Requests returns all requests, or ErrIncomplete if there is no whole audit log.
	Requests() (evidence.Requests, error)
	// WhatIf answers counterfactual questions about scheduling.
	WhatIf() (whatif.Scheduler, error)
}

// Subject is one named object of a lab's namespace.
type Subject struct {
	Evidence        Evidence
	Namespace, Name string
}

// learnerRequests are what the learner asked of the API server.
func (s Subject) learnerRequests() (evidence.Requests, error) {
	requests, err := s.Evidence.Requests()
	return requests.By(cluster.Learner), err
}
