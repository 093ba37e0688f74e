package batch_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/batch"
	"github.com/podium-labs/podium/graders/batch/journal"
	"github.com/podium-labs/podium/graders/result"
)

// solution is the ID under which the fake grader sees a reference solution.
const solution = "lab-2/solutions/manifests"

// shown is the record in the folder of a submission.
func shown(t *testing.T, parts ...string) *result.Record {
	t.Helper()
	record, err := result.Decode(strings.NewReader(read(t, append(parts, "record.json")...)))
	if err != nil {
		t.Fatal(err)
	}
	return record
}

// spoil runs a batch whose n-th grading of a reference solution from now on is not full.
func spoil(t *testing.T, o batch.Options, f *fake, n int) *batch.StoppedError {
	t.Helper()
	n += f.times(solution)
	f.reference = func() bool { return f.times(solution) >= n }
	defer func() { f.reference = nil }()
	_, err := batch.Run(t.Context(), o)
	stopped, ok := errors.AsType[*batch.StoppedError](err)
	if !ok {
		t.Fatalf("it was not stopped: %v", err)
	}
	if _, err := batch.Summarise(o); err != nil {
		t.Fatal(err)
	}
	return stopped
}

// TestWhatWasTakenBackIsNotOnShow lets the third reference solution fail, with one worker and with some whose gradings are under way then: no
// folder may show a score that does not count.
func TestWhatWasTakenBackIsNotOnShow(t *testing.T) {
	for _, jobs := range []int{1, 4} {
		out, f := t.TempDir(), &fake{}
		o := options(t, out, submit(t, t.TempDir(), spread(20)), f)
		o.Jobs, o.Canary = jobs, 5
		stopped := spoil(t, o, f, 3)
		_, cells := table(t, out)
		blank, scored := 0, 0
		for id, cell := range cells {
			if _, err := os.Stat(filepath.Join(out, id)); err != nil {
				continue // not graded
			}
			if cell[0] != "graded" {
				blank++
				showsNothing(t, out, id)
				continue
			}
			if scored++; shown(t, out, id).Score == nil {
				t.Errorf("%s has a score and does not show it", id)
			}
		}
		if blank == 0 || blank != stopped.Quarantined || scored < 5 {
			t.Errorf("%d jobs: %d blank, %d taken back, %d with a score", jobs, blank, stopped.Quarantined, scored)
		}
		before := files(t, out)
		if _, err := batch.Summarise(o); err != nil {
			t.Fatal(err)
		}
		for name, content := range files(t, out) {
			if before[name] != content && !strings.Contains(name, "summary.") { // those without any result have no time of their own
				t.Errorf("%s has changed", name)
			}
		}
		do(t, o)
		for id := range cells {
			if shown(t, out, id).Score == nil {
				t.Errorf("%s has no score in the end", id)
			}
		}
	}
}

// showsNothing looks at the folder of a submission whose result was taken back.
func showsNothing(t *testing.T, out, id string) {
	t.Helper()
	record := shown(t, out, id)
	if record.Outcome != result.InfraError || record.Score != nil || !strings.HasPrefix(record.Error.Message, "quarantined") {
		t.Errorf("%s shows %s, %+v", id, record.Outcome, record.Error)
	}
	markdown, junit := read(t, out, id, "report.md"), read(t, out, id, "junit.xml")
	if !strings.Contains(markdown, "quarantined") || !strings.Contains(junit, `value="infra_error"`) || read(t, out, id, "log") != "" {
		t.Errorf("%s shows what does not count", id)
	}
}

// TestARegradeThatIsTakenBackLosesNoScore grades, proves, grades again, and then lets the reference solution fail.
func TestARegradeThatIsTakenBackLosesNoScore(t *testing.T) {
	out, source, f := t.TempDir(), t.TempDir(), &fake{}
	o := options(t, out, submit(t, source, map[string]string{"alice": "pass 1000", "bob": "pass 4", "carol": "infra 99"}), f)
	do(t, o)
	table1, alice := read(t, out, batch.SummaryCSV), read(t, out, "alice", "record.json")
	change(t, source, "alice", "pass 1")
	change(t, source, "bob", "pass 5")
	change(t, source, "carol", "pass 6")
	o.Regrade = batch.All
	if stopped := spoil(t, o, f, 2); stopped.Quarantined != 3 { // the guard is good, the proof in the end is not
		t.Errorf("%d were taken back", stopped.Quarantined)
	}
	rows, old := strings.Split(read(t, out, batch.SummaryCSV), "\n"), strings.Split(table1, "\n")
	if strings.Join(rows[2:], "\n") != strings.Join(old[2:], "\n") || !strings.HasPrefix(rows[1], "carol,") {
		t.Errorf("a score got lost:\n%s\nwant\n%s", strings.Join(rows, "\n"), table1)
	}
	if read(t, out, "alice", "record.json") != alice || shown(t, out, "carol").Score != nil {
		t.Error("the folders show what does not count")
	}
	if diff := read(t, out, "regrade-1.csv"); strings.Count(diff, ",kept,") != 3 {
		t.Errorf("the regrade says that somebody was moved:\n%s", diff)
	}
	// the next run comes to what the regrade has asked for
	o.Regrade = batch.None
	if plan := do(t, o); len(plan.Todo) != 3 {
		t.Errorf("%+v", plan)
	}
	if _, cells := table(t, out); cells["alice"][1] == "100" || cells["carol"][0] != "graded" {
		t.Errorf("%v", cells)
	}
}

// TestAFaultDoesNotTakeThePlaceOfAScoreWhoseRecordIsLost has the journal know a score that no file tells any more.
func TestAFaultDoesNotTakeThePlaceOfAScoreWhoseRecordIsLost(t *testing.T) {
	out, source, f := t.TempDir(), t.TempDir(), &fake{}
	o := options(t, out, submit(t, source, map[string]string{"alice": "pass 1000"}), f)
	do(t, o)
	records, err := filepath.Glob(filepath.Join(out, ".batch", "records", "*.json"))
	if err != nil || len(records) != 1 {
		t.Fatalf("%v, %v", records, err)
	}
	if err := os.WriteFile(records[0], []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	change(t, source, "alice", "infra 99")
	do(t, o)
	state, err := journal.Read(out)
	if err != nil {
		t.Fatal(err)
	}
	if known, ok := state.Result(journal.Item{ID: "alice", Lab: "lab-2"}); !ok || !known.Scored() || *known.Score != 100 {
		t.Errorf("%+v, %t", known, ok)
	}
	results, err := batch.Collect(o)
	if err != nil || len(results.Infra()) != 1 || results.Infra()[0].Error.Message != "the record is lost; its score was 100 of 100" {
		t.Errorf("%+v, %v", results, err)
	}
	if len(results.Rounds) > 0 {
		t.Errorf("nobody asked for a regrade: %+v", results.Rounds)
	}
	change(t, source, "alice", "pass 1000")
	if plan := do(t, o); len(plan.Todo) != 1 || plan.Todo[0].Reason != batch.ReasonLost {
		t.Errorf("%+v", plan)
	}
	if _, cells := table(t, out); cells["alice"] != [2]string{"graded", "100"} {
		t.Errorf("%v", cells)
	}
}

// TestARegradeOfALostRecordCanBeSummedUp has no record to compare with.
func TestARegradeOfALostRecordCanBeSummedUp(t *testing.T) {
	out, f := t.TempDir(), &fake{}
	o := options(t, out, submit(t, t.TempDir(), spread(2)), f)
	do(t, o)
	records, err := filepath.Glob(filepath.Join(out, ".batch", "records", "*.json"))
	if err != nil || len(records) != 2 {
		t.Fatalf("%v, %v", records, err)
	}
	o.Regrade = batch.All
	do(t, o)
	for _, name := range records {
		if err := os.WriteFile(name, []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := batch.Summarise(o); err != nil {
		t.Error(err)
	}
}

// TestWhatAFailedWitnessGotIsKept wants its record and log where the error says.
func TestWhatAFailedWitnessGotIsKept(t *testing.T) {
	out, f := t.TempDir(), &fake{}
	o := options(t, out, submit(t, t.TempDir(), spread(3)), f)
	stopped := spoil(t, o, f, 1)
	name := filepath.Join(out, ".batch", "canary", "lab-2-solution")
	if !strings.Contains(stopped.Error(), name+".json") {
		t.Errorf("the file is not named: %v", stopped)
	}
	record, err := result.Decode(strings.NewReader(read(t, name+".json")))
	if err != nil || *record.Score == record.MaxScore || read(t, name+".log") != "graded "+solution+"\n" {
		t.Errorf("%+v, %v, %q", record, err, read(t, name+".log"))
	}
}
