package result

import (
	"fmt"
	"slices"
)

// Hides reports whether there is a check that the learner may not read about.
func (r *Record) Hides() bool {
	return slices.ContainsFunc(r.Tasks, func(t Task) bool {
		return slices.ContainsFunc(t.Checks, func(c Check) bool { return !c.Visible() })
	})
}

// Redacted copies a record as its learner may have it: of checks that are not visible there are the status and the points, and
// no word. Every other format can be made from it, only that Gradescope then has nothing to show after the due date.
func Redacted(r *Record) *Record {
	c := withLists(r)
	for i := range c.Tasks {
		c.Tasks[i].Checks = slices.Clone(c.Tasks[i].Checks)
		for j, check := range c.Tasks[i].Checks {
			if !check.Visible() {
				c.Tasks[i].Checks[j] = Check{ID: fmt.Sprintf("hidden-%d", j+1), Status: check.Status, Points: check.Points,
					MaxPoints: check.MaxPoints, Visibility: "hidden"}
			}
		}
	}
	return c
}
