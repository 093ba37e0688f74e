package result

import (
	"slices"
	"strings"
	"testing"
)

// checks makes checks worth 1, 2, 4, 8 … points, so that every sum names its parts.
func checks(statuses ...Status) []Check {
	list := make([]Check, len(statuses))
	for i, status := range statuses {
		list[i] = Check{ID: string(rune('a' + i)), Status: status, MaxPoints: 1 << i, Points: 99}
	}
	return list
}

func TestSumTask(t *testing.T) {
	for name, c := range map[string]struct {
		checks []Check
		points int
		status TaskStatus
	}{
		"all passed":         {checks(Passed, Passed, Passed), 7, TaskPassed},
		"some failed":        {checks(Passed, Failed, Passed), 5, TaskPartial},
		"some blocked":       {checks(Passed, Blocked), 1, TaskPartial},
		"all failed":         {checks(Failed, Failed), 0, TaskFailed},
		"all blocked":        {checks(Blocked, Blocked), 0, TaskBlocked},
		"failed and blocked": {checks(Failed, Blocked), 0, TaskFailed},
		"one errored":        {checks(Passed, Errored, Failed), 1, TaskErrored},
		"one never run":      {checks(Passed, ""), 1, TaskErrored},
		"an unknown status":  {checks("great"), 0, TaskErrored},
		"no checks":          {nil, 0, TaskErrored},
	} {
		t.Run(name, func(t *testing.T) {
			r := &Record{Tasks: []Task{{ID: "task", Checks: c.checks}}}
			r.Sum()
			task := r.Tasks[0]
			if task.Points != c.points || task.Status != c.status {
				t.Errorf("got %d points and %s, want %d and %s", task.Points, task.Status, c.points, c.status)
			}
			if want := 1<<len(c.checks) - 1; task.MaxPoints != want || r.MaxScore != want {
				t.Errorf("maximum is %d of task and %d of lab, want %d", task.MaxPoints, r.MaxScore, want)
			}
		})
	}
}

func TestSumRecord(t *testing.T) {
	const none = -1
	for name, c := range map[string]struct {
		before Outcome
		checks []Check
		after  Outcome
		score  int
	}{
		"full marks":                     {"", checks(Passed, Passed), Graded, 3},
		"zero is a score":                {"", checks(Failed, Blocked), Graded, 0},
		"errored":                        {"", checks(Passed, Errored), InfraError, none},
		"never run":                      {"", checks(Passed, ""), InfraError, none},
		"no checks":                      {"", nil, InfraError, none},
		"graded, then errored":           {Graded, checks(Errored), InfraError, none},
		"timeout keeps its points":       {LearnerTimeout, checks(Passed, Failed), LearnerTimeout, 1},
		"timeout does not excuse us":     {LearnerTimeout, checks(Passed, Errored), InfraError, none},
		"infrastructure stays":           {InfraError, checks(Passed, Passed), InfraError, none},
		"tampered stays":                 {Tampered, checks(Passed, Passed), Tampered, none},
		"tampered and errored":           {Tampered, checks(Passed, Errored), Tampered, none},
		"an invalid submission has none": {InvalidSubmission, checks("", ""), InvalidSubmission, none},
	} {
		t.Run(name, func(t *testing.T) {
			old := 77
			r := &Record{Outcome: c.before, Score: &old, Tasks: []Task{{ID: "task", Checks: c.checks}}}
			r.Sum()
			got := none
			if r.Score != nil {
				got = *r.Score
			}
			if r.Outcome != c.after || got != c.score {
				t.Errorf("got %s with %d, want %s with %d (%d is null)", r.Outcome, got, c.after, c.score, none)
			}
		})
	}
}

func TestSumNamesWhatCouldNotBeChecked(t *testing.T) {
	r := &Record{Tasks: []Task{{ID: "one", Checks: checks(Passed, Errored)}, {ID: "two", Checks: checks("")}, {ID: "three"}}}
	r.Sum()
	if r.Error == nil || !strings.HasSuffix(r.Error.Message, ": one/b, two/a, three") {
		t.Errorf("error is %+v", r.Error)
	}
	known := &Error{Phase: "settle", Message: "the control plane ended"}
	r.Outcome, r.Error = Graded, known
	r.Sum()
	if r.Error != known {
		t.Errorf("an error that says more was replaced by %+v", r.Error)
	}
}

func TestSumTwiceIsSumOnce(t *testing.T) {
	r := sample()
	before := encode(t, r)
	r.Sum()
	if after := encode(t, r); !slices.Equal(before, after) {
		t.Errorf("second Sum changed the record:\n%s\n%s", before, after)
	}
}
