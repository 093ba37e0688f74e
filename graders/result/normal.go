package result

import (
	"slices"
	"time"
)

// Normalised copies what two gradings of the same submission must have in common: everything but
// times, durations, moments, the texts of hints, the attempt's number and what the answer's files printed (kubectl prints
// ages, generated names and progress).
func Normalised(r *Record) *Record {
	c := withLists(r)
	c.GradedAt = time.Time{}
	c.Attempt = 0
	c.Phases = slices.Clone(c.Phases)
	for i := range c.Phases {
		c.Phases[i].MS = 0
	}
	for i := range c.Tasks {
		c.Tasks[i].normalise()
	}
	return c
}

func (t *Task) normalise() {
	t.Checks = slices.Clone(t.Checks)
	for i := range t.Checks {
		t.Checks[i].When = nil
		t.Checks[i].DurationMS = 0
		if hint := t.Checks[i].Hint; hint != nil {
			t.Checks[i].Hint = &Hint{ID: hint.ID} // its text names moments and Pods
		}
	}
	t.Steps = slices.Clone(t.Steps)
	for i := range t.Steps {
		t.Steps[i].Output = ""
	}
}
