package placement_test

import (
	"slices"
	"testing"

	"github.com/podium-labs/podium/graders/explain/placement"
)

// notOnACluster are situations that no cluster stays in, by the reason: there is nothing that one could suggest a change to.
func notOnACluster() map[string]string {
	return map[string]string{
		"not ready and too small":                               "the node lifecycle controller takes node.kubernetes.io/unreachable off a node whose kubelet speaks",
		"spread: Honor does not see a cordon without its taint": "the node lifecycle controller adds the taint",
	}
}

// TestEverySuggestionMakesThePodRun sets up each situation of the table on a cluster with its real scheduler and its controllers, sees the
// Pod wait, makes what was suggested there, and sees it run on a node that was promised.
func TestEverySuggestionMakesThePodRun(t *testing.T) {
	scheduler, c := newScheduler(t), newCluster(t)
	skip := notOnACluster()
	made := 0
	all := slices.Concat(taintSituations(), labelSituations(), resourceSituations(), podSituations(), mixedSituations())
	for name := range skip {
		if !slices.ContainsFunc(all, func(s situation) bool { return s.name == name }) {
			t.Errorf("there is no situation called %q any more", name)
		}
	}
	for _, s := range all {
		if _, is := skip[s.name]; is || s.first == "none" {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			c := c.in(t)
			snapshot := four(decodeAll(t, s.objects)...).With(s.cluster...)
			template := templateOf(t, s.pod)
			pod, err := scheduler.Admit(snapshot, namespace, template)
			if err != nil {
				t.Fatal(err)
			}
			p, err := placement.Explain(t.Context(), scheduler, snapshot, pod)
			if err != nil {
				t.Fatal(err)
			}
			c.delete(waiting(template)) // if the situation before has failed
			for _, suggestion := range p.Suggestions {
				c.begins(snapshot)
				c.waits(template)
				if suggestion.EditsPod() { // whoever edits a template gets another Pod
					edited := template.DeepCopy()
					suggestion.Edit(&edited.Spec)
					c.delete(waiting(template))
					c.becomes(suggestion.Snapshot(snapshot))
					c.create(waiting(edited))
				} else {
					c.becomes(suggestion.Snapshot(snapshot))
				}
				if node := c.runs(template.Name); !slices.Contains(suggestion.Fits, node) {
					t.Errorf("%s: runs on %q, promised were %v", said(suggestion), node, suggestion.Fits)
				}
				c.delete(waiting(template))
				made++
			}
		})
	}
	t.Logf("%d suggestions made", made)
	if made < 80 {
		t.Errorf("only %d suggestions were made", made)
	}
}
