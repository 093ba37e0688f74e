package journal_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/podium-labs/podium/graders/batch/journal"
	"github.com/podium-labs/podium/graders/result"
)

func open(t *testing.T, dir string) *journal.Journal {
	t.Helper()
	j, err := journal.Open(dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j
}

func add(t *testing.T, j *journal.Journal, lines ...journal.Line) {
	t.Helper()
	for _, line := range lines {
		if err := j.Add(line); err != nil {
			t.Fatal(err)
		}
	}
}

func done(id string, score int, record string) journal.Line {
	return journal.Line{Event: journal.Done, ID: id, Lab: "lab-2", Outcome: result.Graded, Score: &score, MaxScore: 100, Record: record, Key: &journal.Key{Tree: "t-" + id, Seed: 1}}
}

func item(id string) journal.Item { return journal.Item{ID: id, Lab: "lab-2"} }

// read is the state that another run would find.
func read(t *testing.T, dir string) *journal.State {
	t.Helper()
	state, err := journal.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

func TestWhatIsDoneIsKnownAfterwards(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir)
	add(t, j, journal.Line{Event: journal.Began}, journal.Line{Event: journal.Started, ID: "alice", Lab: "lab-2"}, done("alice", 80, "r1"), journal.Line{Event: journal.Started, ID: "bob", Lab: "lab-2"})
	j.Look(func(live *journal.State) {
		if !reflect.DeepEqual(live, read(t, dir)) {
			t.Error("the journal knows something that it did not write")
		}
	})
	state := read(t, dir)
	got, ok := state.Result(item("alice"))
	if !ok || *got.Score != 80 || got.Record != "r1" || got.Key.Tree != "t-alice" || state.Runs() != 1 {
		t.Errorf("%+v, %t", got, ok)
	}
	if _, ok := state.Result(item("bob")); ok {
		t.Error("bob has a result")
	}
}

// TestALineIsTakenWholeOrNotAtAll cuts the file at every length.
func TestALineIsTakenWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir)
	add(t, j, done("alice", 80, "r1"), done("bob", 70, "r2"))
	whole, err := os.ReadFile(filepath.Join(dir, journal.FileName))
	if err != nil {
		t.Fatal(err)
	}
	first := strings.Index(string(whole), "\n") + 1
	for length := range len(whole) + 1 {
		torn := t.TempDir()
		if err := os.WriteFile(filepath.Join(torn, journal.FileName), whole[:length], 0o600); err != nil {
			t.Fatal(err)
		}
		want := 0
		if length >= first {
			want++
		}
		if length == len(whole) {
			want++
		}
		if got := len(read(t, torn).Items()); got != want {
			t.Fatalf("%d bytes: %d results, want %d", length, got, want)
		}
		add(t, open(t, torn), done("carol", 60, "r3"))
		if got := len(read(t, torn).Items()); got != want+1 {
			t.Fatalf("%d bytes and a line more: %d results, want %d", length, got, want+1)
		}
	}
}

func TestADamagedLineInTheMiddleIsNotSkipped(t *testing.T) {
	dir := t.TempDir()
	add(t, open(t, dir), done("alice", 80, "r1"), done("bob", 70, "r2"))
	name := filepath.Join(dir, journal.FileName)
	content, err := os.ReadFile(name)
	if err == nil {
		content[0] = 0
		err = os.WriteFile(name, content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := journal.Open(dir, time.Now); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("%v", err)
	}
}

func TestACanaryProvesWhatCameBeforeIt(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir)
	add(t, j, done("alice", 80, "r1"), done("bob", 70, "r2"), journal.Line{Event: journal.Canary, Items: []journal.Item{item("alice")}})
	if got := read(t, dir).Doubtful(); !reflect.DeepEqual(got, []journal.Item{item("bob")}) {
		t.Errorf("in doubt: %v", got)
	}
	add(t, j, journal.Line{Event: journal.Canary, Failed: true}, journal.Line{Event: journal.Quarantined, ID: "bob", Lab: "lab-2"})
	state := read(t, dir)
	if _, ok := state.Result(item("bob")); ok || !state.Quarantined(item("bob")) || len(state.Doubtful()) > 0 {
		t.Error("bob's result still counts")
	}
	add(t, j, done("bob", 71, "r3"))
	if state = read(t, dir); state.Quarantined(item("bob")) || len(state.Items()) != 2 {
		t.Error("bob was graded again and does not count")
	}
}

func TestARegradeIsDueUntilItIsDone(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir)
	again, failed := done("alice", 90, "r3"), journal.Line{Event: journal.Kept, ID: "bob", Lab: "lab-2", Record: "r4", Replaces: "r2"}
	again.Replaces = "r1"
	add(t, j, done("alice", 80, "r1"), done("bob", 70, "r2"), journal.Line{Event: journal.Regrade, Which: "all", Items: []journal.Item{item("alice"), item("bob")}}, again)
	if state := read(t, dir); state.Due(item("alice")) || !state.Due(item("bob")) {
		t.Error("the wrong ones are due")
	}
	add(t, j, failed)
	state := read(t, dir)
	want := []journal.Round{{Which: "all", Changes: []journal.Change{{Item: item("alice"), Before: "r1", After: "r3"}, {Item: item("bob"), Before: "r2", After: "r4", Kept: true}}}}
	if state.Due(item("bob")) || !reflect.DeepEqual(state.Rounds(), want) {
		t.Errorf("%+v", state.Rounds())
	}
	if got, _ := state.Result(item("bob")); got.Record != "r2" {
		t.Errorf("an error took the place of a score: %+v", got)
	}
}

func TestTwoBatchesDoNotShareAFolder(t *testing.T) {
	dir := t.TempDir()
	first, err := journal.Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := journal.Lock(dir); !errors.Is(err, journal.ErrInUse) {
		t.Errorf("%v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second, err := journal.Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	_ = second.Close()
}
