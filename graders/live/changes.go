package live

import (
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
)

// Changes says what is different in the newer of two records of one attempt, check by check: first what was lost, which asks for something
// to be done, then what was gained. A nil older record is one in which nothing was passed.
func Changes(older, newer *result.Record) []lang.Message {
	before := map[string]result.Status{}
	if older != nil {
		for _, task := range older.Tasks {
			for _, check := range task.Checks {
				before[task.ID+"/"+check.ID] = check.Status
			}
		}
	}
	var lost, gained []lang.Message
	for _, task := range newer.Tasks {
		for _, check := range task.Checks {
			if !check.Visible() {
				continue
			}
			was := before[task.ID+"/"+check.ID]
			switch {
			case check.Status == result.Passed && was != result.Passed:
				gained = append(gained, lang.M("%s: passed, %d points: %s", task.ID, check.MaxPoints, check.Title))
			case check.Status != result.Passed && was == result.Passed:
				lost = append(lost, lang.M("%s: no longer passed: %s", task.ID, check.Title))
			}
		}
	}
	return append(lost, gained...)
}

// FirstFailing is the first check that a learner can do something about: failed, in the task if there is one, or else anywhere.
func FirstFailing(record *result.Record, task string) (result.Task, result.Check, bool) {
	for _, any := range []bool{false, true} {
		for _, t := range record.Tasks {
			if !any && t.ID != task {
				continue
			}
			for _, c := range t.Checks {
				if c.Status == result.Failed && c.Visible() {
					return t, c, true
				}
			}
		}
	}
	return result.Task{}, result.Check{}, false
}

// Reactions are the hints that react to what the learner did in a task, each once, in the order of the checks.
func Reactions(record *result.Record, task string) []string {
	if record == nil {
		return nil
	}
	var said []string
	given := map[string]bool{}
	for _, t := range record.Tasks {
		for _, c := range t.Checks {
			if t.ID == task && c.Visible() && c.Hint != nil && !given[c.Hint.ID] {
				given[c.Hint.ID] = true
				said = append(said, c.Hint.Text)
			}
		}
	}
	return said
}
