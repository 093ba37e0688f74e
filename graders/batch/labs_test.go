package batch_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/batch"
	"github.com/podium-labs/podium/graders/batch/roster"
	"github.com/podium-labs/podium/labs"
	"github.com/podium-labs/podium/labs/rollouts"
	"github.com/podium-labs/podium/labs/workloads"
)

// both are the labs of a batch about two.
func both() []*labs.Lab { return []*labs.Lab{workloads.Lab(), rollouts.Lab()} }

// submitTwo lays submissions with a wish for each lab.
func submitTwo(t *testing.T, source string, wanted map[string][2]string) []roster.Entry {
	t.Helper()
	for id, wishes := range wanted {
		for i, lab := range both() {
			answers := filepath.Join(source, id, "answers", lab.ID)
			if err := os.MkdirAll(answers, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(answers, lab.TaskIDs()[0]+".sh"), []byte(wish+wishes[i]+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	list, err := roster.Folder(source)
	if err != nil {
		t.Fatal(err)
	}
	return list.Entries
}

// TestTwoLabs has one submission whose second lab the infrastructure fails for a while, and one whose second lab it fails for good: the first lab is
// graded once, and each lab has a folder of its own.
func TestTwoLabs(t *testing.T) {
	out, f := t.TempDir(), &fake{}
	o := options(t, out, submitTwo(t, t.TempDir(), map[string][2]string{
		"alice": {"pass 1000", "pass 1000"}, "bob": {"pass 1000", "infra 2"}, "zoe": {"pass 1000", "infra 99"}, "dave": {"pass 2", "pass 3"},
	}), f)
	o.Labs, o.Known = both(), []string{"lab-1", "lab-2"}
	do(t, o)
	for _, id := range []string{"alice", "bob", "dave"} {
		for _, lab := range both() {
			if record := shown(t, out, id, lab.ID); record.Lab != lab.ID || record.Score == nil || record.Submission.ID != id {
				t.Errorf("%s in %s: %+v", id, lab.ID, record)
			}
		}
		if _, err := os.Stat(filepath.Join(out, id, "record.json")); err == nil {
			t.Errorf("%s has a record of no lab", id)
		}
	}
	order, cells := columns(t, out)
	if order[0] != "zoe" || len(order) != 4 {
		t.Errorf("%v", order)
	}
	for id, want := range map[string][4]string{
		"alice": {"graded", "200", "100", "100"}, "bob": {"graded", "200", "100", "100"}, "zoe": {"infra_error", "", "100", ""},
	} {
		if got := [4]string{cells[id]["status"], cells[id]["score"], cells[id]["lab-1 score"], cells[id]["lab-2 score"]}; got != want {
			t.Errorf("%s: %v, want %v", id, got, want)
		}
	}
	// both labs once, and the second one again: twice for bob, as often as it is tried for zoe
	for id, want := range map[string]int{"alice": 2, "dave": 2, "bob": 3, "zoe": 4} {
		if got := f.times(id); got != want {
			t.Errorf("%s was graded %d times, want %d", id, got, want)
		}
	}
	if page := read(t, out, batch.SummaryHTML); !strings.Contains(page, "lab-1") || !strings.Contains(page, "lab-2") {
		t.Error("the page is not about both")
	}
	o.Regrade = batch.Errored
	if plan, err := batch.Foresee(t.Context(), o); err != nil || len(plan.Todo) != 1 || plan.Todo[0].Item.Lab != "lab-2" || plan.Done != 7 {
		t.Errorf("%+v, %v", plan, err)
	}
}

func TestABatchKeepsItsLabs(t *testing.T) {
	o := options(t, t.TempDir(), submitTwo(t, t.TempDir(), map[string][2]string{"alice": {"pass 1", "pass 2"}}), &fake{})
	o.Labs, o.Known = both(), []string{"lab-1", "lab-2"}
	do(t, o)
	o.Labs = []*labs.Lab{rollouts.Lab()}
	if _, err := batch.Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "holds a batch about lab-1, lab-2") {
		t.Errorf("another list of labs: %v", err)
	}
}
