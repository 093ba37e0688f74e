package expect_test

import (
	"testing"

	"github.com/podium-labs/podium/graders/evidence"
	et "github.com/podium-labs/podium/graders/evidence/evidencetest"
	"github.com/podium-labs/podium/graders/expect"
)

// TestARolloutThatWasHelpedHasBegun: it ended by the learner's hand, and stays a rollout whatever is reported of the Deployment afterwards.
func TestARolloutThatWasHelpedHasBegun(t *testing.T) {
	for name, c := range map[string]struct{ helped, later bool }{
		"by itself":            {},
		"by itself, and later": {later: true},
		"helped":               {helped: true},
		"helped, and later":    {helped: true, later: true},
	} {
		s := et.New()
		before, after := et.Deployment("ha", old, 1), et.Deployment("ha", "nginx:1.27", 1)
		first, second := et.ReplicaSet(before, "ha-1", "1", 1), et.ReplicaSet(after, "ha-2", "2", 1)
		s.Put(before, first, et.Pod(first, "ha-1-a", old, true), et.Done(before), after, second)
		if c.helped {
			s.Ask(evidence.Request{Verb: "delete", Resource: "replicasets", Name: "ha-1", Code: 200})
		}
		s.Delete(et.Pod(first, "ha-1-a", old, true))
		s.Put(et.Pod(second, "ha-2-a", "nginx:1.27", true), et.Done(after))
		if c.later {
			s.Put(second)
		}
		ha := expect.Deployment{Subject: subject(s, "ha")}
		agrees(t, name, ha.FullRollout(1), expect.Finish(), !c.helped)
		agrees(t, name+": its Pods", ha.FullRollout(1).During(), expect.AlwaysHave(ha.Pods(), expect.AtMost(2)), true)
	}
}
