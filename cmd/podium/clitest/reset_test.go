package clitest

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs/rollouts"
)

// TestATaskThatIsSetBackBeginsAnew, in the running lab and where its record is replayed.
func TestATaskThatIsSetBackBeginsAnew(t *testing.T) {
	p := newPlace(t)
	t.Cleanup(func() { p.finish(p.command(withoutEnd(t), p.binary, "lab", "stop")) })
	if started := p.run("lab", "start", rollouts.ID); started.code != 0 {
		t.Fatal(started)
	}
	kubeconfig := strings.TrimSpace(p.run("lab", "kubeconfig", rollouts.ID).out)
	p.deploy(kubeconfig)
	if got := p.points(result.Graded); got != 10 {
		t.Fatalf("%d points for the first task", got)
	}
	for range 2 { // the second time there is nothing to delete, and a note to change
		if reset := p.run("lab", "reset", rollouts.ID, "--task", rollouts.Deploy); reset.code != 0 {
			t.Fatal(reset)
		}
	}
	if got := p.points(result.Graded); got != 0 {
		t.Errorf("%d points after the reset", got)
	}
	file := filepath.Join(t.TempDir(), "attempt.jsonl")
	replayed := func() *result.Record {
		t.Helper()
		if submitted := p.run("submit", rollouts.ID, "--out", file, "--force"); submitted.code != 0 {
			t.Fatal(submitted)
		}
		got := p.run("replay", file, "-o", "json")
		record, err := result.Decode(strings.NewReader(got.out))
		if err != nil || record.Score == nil {
			t.Fatalf("replay: exit code %d, %v, %s", got.code, err, got.err)
		}
		return record
	}
	if record := replayed(); *record.Score != 0 {
		t.Errorf("%d points for the replay of what was set back", *record.Score)
	}
	p.deploy(kubeconfig)
	if got := p.points(result.Graded); got != 10 {
		t.Errorf("%d points when it is done again", got)
	}
	if record := replayed(); *record.Score != 10 {
		t.Errorf("%d points for the replay of what was done again", *record.Score)
	}
}
