package board

import (
	"testing"
	"testing/fstest"

	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs"
)

// TestHiddenChecksAreNotOnTheBoard neither before nor after the grading; their points are.
func TestHiddenChecksAreNotOnTheBoard(t *testing.T) {
	lab := &labs.Lab{ID: "lab-9", Files: fstest.MapFS{"text/en/trap.md": {Data: []byte("# Trap\n\n## Hints\n\n## Checks\n\n- set: a trap\n- seen: for all to see\n")}},
		Specs: func(suite *labs.Suite) {
			suite.Task("trap", func(task *labs.Task) {
				task.Check("set", 2, func(*labs.Judging) {}).Show(labs.Hidden)
				task.Check("seen", 1, func(*labs.Judging) {})
			})
		}}
	before, err := ungraded(lab, "en")
	if err != nil {
		t.Fatal(err)
	}
	record := &result.Record{Tasks: []result.Task{{ID: "trap", Checks: []result.Check{
		{ID: "set", Title: "a trap", Status: result.Passed, MaxPoints: 2, Visibility: "hidden"}, {ID: "seen", Title: "for all to see", Status: result.Passed, MaxPoints: 1, Visibility: "visible"}}}}}
	record.Sum()
	for name, shown := range map[string]score{"before": before, "after": graded(record)} {
		if checks := shown.Tasks[0].Checks; shown.Max != 3 || shown.Tasks[0].Max != 3 || len(checks) != 1 || checks[0].Title != "for all to see" {
			t.Errorf("%s: %+v", name, shown)
		}
	}
}
