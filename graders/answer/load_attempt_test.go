package answer_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/answer"
)

const recorded = `{"format":"podium.attempt/v1","lab":"lab-2"}
{"settle":true}
{"request":{"verb":"delete","version":"v1","resource":"pods","namespace":"lab-2","name":"a","code":200}}
{"settle":true}
{"request":{"verb":"delete","version":"v1","resource":"pods","namespace":"lab-2","name":"b","code":404}}
`

func TestARecordedAttemptIsGradedAlone(t *testing.T) {
	dir := tree(t, map[string]string{"answers/lab-2/attempt.jsonl": recorded, "answers/lab-2/undo.sh": "x", "answers/lab-2/deploy/01-a.yaml": "x", "answers/lab-2/README.md": "x"})
	sub, err := answer.Load(t.Context(), dir, "lab-2", tasks)
	if err != nil {
		t.Fatal(err)
	}
	if !sub.Attempt || len(sub.Tasks) != 1 || sub.Tasks[0].Task != "deploy" || len(sub.Tasks[0].Files) != 0 || len(sub.TreeSHA256) != 64 {
		t.Fatalf("%+v", sub)
	}
	steps := sub.Tasks[0].Steps
	if len(steps) != 3 || strings.Contains(string(steps[0].Content), "pods") || !strings.Contains(string(steps[1].Content), `"first":3`) || !strings.Contains(string(steps[2].Content), `"b"`) {
		t.Errorf("%+v", steps)
	}
	for _, step := range steps {
		if step.Kind != answer.Recorded || step.File != "attempt.jsonl" {
			t.Errorf("%+v", step)
		}
	}
	warned := strings.Join(said(sub.Warnings), "\n")
	if len(sub.Warnings) != 2 || !strings.Contains(warned, "answers/lab-2/deploy is not graded") || !strings.Contains(warned, "answers/lab-2/undo.sh is not graded") {
		t.Errorf("%q", sub.Warnings)
	}
}

func TestARecordedAttemptThatCannotBePlayedIsInvalid(t *testing.T) {
	for name, c := range map[string]struct{ path, content, says string }{
		"of another lab":      {"answers/lab-2/attempt.jsonl", strings.Replace(recorded, `"lab":"lab-2"`, `"lab":"lab-1"`, 1), `is an attempt at "lab-1", not at "lab-2"`},
		"with a line too odd": {"answers/lab-2/attempt.jsonl", recorded + `{"run":"rm -rf /"}`, "line 6: "},
		"too large":           {"answers/lab-2/attempt.jsonl", recorded + strings.Repeat(" ", 1<<20), "larger than"},
		"in the wrong place":  {"answers/attempt.jsonl", recorded, "one folder too high"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := answer.Load(t.Context(), tree(t, map[string]string{c.path: c.content}), "lab-2", tasks)
			invalid, ok := errors.AsType[*answer.InvalidError](err)
			if !ok || !strings.Contains(invalid.Error(), c.says) || !strings.HasSuffix(invalid.Path, "attempt.jsonl") {
				t.Errorf("%v", err)
			}
		})
	}
}
