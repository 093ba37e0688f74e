package batch

import (
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/fixtures/kind"
)

// TestTheCommandThatGoesOn repeats what was asked for, as a shell reads it.
func TestTheCommandThatGoesOn(t *testing.T) {
	for want, args := range map[string][]string{
		"podium batch in --out out --resume":                                                 {"in", "--out", "out"},
		"podium batch in --out 'out[1]' --labs lab-1,lab-2 --trust=true --resume":            {"in", "--out", "out[1]", "--labs", "lab-1", "--labs", "lab-2", "--trust"},
		"podium batch 'my folder' --out out --only alice,bob --answer-timeout 2m0s --resume": {"my folder", "--out", "out", "--only", "alice,bob", "--answer-timeout", "2m"},
		"podium batch in --out out --gradebook 'canvas=my export.csv,moodle=m.csv' --gradebook-column 'Lab (1)' --layout jplag,dolos --resume": {
			"in", "--out", "out", "--gradebook", "canvas=my export.csv", "--gradebook", "moodle=m.csv", "--gradebook-column", "Lab (1)", "--layout", "jplag,dolos",
		},
	} {
		cmd := NewCommand(&ui.Settings{}, "test")
		var got string
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			got = again(cmd, args[0])
			return nil
		}
		cmd.SetArgs(args)
		if err := cmd.Execute(); err != nil || got != want {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
}

// TestWhatResultsDependOn has no word of what is as usual, as older versions have none.
func TestWhatResultsDependOn(t *testing.T) {
	usual := keyOf("v1", embedded.Kind, usualAnswer, false)
	if usual.AnswerTimeout != 0 || usual.Trusted || usual.Podium != "v1" || usual.Provider != embedded.Kind || usual.Kubernetes == "" || usual.Seed == 0 {
		t.Errorf("%+v", usual)
	}
	if key := keyOf("v1", embedded.Kind, 2*time.Minute, true); key.AnswerTimeout != 2*time.Minute || !key.Trusted {
		t.Errorf("%+v", key)
	}
	// containers have three minutes in any case
	if key := keyOf("v1", kind.Kind, 2*time.Minute, false); key.AnswerTimeout != 0 {
		t.Errorf("%+v", key)
	}
	if key := keyOf("v1", kind.Kind, 5*time.Minute, false); key.AnswerTimeout != 5*time.Minute {
		t.Errorf("%+v", key)
	}
}

func TestAutoGoesByProcessorsAndMemory(t *testing.T) {
	const gib = 1 << 30
	for _, c := range []struct {
		processors int
		available  uint64
		want       int
	}{
		{2, 24 * gib, 2}, {8, 64 * gib, 8}, {8, 4 * gib, 2}, {4, gib / 4, 1}, {4, 0, 4},
	} {
		if got := fit(c.processors, c.available); got != c.want {
			t.Errorf("%d processors, %d MiB: %d jobs, want %d", c.processors, c.available>>20, got, c.want)
		}
	}
}
