package replay_test

import (
	"testing"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/replay"
)

func TestStepsSayWhereAndWhatFor(t *testing.T) {
	t.Parallel()
	english, err := lang.New(lang.English)
	if err != nil {
		t.Fatal(err)
	}
	const note = `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"podium-resets"},"data":{"undo":"2026-11-30T10:00:00Z"}}`
	for line, want := range map[string]string{
		ask(""): "delete pods a in namespace lab-2: 200",
		`{"request":{"verb":"patch","version":"v1","resource":"nodes","name":"worker","patch":"merge","body":{"spec":{}},"code":200}}`:                                  "patch nodes worker (merge): 200",
		`{"request":{"verb":"create","version":"v1","resource":"configmaps","namespace":"lab-2","body":` + note + `,"code":201}}`:                                       "reset task undo",
		`{"request":{"verb":"patch","version":"v1","resource":"configmaps","namespace":"lab-2","name":"podium-resets","patch":"merge","body":` + note + `,"code":200}}`: "reset task undo",
	} {
		attempt, err := replay.Read([]byte(header+line), replay.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if got := english.Say(attempt.Lines[0].Message()); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
