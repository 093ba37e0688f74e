package fleet_test

import (
	"strings"
	"testing"
	"time"

	"github.com/podium-labs/podium/graders/batch"
	"github.com/podium-labs/podium/graders/batch/fleet"
	"github.com/podium-labs/podium/graders/batch/journal"
)

// TestAnswersThatCannotBeTaken must not end every run to come: they are faults of the infrastructure, with the reason.
func TestAnswersThatCannotBeTaken(t *testing.T) {
	c := newCourse(t, 6)
	c.mangle = map[string]func(string) string{
		"student-01": func(s string) string { return s[:len(s)/2] },
		"student-02": func(s string) string { return strings.Replace(s, `"lab_digest":"`, `"lab_digest":"f`, 1) },
		"student-03": func(s string) string { return strings.Replace(s, `\"score\"`, `\"skore\"`, 1) },
		"student-04": func(s string) string { return strings.Replace(s, `"id":"student-04"`, `"id":"student-05"`, 1) },
	}
	if _, err := fleet.Run(t.Context(), c.fleet(), c.options()); err != nil {
		t.Fatal(err)
	}
	said := c.blank()
	for id, want := range map[string]string{
		"student-01": "pod: its answer cannot be read: ", "student-02": "pod: its result was refused: it was made by something else",
		"student-03": "pod: its result was refused: its record is damaged", "student-04": "pod: its Pod has failed",
	} {
		if !strings.HasPrefix(said[id], want) {
			t.Errorf("%s: %q, want %q", id, said[id], want)
		}
	}
	if len(said) != 4 {
		t.Errorf("%v", said)
	}
	for _, record := range c.collected().Records {
		if record.Submission.ID == "student-05" && (record.Score == nil || *record.Score != 0) { // what its own Pod has brought
			t.Errorf("student-05 got what is another's: %v", record.Score)
		}
	}
	c.mangle = nil
	c.gradeBlanks()
}

// TestABudgetThatIsUsedUpIsNotTriedAgain by other Pods: it would be used up there too.
func TestABudgetThatIsUsedUpIsNotTriedAgain(t *testing.T) {
	c := newCourse(t, 3)
	c.endless, c.budget = map[string]bool{"student-01": true}, 50*time.Millisecond
	if _, err := fleet.Run(t.Context(), c.fleet(), c.options()); err != nil {
		t.Fatal(err)
	}
	if infra := c.collected().Infra(); len(infra) != 1 || infra[0].Error.Message != "not finished within 50ms" {
		t.Errorf("%v", infra)
	}
	if c.graded["student-01"] != 1 {
		t.Errorf("graded %d times", c.graded["student-01"])
	}
}

// TestAJobThatWasSentWithOtherLimits is collected all the same: the journal knows with which each result was made.
func TestAJobThatWasSentWithOtherLimits(t *testing.T) {
	c := newCourse(t, 2)
	c.sent = func(key *journal.Key) { key.AnswerTimeout, key.Trusted = 2*time.Minute, true }
	if _, err := fleet.Run(t.Context(), c.fleet(), c.options()); err != nil {
		t.Fatal(err)
	}
	state, err := journal.Read(c.out)
	if err != nil {
		t.Fatal(err)
	}
	known, ok := state.Result(journal.Item{ID: "student-00", Lab: "lab-2"})
	if !ok || !known.Scored() || !known.Key.Trusted || known.Key.AnswerTimeout != 2*time.Minute {
		t.Errorf("%+v", known)
	}
	if plan, err := batch.Foresee(t.Context(), c.options()); err != nil || len(plan.Changed) != 2 {
		t.Errorf("%+v, %v", plan, err)
	}
}
