package run

import (
	"testing"

	"github.com/podium-labs/podium/graders/result"
)

// TestTheSegmentsOfAnAttemptAreOneStep: the record names the file once, with the worst that happened in it.
func TestTheSegmentsOfAnAttemptAreOneStep(t *testing.T) {
	t.Parallel()
	var steps []result.Step
	for _, step := range []result.Step{
		{File: "attempt.jsonl"}, {File: "attempt.jsonl", ExitCode: 1, Output: "line 3: no\n"}, {File: "attempt.jsonl"},
		{File: "attempt.jsonl", ExitCode: 1, Output: "line 9: no\n", TimedOut: true}, {File: "other.sh"},
	} {
		steps = addStep(steps, step)
	}
	want := result.Step{File: "attempt.jsonl", ExitCode: 1, Output: "line 3: no\nline 9: no\n", TimedOut: true}
	if len(steps) != 2 || steps[0] != want || steps[1].File != "other.sh" {
		t.Errorf("%+v", steps)
	}
}
