package batch_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/podium-labs/podium/graders/batch"
	"github.com/podium-labs/podium/graders/batch/journal"
	"github.com/podium-labs/podium/graders/submission"
)

// change makes another wish.
func change(t *testing.T, source, id, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(source, id, "answers", "lab-2", "deploy.sh"), []byte(wish+text+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

// todo are the IDs that a run would grade.
func todo(t *testing.T, o batch.Options) string {
	t.Helper()
	plan, err := batch.Foresee(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, step := range plan.Todo {
		ids = append(ids, step.Item.ID)
	}
	return strings.Join(ids, " ")
}

func TestWhatIsGradedAgain(t *testing.T) {
	out, source, f := t.TempDir(), t.TempDir(), &fake{}
	o := options(t, out, submit(t, source, map[string]string{"full": "pass 1000", "half": "pass 5", "infra": "infra 99", "changed": "pass 1000"}), f)
	do(t, o)
	change(t, source, "changed", "pass 4")
	for which, want := range map[batch.Which]string{
		batch.None: "", batch.Failed: "half", batch.Errored: "infra", batch.Changed: "changed", batch.All: "changed full half infra",
	} {
		o.Regrade = which
		if got := todo(t, o); got != want {
			t.Errorf("%q: %q, want %q", which, got, want)
		}
	}
	o.Regrade, o.Only = batch.All, []string{"half"}
	if got := todo(t, o); got != "half" {
		t.Errorf("only half: %q", got)
	}
	o.Regrade, o.Only, o.Key.Podium = batch.Changed, nil, "newer"
	if got := todo(t, o); got != "changed full half infra" {
		t.Errorf("with another Podium: %q", got)
	}
	o.Regrade = batch.None
	if plan, err := batch.Foresee(t.Context(), o); err != nil || len(plan.Changed) != 4 {
		t.Errorf("%+v, %v", plan, err)
	}
}

// TestEveryPartOfTheKeyCounts changes each field of the key of a result in the journal, as if it had been made with something else then.
func TestEveryPartOfTheKeyCounts(t *testing.T) {
	out, f := t.TempDir(), &fake{}
	o := options(t, out, submit(t, t.TempDir(), map[string]string{"alice": "pass 5"}), f)
	do(t, o)
	whole := read(t, out, journal.FileName)
	o.Regrade = batch.Changed
	if got := todo(t, o); got != "" {
		t.Fatalf("with nothing changed: %q", got)
	}
	fields := reflect.TypeFor[journal.Key]()
	if fields.NumField() < 8 {
		t.Fatalf("%d fields", fields.NumField())
	}
	for i := range fields.NumField() {
		field := fields.Field(i)
		var text strings.Builder
		changed := 0
		for raw := range strings.Lines(whole) {
			var line journal.Line
			if err := json.Unmarshal([]byte(raw), &line); err != nil {
				t.Fatal(err)
			}
			if line.Event == journal.Done {
				value := reflect.ValueOf(line.Key).Elem().Field(i)
				other := reflect.New(field.Type).Elem() // its zero value, if that is another
				switch {
				case !value.IsZero():
				case field.Type.Kind() == reflect.Bool:
					other.SetBool(true)
				case other.CanInt():
					other.SetInt(7)
				default:
					other.SetString("other")
				}
				value.Set(other)
				changed++
			}
			again, err := json.Marshal(line)
			if err != nil {
				t.Fatal(err)
			}
			text.Write(append(again, '\n'))
		}
		if err := os.WriteFile(filepath.Join(out, journal.FileName), []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := todo(t, o); got != "alice" || changed != 1 {
			t.Errorf("with another %s: %q, changed %d times", field.Name, got, changed)
		}
	}
}

// TestAJournalOfAnOlderVersion has no fields for limits and sandbox in its keys: they were as usual.
func TestAJournalOfAnOlderVersion(t *testing.T) {
	out, f := t.TempDir(), &fake{}
	o := options(t, out, submit(t, t.TempDir(), map[string]string{"alice": "pass 5"}), f)
	do(t, o)
	if text := read(t, out, journal.FileName); strings.Contains(text, "answer_timeout") || strings.Contains(text, "trusted") {
		t.Errorf("what is as usual is written:\n%s", text)
	}
	o.Regrade = batch.Changed
	if got := todo(t, o); got != "" {
		t.Errorf("%q", got)
	}
	o.Key.AnswerTimeout = 2 * time.Minute
	if got := todo(t, o); got != "alice" {
		t.Errorf("with another limit: %q", got)
	}
}

// TestThePlanAsJSON is what scripts read.
func TestThePlanAsJSON(t *testing.T) {
	out, source, f := t.TempDir(), t.TempDir(), &fake{}
	o := options(t, out, submit(t, source, map[string]string{"alice": "pass 5"}), f)
	encode := func() string {
		plan, err := batch.Foresee(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(plan)
		if err != nil {
			t.Fatal(err)
		}
		return strings.ReplaceAll(string(text), source, "SOURCE")
	}
	if got, want := encode(), `{"todo":[{"item":{"id":"alice","lab":"lab-2"},"source":"SOURCE/alice","reason":"new"}],"done":0,"changed":[]}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	do(t, o)
	change(t, source, "alice", "pass 6")
	if got, want := encode(), `{"todo":[],"done":1,"changed":[{"id":"alice","lab":"lab-2"}]}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestARegradeTellsWhoWentUpAndDown(t *testing.T) {
	out, source, f := t.TempDir(), t.TempDir(), &fake{}
	o := options(t, out, submit(t, source, map[string]string{"down": "pass 4", "up": "pass 1", "same": "pass 2", "broken": "pass 3", "=evil()": "pass 2"}), f)
	do(t, o)
	before := read(t, out, "broken", "record.json")
	change(t, source, "down", "pass 1")
	change(t, source, "up", "pass 4")
	change(t, source, "broken", "infra 99")
	o.Regrade = batch.All
	do(t, o)
	if read(t, out, "broken", "record.json") != before {
		t.Error("an error took the place of a score")
	}
	diff := read(t, out, "regrade-1.csv")
	lines := strings.Split(strings.TrimSpace(diff), "\n")
	for i, want := range []string{"submission,lab,moved,", "down,lab-2,down,", "up,lab-2,up,", "broken,lab-2,kept,", "'=evil(),lab-2,same,", "same,lab-2,same,"} {
		if i >= len(lines) || !strings.HasPrefix(lines[i], want) {
			t.Errorf("line %d is not %q:\n%s", i, want, diff)
		}
	}
	if !strings.Contains(lines[1], ",,deploy/") || !strings.Contains(lines[2], ",deploy/") {
		t.Errorf("the checks are missing:\n%s", diff)
	}
	order, cells := table(t, out)
	if cells["broken"][0] != "graded" || len(order) != 5 {
		t.Errorf("%v", cells)
	}
}

// TestARegradeThatWasInterruptedGoesOn ends one after two gradings.
func TestARegradeThatWasInterruptedGoesOn(t *testing.T) {
	out, f := t.TempDir(), &fake{}
	o := options(t, out, submit(t, t.TempDir(), spread(6)), f)
	o.Jobs = 1
	do(t, o)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o.Regrade = batch.All
	o.Progress = func(e batch.Event) {
		if e.Kind == batch.Finished && e.Counts.Left == 4 {
			cancel()
		}
	}
	if _, err := batch.Run(ctx, o); err == nil {
		t.Fatal("it was not interrupted")
	}
	o.Regrade, o.Progress = batch.None, nil
	if plan := do(t, o); len(plan.Todo) != 4 || plan.Todo[0].Reason != batch.ReasonRegrade {
		t.Errorf("%+v", plan)
	}
	for id := range spread(6) {
		if f.times(id) != 2 {
			t.Errorf("%s was graded %d times", id, f.times(id))
		}
	}
	if got := strings.Count(read(t, out, "regrade-1.csv"), "\n"); got != 7 {
		t.Errorf("the regrade has %d lines", got)
	}
}

// remotely opens submissions as if they were repositories elsewhere, of which nothing is known before they are fetched.
func remotely(t *testing.T, o *batch.Options) {
	t.Helper()
	where := map[string]string{}
	for i := range o.Entries {
		entry := &o.Entries[i]
		address := "https://git.example.org/" + entry.ID + ".git"
		where[address], entry.Source = entry.Source, address
	}
	o.Open = func(ctx context.Context, source string, options submission.Options) (*submission.Opened, error) {
		return submission.Open(ctx, where[source], options)
	}
}

// TestRepositoriesAreFetchedToSeeIfTheyHaveChanged grades only those that have.
func TestRepositoriesAreFetchedToSeeIfTheyHaveChanged(t *testing.T) {
	out, source, f := t.TempDir(), t.TempDir(), &fake{}
	o := options(t, out, submit(t, source, spread(4)), f)
	remotely(t, &o)
	do(t, o)
	change(t, source, "student-001", "pass 1")
	o.Regrade = batch.Changed
	kinds := map[string]string{}
	o.Progress = func(e batch.Event) { kinds[e.ID] = e.Kind }
	plan := do(t, o)
	if len(plan.Todo) != 4 {
		t.Fatalf("%+v", plan)
	}
	for i, step := range plan.Todo {
		want, times := batch.Unchanged, 1
		if i == 1 {
			want, times = batch.Finished, 2
		}
		if id := step.Item.ID; step.Reason != batch.ReasonPerhaps || kinds[id] != want || f.times(id) != times {
			t.Errorf("%+v: %s, graded %d times", step, kinds[id], f.times(id))
		}
	}
	o.Regrade = batch.None
	if got := todo(t, o); got != "" {
		t.Errorf("still to do: %s", got)
	}
}

// TestALookForChangesThatWasInterruptedGoesOn ends one after two repositories.
func TestALookForChangesThatWasInterruptedGoesOn(t *testing.T) {
	out, source, f := t.TempDir(), t.TempDir(), &fake{}
	o := options(t, out, submit(t, source, spread(6)), f)
	remotely(t, &o)
	o.Jobs = 1
	do(t, o)
	change(t, source, "student-001", "pass 1")
	change(t, source, "student-004", "pass 2")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o.Regrade = batch.Changed
	o.Progress = func(e batch.Event) {
		if e.Counts.Left == 4 && (e.Kind == batch.Finished || e.Kind == batch.Unchanged) {
			cancel()
		}
	}
	if _, err := batch.Run(ctx, o); err == nil {
		t.Fatal("it was not interrupted")
	}
	o.Regrade, o.Progress = batch.None, nil
	plan := do(t, o)
	if len(plan.Todo) != 4 {
		t.Errorf("%+v", plan)
	}
	for id := range spread(6) {
		want := 1
		if id == "student-001" || id == "student-004" {
			want = 2
		}
		if f.times(id) != want {
			t.Errorf("%s was graded %d times", id, f.times(id))
		}
	}
	if got := todo(t, o); got != "" {
		t.Errorf("still to do: %s", got)
	}
}

func TestARecordThatIsLostIsMadeAgain(t *testing.T) {
	out, f := t.TempDir(), &fake{}
	o := options(t, out, submit(t, t.TempDir(), spread(3)), f)
	do(t, o)
	whole := read(t, out, batch.SummaryCSV)
	records, err := filepath.Glob(filepath.Join(out, ".batch", "records", "*.json"))
	if err != nil || len(records) != 3 {
		t.Fatalf("%v, %v", records, err)
	}
	if err := os.WriteFile(records[0], []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(records[1]); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(out, "student-001")); err != nil { // only a copy
		t.Fatal(err)
	}
	if plan := do(t, o); len(plan.Todo) != 2 || plan.Todo[0].Reason != batch.ReasonLost {
		t.Errorf("%+v", plan)
	}
	if read(t, out, batch.SummaryCSV) != whole || read(t, out, "student-001", "report.md") == "" {
		t.Error("something is missing")
	}
}
