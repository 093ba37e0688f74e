package ladder_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/explain/ladder"
	"github.com/podium-labs/podium/graders/explain/report"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/whatif/kubescheduler"
)

func class(name string) string {
	return "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: " + name + "}, value: 5}"
}

// TestAMissingPriorityClass: the class that was probably meant is tried by the scheduler's own admission before it is suggested.
func TestAMissingPriorityClass(t *testing.T) {
	scheduler, err := kubescheduler.New(kubescheduler.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(scheduler.Close)
	refused := "conditions: [{type: ReplicaFailure, status: 'True', message: 'pods \"web-1-\" is forbidden: no PriorityClass with name urgnet was found'}]"
	for name, c := range map[string]struct {
		classes    []string
		note, next string
	}{
		"mistyped":     {[]string{class("urgent"), class("low")}, "the nearest is urgent", `patch deployment web -p '{"spec":{"template":{"spec":{"priorityClassName":"urgent"}}}}'`},
		"another name": {[]string{class("low"), class("system-node-critical")}, "there are: low", "create priorityclass urgnet --value=1000"},
		"none":         {[]string{class("system-node-critical")}, "none at all", "create priorityclass urgnet --value=1000"},
	} {
		objects := append([]string{deployment("", ""), replicaSet("web-1", "nginx", "2", refused)}, c.classes...)
		r, err := ladder.Explain(t.Context(), stateOf(t, "deploy/web", objects), ladder.Options{Words: words(t, lang.English), Scheduler: scheduler})
		if err != nil {
			t.Fatal(err)
		}
		if r.State != report.Stopped || r.Layer != explain.ReplicaSet || !strings.Contains(r.Summary, "no PriorityClass") {
			t.Errorf("%s: %s at %s: %s", name, r.State, r.Layer, r.Summary)
		}
		says := func(want string) func(string) bool {
			return func(said string) bool { return strings.Contains(said, want) }
		}
		if !slices.ContainsFunc(r.Notes, says(c.note)) || !slices.ContainsFunc(r.Next, says(c.next)) || slices.ContainsFunc(r.Next, says("resourcequotas")) {
			t.Errorf("%s: notes %q, next %q", name, r.Notes, r.Next)
		}
	}
}
