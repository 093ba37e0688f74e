package run

import (
	"slices"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	et "github.com/podium-labs/podium/graders/evidence/evidencetest"
)

// An exam ends at an instant; the experiment comes when it is handed in, and counts, as long as its subject is still the same.
func TestAnExperimentCountsAfterTheEndButNothingElseDoes(t *testing.T) {
	for name, c := range map[string]struct {
		generation int64
		want       []string
	}{
		"as it was":     {1, []string{"agent", "visitor", "agent", "agent-v", "visitor"}},
		"changed since": {2, []string{"agent"}},
	} {
		s := et.New()
		agent := et.DaemonSet("agent", "nginx:1.27", 3)
		agent.Generation = 1
		s.Put(agent)
		end := s.Now()
		later := et.DaemonSet("agent", "nginx:1.27", 4)
		later.Generation = c.generation
		visitor := et.Node("visitor", nil)
		s.Put(et.ConfigMap("answers", nil), visitor, later, et.Bound(et.Pod(later, "agent-v", "nginx:1.27", false), "visitor"))
		s.Delete(visitor)
		done := made{subject: later, objects: []client.Object{visitor}, leftover: func(o client.Object) bool {
			pod, ok := o.(*corev1.Pod)
			return ok && pod.Spec.NodeName == "visitor"
		}}
		var got []string
		for _, v := range untilWith(s.History(), end, []made{done}).Versions() {
			got = append(got, v.Object.GetName())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v instead of %v", name, got, c.want)
		}
	}
}

func TestAJournalTellsOfAnExperimentOnceItHasAllOfIt(t *testing.T) {
	s := et.New()
	agent, visitor := et.DaemonSet("agent", "nginx:1.27", 3), et.Node("visitor", nil)
	s.Put(agent, visitor)
	last := agent.DeepCopy()
	last.ResourceVersion = "3"
	m := made{subject: last, objects: []client.Object{visitor}}
	told := func(want bool) {
		t.Helper()
		if got, err := toldBy(s.History(), m); err != nil || got != want {
			t.Errorf("%v, %v", got, err)
		}
	}
	told(false)
	s.Put(agent)
	told(false)
	s.Delete(visitor)
	told(true)
}
