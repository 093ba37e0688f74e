package result

import (
	"fmt"
	"strings"
)

// Sum computes, from the status of every check, the points of checks and tasks, the status of tasks,
// Score, MaxScore and, where it follows from them, Outcome. It may be called again after a change.
//
// A check gives all its points or none. A check without a status never ran and counts as Errored. One
// errored check is enough for InfraError and a null score: what could not be checked must not cost
// points. A lab or task without checks proves nothing and is an error too. Outcomes that
// have no score for another reason (InvalidSubmission, Tampered) are left as they are.
func (r *Record) Sum() {
	r.MaxScore = 0
	total := 0
	for i := range r.Tasks {
		r.Tasks[i].sum()
		total += r.Tasks[i].Points
		r.MaxScore += r.Tasks[i].MaxPoints
	}
	r.decide()
	r.Score = nil
	if r.Scored() {
		r.Score = &total
	}
}

// Scored reports whether the outcome is one that has a score.
func (r *Record) Scored() bool {
	return r.Outcome == Graded || r.Outcome == LearnerTimeout
}

// decide settles Outcome and, for errored checks that nobody has explained yet, Error.
func (r *Record) decide() {
	if r.Outcome == "" {
		r.Outcome = Graded
	}
	if !r.Scored() {
		return
	}
	unchecked := r.unchecked()
	if len(unchecked) == 0 {
		return
	}
	r.Outcome = InfraError
	if r.Error == nil {
		r.Error = &Error{Phase: "checks", Message: "could not be checked: " + strings.Join(unchecked, ", ")}
	}
}

// unchecked names what could not be checked: "task/check", or the task or lab that has no checks at all.
func (r *Record) unchecked() []string {
	if len(r.Tasks) == 0 {
		return []string{r.Lab}
	}
	var names []string
	for _, task := range r.Tasks {
		if len(task.Checks) == 0 {
			names = append(names, task.ID)
		}
		for _, check := range task.Checks {
			switch {
			case check.Status != Errored:
			case check.Visible():
				names = append(names, fmt.Sprintf("%s/%s", task.ID, check.ID))
			default:
				names = append(names, task.ID) // a learner reads this, and may not know the check
			}
		}
	}
	return names
}

func (t *Task) sum() {
	t.Points, t.MaxPoints = 0, 0
	count := map[Status]int{}
	for i := range t.Checks {
		check := &t.Checks[i]
		check.score()
		count[check.Status]++
		t.Points += check.Points
		t.MaxPoints += check.MaxPoints
	}
	t.Status = summary(count, len(t.Checks))
}

func (c *Check) score() {
	c.Points = 0
	switch c.Status {
	case Passed:
		c.Points = c.MaxPoints
	case Failed, Blocked, Errored:
	default:
		c.Status = Errored
	}
}

func summary(count map[Status]int, checks int) TaskStatus {
	switch {
	case count[Errored] > 0 || checks == 0:
		return TaskErrored
	case count[Passed] == checks:
		return TaskPassed
	case count[Blocked] == checks:
		return TaskBlocked
	case count[Passed] > 0:
		return TaskPartial
	}
	return TaskFailed
}
