// Package hint reacts to what a learner did: it says, beside a check that fails, which deed has to do with it.
package hint

import (
	"time"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/graders/lang"
)

// When recognises a deed and says what it has to do with the task; the empty Message if it was not done. It may say
// what is only likely to be the cause: it never scores.
type When func(*Seen) lang.Message

// Seen is one look at the evidence, shared by all hints beside a check.
type Seen struct {
	// Namespace is the lab's.
	Namespace string
	// Now is the state at the end of the history.
	Now *evidence.World
	// Asked is what the learner asked of the API server.
	Asked evidence.Requests

	history *evidence.History
	lives   []*evidence.Life
}

// Look reads the evidence as it is now.
func Look(from expect.Evidence, namespace string) (*Seen, error) {
	now, err := from.History().Now()
	if err != nil {
		return nil, err
	}
	requests, err := from.Requests()
	if err != nil {
		return nil, err
	}
	return &Seen{Namespace: namespace, Now: now, Asked: requests.By(cluster.Learner), history: from.History()}, nil
}

// none is what a hint says that does not apply.
func none() lang.Message { return lang.Message{} }

// First says what the first of several hints says that applies.
func First(hints ...When) When {
	return func(s *Seen) lang.Message {
		for _, when := range hints {
			if said := when(s); !said.Empty() {
				return said
			}
		}
		return none()
	}
}

// Clock is an instant as reports show it.
func Clock(at time.Time) string { return at.UTC().Format("15:04:05 UTC") }

// Versions are all states of the objects of that kind and name, in the lab's namespace or, for kinds that have none, in the cluster.
func (s *Seen) Versions(kind, name string) []*evidence.Version {
	namespace := s.Namespace
	if kind == "Node" || kind == "PriorityClass" {
		namespace = ""
	}
	versions, err := s.history.Of(kind, namespace, name)
	if err != nil {
		return nil // Look has found the history complete
	}
	return versions
}

// Exists is true if there is an object of that kind and name now.
func (s *Seen) Exists(kind, name string) bool {
	versions := s.Versions(kind, name)
	return len(versions) > 0 && !versions[len(versions)-1].Deleted
}

// ever goes through all versions of a kind in the lab's namespace, oldest first, until visit returns false.
func ever[T client.Object](s *Seen, visit func(*evidence.Version, T) bool) {
	for _, v := range s.history.Versions() {
		object, ok := v.Object.(T)
		if ok && object.GetNamespace() == s.Namespace && !visit(v, object) {
			return
		}
	}
}
