package batch_test

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/podium-labs/podium/graders/batch"
	"github.com/podium-labs/podium/graders/batch/journal"
	"github.com/podium-labs/podium/graders/result"
)

// do runs a batch and sums it up.
func do(t *testing.T, o batch.Options) *batch.Plan {
	t.Helper()
	plan, err := batch.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := batch.Summarise(o); err != nil {
		t.Fatal(err)
	}
	return plan
}

// table is summary.csv by submission: its status and score.
func table(t *testing.T, out string) (order []string, cells map[string][2]string) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(read(t, out, batch.SummaryCSV))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	cells = map[string][2]string{}
	for _, row := range rows[1:] {
		order = append(order, row[0])
		cells[row[0]] = [2]string{row[4], row[5]}
	}
	return order, cells
}

func TestEverySubmissionHasItsFolderAndItsRow(t *testing.T) {
	out, f := t.TempDir(), &fake{}
	o := options(t, out, submit(t, t.TempDir(), map[string]string{"alice": "pass 1000", "bob": "pass 0", "carol": "pass 3"}), f)
	do(t, o)
	for _, file := range []string{"record.json", "report.md", "junit.xml", "log"} {
		if read(t, out, "bob", file) == "" {
			t.Errorf("%s is empty", file)
		}
	}
	record, err := result.Decode(strings.NewReader(read(t, out, "alice", "record.json")))
	if err != nil || *record.Score != 100 || record.Submission.ID != "alice" {
		t.Errorf("%+v, %v", record, err)
	}
	order, cells := table(t, out)
	if strings.Join(order, " ") != "alice bob carol" || cells["alice"] != [2]string{"graded", "100"} || cells["bob"] != [2]string{"graded", "0"} {
		t.Errorf("%v %v", order, cells)
	}
	if f.times("lab-2/solutions/manifests") != 2 || f.times("lab-2/starter") != 1 {
		t.Errorf("graded: %v", f.graded)
	}
}

// TestASecondRunChangesNothing looks at every file of a finished batch.
func TestASecondRunChangesNothing(t *testing.T) {
	out, f := t.TempDir(), &fake{}
	o := options(t, out, submit(t, t.TempDir(), spread(12)), f)
	do(t, o)
	before := files(t, out)
	if plan := do(t, o); len(plan.Todo) != 0 || plan.Done != 12 {
		t.Errorf("%+v", plan)
	}
	after := files(t, out)
	for name := range after {
		if after[name] != before[name] {
			t.Errorf("%s has changed", name)
		}
	}
	if len(after) != len(before) || f.times("student-000") != 1 {
		t.Errorf("%d files, before %d; student-000 graded %d times", len(after), len(before), f.times("student-000"))
	}
}

// TestAFinishedBatchOfManyIsLeftAlone is about files only; how long it takes is measured by ci/bench.
func TestAFinishedBatchOfManyIsLeftAlone(t *testing.T) {
	out, f := t.TempDir(), &fake{}
	o := options(t, out, submit(t, t.TempDir(), spread(500)), f)
	o.Jobs = 4
	do(t, o)
	before := files(t, out)
	if plan := do(t, o); len(plan.Todo) != 0 || plan.Done != 500 {
		t.Errorf("%d to do, %d done", len(plan.Todo), plan.Done)
	}
	after := files(t, out)
	if len(after) != len(before) || len(after) < 6*500 || f.times("student-000") != 1 {
		t.Errorf("%d files, before %d; student-000 graded %d times", len(after), len(before), f.times("student-000"))
	}
	for name := range after {
		if after[name] != before[name] {
			t.Errorf("%s has changed", name)
		}
	}
}

// files are the contents and times of all files.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		found[path] = read(t, path) + info.ModTime().String()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestFaultsAreTriedAgainAndThenBlankAndFirst(t *testing.T) {
	out, f := t.TempDir(), &fake{}
	o := options(t, out, submit(t, t.TempDir(), map[string]string{"alice": "pass 5", "bob": "infra 2", "zoe": "infra 99"}), f)
	do(t, o)
	order, cells := table(t, out)
	if order[0] != "zoe" || cells["zoe"] != [2]string{"infra_error", ""} || cells["bob"] != [2]string{"graded", "100"} {
		t.Errorf("%v %v", order, cells)
	}
	if f.times("zoe") != 3 || f.times("bob") != 3 || f.times("alice") != 1 {
		t.Errorf("graded: %v", f.graded)
	}
	o.Regrade = batch.Errored
	if plan := do(t, o); len(plan.Todo) != 1 || plan.Todo[0].Item.ID != "zoe" {
		t.Errorf("%+v", plan)
	}
}

// TestAHangingSubmissionDelaysNobody has one worker for the endless one, which ends when the others are done, and one for all others.
func TestAHangingSubmissionDelaysNobody(t *testing.T) {
	out, f := t.TempDir(), &fake{}
	wanted := spread(20)
	wanted["a-hangs"] = "pass 3"
	o := options(t, out, submit(t, t.TempDir(), wanted), f)
	others := make(chan struct{})
	var once sync.Once
	o.Progress = func(e batch.Event) {
		if e.Counts.Left == 1 {
			once.Do(func() { close(others) })
		}
	}
	grade := o.Grade
	o.Grade = func(ctx context.Context, work batch.Work) (*result.Record, error) {
		if work.Answers.ID == "a-hangs" {
			select {
			case <-others:
			case <-ctx.Done():
				t.Error("the others waited for it")
			}
		}
		return grade(ctx, work)
	}
	do(t, o)
	if order, _ := table(t, out); len(order) != 21 {
		t.Errorf("%v", order)
	}
}

func TestAnEndlessSubmissionHasABudget(t *testing.T) {
	out, f := t.TempDir(), &fake{}
	o := options(t, out, submit(t, t.TempDir(), map[string]string{"alice": "pass 3", "endless": "hang"}), f)
	o.Budget = 50 * time.Millisecond
	do(t, o)
	order, cells := table(t, out)
	if order[0] != "endless" || cells["endless"] != [2]string{"infra_error", ""} || cells["alice"][0] != "graded" || f.times("endless") != 1 {
		t.Errorf("%v %v, graded %d times", order, cells, f.times("endless"))
	}
	if !strings.Contains(read(t, out, "endless", "record.json"), "not finished within 50ms") {
		t.Error("the record does not say why")
	}
}

func TestNothingIsGradedWhereTheReferenceFails(t *testing.T) {
	out, f := t.TempDir(), &fake{reference: func() bool { return true }}
	o := options(t, out, submit(t, t.TempDir(), spread(3)), f)
	_, err := batch.Run(t.Context(), o)
	if stopped, ok := errors.AsType[*batch.StoppedError](err); !ok || !strings.Contains(err.Error(), "solutions/manifests of lab-2: score") || stopped.Quarantined != 0 {
		t.Errorf("%v", err)
	}
	if f.times("student-000") != 0 {
		t.Error("graded all the same")
	}
}

// TestWhatCameSinceTheLastGoodCanaryDoesNotCount lets the third reference fail: that of the guard and the first canary were good.
func TestWhatCameSinceTheLastGoodCanaryDoesNotCount(t *testing.T) {
	out, f := t.TempDir(), &fake{}
	o := options(t, out, submit(t, t.TempDir(), spread(20)), f)
	o.Jobs, o.Canary = 1, 5
	f.reference = func() bool { return f.graded["lab-2/solutions/manifests"] == 3 }
	_, err := batch.Run(t.Context(), o)
	stopped, ok := errors.AsType[*batch.StoppedError](err)
	if !ok || stopped.Quarantined != 5 {
		t.Fatalf("%v", err)
	}
	if _, err := batch.Summarise(o); err != nil {
		t.Fatal(err)
	}
	order, cells := table(t, out)
	blank := 0
	for _, cell := range cells {
		if cell == [2]string{"infra_error", ""} {
			blank++
		}
	}
	if blank != 15 || len(order) != 20 {
		t.Errorf("%d of %d are blank", blank, len(order))
	}
	quarantined := 0
	plan, err := batch.Foresee(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range plan.Todo {
		if step.Reason == batch.ReasonQuarantined {
			quarantined++
		}
	}
	if len(plan.Todo) != 15 || quarantined != 5 {
		t.Errorf("%d to do, %d quarantined", len(plan.Todo), quarantined)
	}
	f.reference = nil
	do(t, o)
	if _, cells := table(t, out); len(cells) != 20 || cells["student-000"][0] != "graded" || f.times("student-000") != 1 {
		t.Errorf("%v", cells)
	}
}

// TestFaultsCallForTheCanaryEarly has three submissions that the infrastructure fails, long before the canary's turn, and then two.
func TestFaultsCallForTheCanaryEarly(t *testing.T) {
	for faults, early := range map[int]bool{3: true, 2: false} {
		wanted := spread(5)
		for i := range faults {
			wanted[fmt.Sprintf("a-fault-%d", i)] = "infra 99"
		}
		f := &fake{}
		o := options(t, t.TempDir(), submit(t, t.TempDir(), wanted), f)
		o.Jobs, o.Tries = 1, 1
		var left []int
		o.Progress = func(e batch.Event) {
			if e.Kind == batch.Proved {
				left = append(left, e.Counts.Left)
			}
		}
		do(t, o)
		want := []int{0} // in the end, in any case
		if early {
			want = []int{5, 0}
		}
		if !slices.Equal(left, want) {
			t.Errorf("%d faults: proved with %v left, want %v", faults, left, want)
		}
	}
}

func TestInvalidSubmissionsAreNoFaultsAndNoZeros(t *testing.T) {
	out, f, source := t.TempDir(), &fake{}, t.TempDir()
	entries := submit(t, source, map[string]string{"alice": "pass 5", "eve": "pass 5"})
	if err := os.Symlink("/etc/passwd", filepath.Join(source, "eve", "answers", "lab-2", "undo.yaml")); err != nil {
		t.Fatal(err)
	}
	entries = append(entries, entries[0])
	entries[2].ID, entries[2].Source = "nobody", filepath.Join(source, "nobody")
	do(t, options(t, out, entries, f))
	_, cells := table(t, out)
	for _, id := range []string{"eve", "nobody"} {
		if cells[id] != [2]string{"invalid_submission", ""} || f.times(id) != 0 {
			t.Errorf("%s: %v, graded %d times", id, cells[id], f.times(id))
		}
	}
}

func TestTwoBatchesDoNotShareAFolder(t *testing.T) {
	out, f := t.TempDir(), &fake{}
	o := options(t, out, submit(t, t.TempDir(), map[string]string{"alice": "pass 5"}), f)
	grade := o.Grade
	o.Grade = func(ctx context.Context, work batch.Work) (*result.Record, error) {
		if _, err := batch.Run(ctx, o); !errors.Is(err, journal.ErrInUse) {
			t.Errorf("the second batch: %v", err)
		}
		return grade(ctx, work)
	}
	do(t, o)
}
