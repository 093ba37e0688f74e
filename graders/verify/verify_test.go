package verify_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/verify"
	"github.com/podium-labs/podium/labs"
	"github.com/podium-labs/podium/labs/all"
	"github.com/podium-labs/podium/labs/rollouts"
)

// TestEveryLabShipsWhatItMust reads all declarations: a slip in one is found here before any cluster is started.
func TestEveryLabShipsWhatItMust(t *testing.T) {
	for _, lab := range all.Labs() {
		cases, err := verify.Cases(lab)
		if err != nil {
			t.Fatal(err)
		}
		count := map[string]int{}
		for _, c := range cases {
			kind, _, _ := strings.Cut(c.Name, "/")
			count[kind]++
		}
		if count["solutions"] < 3 || count["starter"] != 1 || count["mistakes"] < 12 {
			t.Errorf("%s ships %v", lab.ID, count)
		}
	}
}

// asDeclared gives every case exactly the result that it declares.
func asDeclared(lab *labs.Lab, c verify.Case) *result.Record {
	record := &result.Record{Schema: result.Schema, Lab: lab.ID}
	for _, task := range lab.Tasks(nil) {
		entry := result.Task{ID: task.ID}
		for _, check := range task.Checks {
			status := result.Passed
			switch id := task.ID + "/" + check.ID; {
			case slices.Contains(c.Fails, id) || c.Name == "starter":
				status = result.Failed
			case slices.Contains(c.Blocked, id):
				status = result.Blocked
			}
			entry.Checks = append(entry.Checks, result.Check{ID: check.ID, Status: status, MaxPoints: check.Points, Hint: declaredHint(c, task, check.ID, status)})
		}
		record.Tasks = append(record.Tasks, entry)
	}
	record.Sum()
	return record
}

// declaredHint is one that the case declares and that may stand beside the check. Several beside one check are given to several in turn.
func declaredHint(c verify.Case, task *labs.Task, check string, status result.Status) *result.Hint {
	if status != result.Failed {
		return nil
	}
	for _, hint := range task.Hints {
		id := task.ID + "/" + hint.ID
		if slices.Contains(c.Hints, id) && (len(hint.Checks) == 0 || slices.Contains(hint.Checks, check)) {
			return &result.Hint{ID: hint.ID, Text: "said"}
		}
	}
	return nil
}

// TestEveryHintIsProvedByAMistake: a hint that a lab declares itself and that no mistake gets might never be given.
func TestEveryHintIsProvedByAMistake(t *testing.T) {
	for _, lab := range all.Labs() {
		cases, err := verify.Cases(lab)
		if err != nil {
			t.Fatal(err)
		}
		proved := map[string]bool{}
		for _, c := range cases {
			for _, id := range c.Hints {
				proved[id] = true
			}
			if strings.HasPrefix(c.Name, "mistakes/") != (len(c.Hints) > 0) {
				t.Errorf("%s %s declares %d hints", lab.ID, c.Name, len(c.Hints))
			}
		}
		for _, task := range lab.Tasks(nil) {
			for _, hint := range task.Hints {
				if id := task.ID + "/" + hint.ID; !proved[id] && hint.ID != labs.HintMisspelt && hint.ID != labs.HintNothingDone {
					t.Errorf("%s: no mistake gets hint %s", lab.ID, id)
				}
			}
		}
	}
}

// TestEveryHintThatDiffersIsNamed: one that is missing, one that nobody declared, and one at all for a solution.
func TestEveryHintThatDiffersIsNamed(t *testing.T) {
	lab := rollouts.Lab()
	c := find(t, "mistakes/limits-swapped")
	record := asDeclared(lab, c)
	changed := c
	changed.Hints = append(slices.Clone(c.Hints), "rollout/through-zero")
	if wrong := verify.Compare(changed, record); len(wrong) != 1 || english(t).Say(wrong[0]) != "hint rollout/through-zero is not given" {
		t.Errorf("with one more: %v", wrong)
	}
	changed.Hints = c.Hints[1:]
	if wrong := verify.Compare(changed, record); len(wrong) != 1 || !strings.Contains(english(t).Say(wrong[0]), c.Hints[0]+" is given beside max-surge and not declared") {
		t.Errorf("with one less: %v", wrong)
	}
	solution := find(t, "solutions/commands")
	right := asDeclared(lab, solution)
	right.Tasks[0].Checks[0].Hint = &result.Hint{ID: "selects-no-node", Text: "said"}
	if wrong := verify.Compare(solution, right); len(wrong) != 1 || !strings.Contains(english(t).Say(wrong[0]), "deploy/selects-no-node is given") {
		t.Errorf("a solution: %v", wrong)
	}
}

func find(t *testing.T, name string) verify.Case {
	t.Helper()
	cases, err := verify.Cases(rollouts.Lab())
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(cases, func(c verify.Case) bool { return c.Name == name })
	if i < 0 {
		t.Fatalf("no case %s", name)
	}
	return cases[i]
}

func TestACaseAsDeclaredIsRight(t *testing.T) {
	lab := rollouts.Lab()
	cases, err := verify.Cases(lab)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if wrong := verify.Compare(c, asDeclared(lab, c)); len(wrong) > 0 {
			t.Errorf("%s: %v", c.Name, wrong)
		}
	}
}

// TestEveryDifferenceIsNamed changes one declared check of a mistake after the other.
func TestEveryDifferenceIsNamed(t *testing.T) {
	lab := rollouts.Lab()
	c := find(t, "mistakes/limits-swapped")
	record := asDeclared(lab, c)
	for i, declared := range c.Fails {
		changed := c
		changed.Fails = slices.Delete(slices.Clone(c.Fails), i, i+1)
		if wrong := verify.Compare(changed, record); len(wrong) != 1 || !strings.HasPrefix(english(t).Say(wrong[0]), declared+" is failed instead of passed") {
			t.Errorf("without %s: %v", declared, wrong)
		}
	}
	changed := c
	changed.Fails = append(slices.Clone(c.Fails), "undo/by-undo")
	if wrong := verify.Compare(changed, record); len(wrong) != 1 || !strings.HasPrefix(english(t).Say(wrong[0]), "undo/by-undo is passed instead of failed") {
		t.Errorf("with one more: %v", wrong)
	}
	changed = c
	changed.Score++
	if wrong := verify.Compare(changed, record); len(wrong) != 1 || !strings.HasPrefix(english(t).Say(wrong[0]), "score 85 instead of 86") {
		t.Errorf("another score: %v", wrong)
	}
}

func TestNoScoreIsNeverAsDeclared(t *testing.T) {
	record := &result.Record{Outcome: result.InfraError, Error: &result.Error{Message: "etcd is not ready"}}
	if wrong := verify.Compare(find(t, "starter"), record); len(wrong) != 1 || !strings.Contains(english(t).Say(wrong[0]), "etcd is not ready") {
		t.Error(wrong)
	}
}

func TestTheStarterMayNotPassAnything(t *testing.T) {
	lab := rollouts.Lab()
	record := asDeclared(lab, find(t, "starter"))
	record.Tasks[0].Checks[0].Status = result.Passed
	record.Sum()
	if wrong := verify.Compare(find(t, "starter"), record); len(wrong) != 2 {
		t.Error(wrong)
	}
}

func TestAMistakeLiesOverItsBase(t *testing.T) {
	lab := rollouts.Lab()
	dir := t.TempDir()
	if err := find(t, "mistakes/daemonset-with-replicas").Lay(lab, dir); err != nil {
		t.Fatal(err)
	}
	answers := filepath.Join(dir, "answers", lab.ID)
	if _, err := os.Stat(filepath.Join(answers, "daemonset.sh")); err == nil {
		t.Error("the base's answer to the task is still there")
	}
	for _, name := range []string{"daemonset/01-create.yaml", "deploy.sh"} {
		if _, err := os.Stat(filepath.Join(answers, name)); err != nil {
			t.Error(err)
		}
	}
	left := t.TempDir()
	if err := find(t, "mistakes/default-limits").Lay(lab, left); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(left, "answers", lab.ID, "rolling-params.sh")); err == nil {
		t.Error("what the mistake leaves out is there")
	}
}

func TestLabGradesEveryCaseOnceAndNotMoreAtATimeThanAllowed(t *testing.T) {
	lab := rollouts.Lab()
	var mu sync.Mutex
	running, most := 0, 0
	grade := func(_ context.Context, lab *labs.Lab, _ string) (*result.Record, error) {
		mu.Lock()
		running++
		most = max(most, running)
		mu.Unlock()
		defer func() { mu.Lock(); running--; mu.Unlock() }()
		return asDeclared(lab, verify.Case{}), nil
	}
	seen := map[string]int{}
	err := verify.Lab(t.Context(), lab, grade, verify.Options{Jobs: 3, Only: "mistakes/st"}, func(f verify.Finding) { seen[f.Case.Name]++ })
	if err != nil || most > 3 || len(seen) < 5 {
		t.Errorf("%d at a time, %v, %v", most, seen, err)
	}
	for name, times := range seen {
		if times != 1 {
			t.Errorf("%s was graded %d times", name, times)
		}
	}
}

func english(t *testing.T) *lang.Printer {
	t.Helper()
	words, err := lang.New(lang.English)
	if err != nil {
		t.Fatal(err)
	}
	return words
}

// TestFindingsInJapanese has an operator read in Japanese what is not as declared.
func TestFindingsInJapanese(t *testing.T) {
	words, err := lang.New(lang.Japanese)
	if err != nil {
		t.Fatal(err)
	}
	c := find(t, "mistakes/limits-swapped")
	record := asDeclared(rollouts.Lab(), c)
	c.Fails, c.Hints, c.Score = nil, append(slices.Clone(c.Hints), "rollout/through-zero"), c.Score+1
	f := verify.Finding{Case: c, Wrong: verify.Compare(c, record), With: []string{"mistakes/other"}}
	f.Together = f.Wrong[:1]
	said := f.Text(words)
	for _, want := range []string{"点です(宣言は", "rolling-params/max-surgeはfailedです(宣言はpassed)", "ヒントrollout/through-zeroが出ていません", "mistakes/otherと一緒のとき: "} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
}
