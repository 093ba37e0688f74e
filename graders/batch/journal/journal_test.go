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

func taken(state *journal.State, id string) bool {
	_, is := state.Quarantined(item(id))
	return is
}

func due(state *journal.State, id string) bool {
	_, is := state.Due(item(id))
	return is
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
	if _, ok := state.Result(item("bob")); ok || !taken(state, "bob") || len(state.Doubtful()) > 0 {
		t.Error("bob's result still counts")
	}
	add(t, j, done("bob", 71, "r3"))
	if state = read(t, dir); taken(state, "bob") || len(state.Items()) != 2 {
		t.Error("bob was graded again and does not count")
	}
}

func TestARegradeIsDueUntilItIsDone(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir)
	again, failed := done("alice", 90, "r3"), journal.Line{Event: journal.Kept, ID: "bob", Lab: "lab-2", Record: "r4", Replaces: "r2"}
	again.Replaces = "r1"
	add(t, j, done("alice", 80, "r1"), done("bob", 70, "r2"), journal.Line{Event: journal.Regrade, Which: "all", Items: []journal.Item{item("alice"), item("bob")}}, again)
	if state := read(t, dir); due(state, "alice") || !due(state, "bob") {
		t.Error("the wrong ones are due")
	}
	add(t, j, failed)
	state := read(t, dir)
	want := []journal.Round{{Which: "all", Changes: []journal.Change{{Item: item("alice"), Before: "r1", After: "r3"}, {Item: item("bob"), Before: "r2", After: "r4", Kept: true}}}}
	if due(state, "bob") || !reflect.DeepEqual(state.Rounds(), want) {
		t.Errorf("%+v", state.Rounds())
	}
	if got, _ := state.Result(item("bob")); got.Record != "r2" {
		t.Errorf("an error took the place of a score: %+v", got)
	}
}

// again is a result that replaces another.
func again(id string, score int, record, replaces string) journal.Line {
	line := done(id, score, record)
	line.Replaces = replaces
	return line
}

func canary(ids ...string) journal.Line {
	line := journal.Line{Event: journal.Canary}
	for _, id := range ids {
		line.Items = append(line.Items, item(id))
	}
	return line
}

// TestADoubtfulResultThatIsTakenBack wants what was proved before it to count again, and nothing else.
func TestADoubtfulResultThatIsTakenBack(t *testing.T) {
	fault := done("bob", 0, "r1")
	fault.Outcome, fault.Score = result.InfraError, nil
	lost := done("bob", 70, "r2") // replaces nothing that could be shown
	quarantined := journal.Line{Event: journal.Quarantined, ID: "bob", Lab: "lab-2"}
	for name, c := range map[string]struct {
		lines []journal.Line
		// record is what counts in the end; empty if nothing does.
		record string
	}{
		"the first result":               {[]journal.Line{done("bob", 70, "r1")}, ""},
		"after a proved one":             {[]journal.Line{done("bob", 70, "r1"), canary("bob"), again("bob", 10, "r2", "r1")}, "r1"},
		"two after a proved one":         {[]journal.Line{done("bob", 70, "r1"), canary("bob"), again("bob", 10, "r2", "r1"), again("bob", 20, "r3", "r2")}, "r1"},
		"the second of two":              {[]journal.Line{done("bob", 70, "r1"), again("bob", 10, "r2", "r1"), canary("bob")}, "r1"},
		"the third, the second proved":   {[]journal.Line{done("bob", 70, "r1"), canary("bob"), again("bob", 10, "r2", "r1"), again("bob", 20, "r3", "r2"), canary("bob")}, "r2"},
		"after a fault":                  {[]journal.Line{fault, canary("bob"), again("bob", 70, "r2", "r1")}, ""},
		"after one whose record is lost": {[]journal.Line{done("bob", 70, "r1"), canary("bob"), lost}, ""},
		"of two that were never proved":  {[]journal.Line{done("bob", 70, "r1"), again("bob", 10, "r2", "r1")}, ""},
		"all proved":                     {[]journal.Line{done("bob", 70, "r1"), again("bob", 10, "r2", "r1"), canary("bob", "bob")}, "r2"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			j := open(t, dir)
			add(t, j, journal.Line{Event: journal.Regrade, Which: "all"})
			add(t, j, c.lines...)
			add(t, j, quarantined, quarantined) // as older versions wrote it: one for each time that it is in doubt
			state := read(t, dir)
			got, ok := state.Result(item("bob"))
			if got.Record != c.record || ok == taken(state, "bob") || len(state.Doubtful()) > 0 {
				t.Errorf("%q counts, quarantined %t, in doubt %v", got.Record, taken(state, "bob"), state.Doubtful())
			}
			if name != "all proved" && ok != due(state, "bob") {
				t.Errorf("due: %t", due(state, "bob"))
			}
		})
	}
}

// TestARegradeThatIsTakenBackMovesNobody in the table of the regrade.
func TestARegradeThatIsTakenBackMovesNobody(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir)
	add(t, j, done("bob", 70, "r1"), canary("bob"), journal.Line{Event: journal.Regrade, Which: "all", Items: []journal.Item{item("bob")}},
		again("bob", 10, "r2", "r1"), again("bob", 20, "r3", "r2"), journal.Line{Event: journal.Quarantined, ID: "bob", Lab: "lab-2"})
	rounds := read(t, dir).Rounds()
	if len(rounds) != 1 || len(rounds[0].Changes) != 2 {
		t.Fatalf("%+v", rounds)
	}
	for _, c := range rounds[0].Changes {
		if !c.Kept {
			t.Errorf("%+v", c)
		}
	}
}

func TestWhatHasNotChangedIsNotDueAnyMore(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir)
	add(t, j, done("bob", 70, "r1"), journal.Line{Event: journal.Regrade, Which: "changed", Items: []journal.Item{item("bob")}})
	if which, is := read(t, dir).Due(item("bob")); !is || which != "changed" {
		t.Errorf("%q, %t", which, is)
	}
	add(t, j, journal.Line{Event: journal.Unchanged, ID: "bob", Lab: "lab-2"})
	if due(read(t, dir), "bob") {
		t.Error("it is still due")
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
