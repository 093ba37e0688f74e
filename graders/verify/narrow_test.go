package verify_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/verify"
	"github.com/podium-labs/podium/labs/all"
	"github.com/podium-labs/podium/labs/rollouts"
)

func narrow(t *testing.T, name string) verify.Case {
	t.Helper()
	c, err := find(t, name).Narrow(rollouts.Lab())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestNarrowKeepsWhatTheMistakeCanTouch(t *testing.T) {
	for name, left := range map[string][]string{
		// nothing needs the DaemonSet, and it needs nothing
		"mistakes/daemonset-on-delete": {rollouts.Deploy, rollouts.RollingParams, rollouts.BothZero, rollouts.RollOut, rollouts.Undo, rollouts.HistoryLimit, rollouts.Stateful},
		// everything about web hangs on the Deployment
		"mistakes/selector-mismatch": {rollouts.HistoryLimit, rollouts.Daemons, rollouts.Stateful},
		// an undo needs the rollout and the Deployment before it, and builds on the limits
		"mistakes/rollback-by-hand": {rollouts.BothZero, rollouts.HistoryLimit, rollouts.Daemons, rollouts.Stateful},
		"solutions/commands":        nil,
		"starter":                   nil,
	} {
		if c := narrow(t, name); !slices.Equal(c.LeftOut, left) {
			t.Errorf("%s leaves out %v, want %v", name, c.LeftOut, left)
		}
	}
}

// TestNarrowNeverLeavesOutWhatIsDeclared, and the score is what is left of the tasks that stay.
func TestNarrowNeverLeavesOutWhatIsDeclared(t *testing.T) {
	for _, lab := range all.Labs() {
		cases, err := verify.Cases(lab)
		if err != nil {
			t.Fatal(err)
		}
		for _, whole := range cases {
			c, err := whole.Narrow(lab)
			if err != nil {
				t.Fatal(err)
			}
			want := whole.Score
			for _, task := range lab.Tasks(nil) {
				if !slices.Contains(c.LeftOut, task.ID) {
					continue
				}
				want -= task.Points()
				for _, check := range task.Checks {
					if id := task.ID + "/" + check.ID; slices.Contains(slices.Concat(c.Fails, c.Blocked), id) {
						t.Errorf("%s %s leaves out %s, which it declares", lab.ID, c.Name, id)
					}
				}
			}
			if c.Score != want || c.Score < 0 {
				t.Errorf("%s %s: %d points, want %d", lab.ID, c.Name, c.Score, want)
			}
		}
	}
}

func TestWhatIsLeftOutIsNotHandedInAndMustNotPass(t *testing.T) {
	lab := rollouts.Lab()
	c := narrow(t, "mistakes/daemonset-on-delete")
	dir := t.TempDir()
	if err := c.Lay(lab, dir); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Join(dir, "answers", lab.ID))
	if err != nil || len(entries) != 1 {
		t.Errorf("%v are handed in; %v", entries, err)
	}
	record := asDeclared(lab, c) // in which the tasks that are left out pass
	if wrong := verify.Compare(c, record); len(wrong) < 20 {
		t.Errorf("%d differences: %v", len(wrong), wrong)
	}
	for i := range record.Tasks {
		if slices.Contains(c.LeftOut, record.Tasks[i].ID) {
			for j := range record.Tasks[i].Checks {
				record.Tasks[i].Checks[j].Status = result.Failed
			}
		}
	}
	record.Sum()
	if wrong := verify.Compare(c, record); len(wrong) > 0 {
		t.Error(wrong)
	}
}
