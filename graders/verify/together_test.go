package verify

import (
	"context"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs"
	"github.com/podium-labs/podium/labs/all"
	"github.com/podium-labs/podium/labs/rollouts"
)

func groupsOf(t *testing.T, lab *labs.Lab) []group {
	t.Helper()
	cases, err := Cases(lab)
	if err != nil {
		t.Fatal(err)
	}
	groups, err := together(cases, lab)
	if err != nil {
		t.Fatal(err)
	}
	return groups
}

// TestEveryMistakeIsInOneGroup, whose other members are about other tasks, and of which every answer is in the submission.
func TestEveryMistakeIsInOneGroup(t *testing.T) {
	t.Parallel()
	for _, lab := range all.Labs() {
		cases, err := Cases(lab)
		if err != nil {
			t.Fatal(err)
		}
		seen, most := map[string]int{}, 0
		for _, g := range groupsOf(t, lab) {
			most = max(most, len(g.members))
			if len(g.members) == 0 {
				seen[g.whole.Name]++
				continue
			}
			lost, taken := 0, map[string]string{}
			dir := t.TempDir()
			if err := g.whole.Lay(lab, dir); err != nil {
				t.Fatal(err)
			}
			for _, m := range g.members {
				if m.alone {
					t.Errorf("%s: %s is not alone", lab.ID, m.Name)
				}
				seen[m.Name]++
				lost += lab.Points() - m.Score
				for _, task := range m.own.UnsortedList() {
					if other, is := taken[task]; is {
						t.Errorf("%s: %s and %s are both about %s", lab.ID, m.Name, other, task)
					}
					taken[task] = m.Name
				}
				if !holds(t, lab, m.Case, dir) {
					t.Errorf("%s: the answers of %s are not in %s", lab.ID, m.Name, g.whole.Name)
				}
			}
			if g.whole.Score != lab.Points()-lost {
				t.Errorf("%s: %s scores %d, and its mistakes lose %d of %d", lab.ID, g.whole.Name, g.whole.Score, lost, lab.Points())
			}
		}
		for _, c := range cases {
			if seen[c.Name] != 1 {
				t.Errorf("%s: %s is in %d groups", lab.ID, c.Name, seen[c.Name])
			}
		}
		if most < 3 {
			t.Errorf("%s: no group has more than %d mistakes", lab.ID, most)
		}
	}
}

// holds is true if all files of a mistake are laid in a folder, and no answer to a task that it leaves out.
func holds(t *testing.T, lab *labs.Lab, c Case, dir string) bool {
	t.Helper()
	root, found := path.Join(c.layers[1], answersRoot, lab.ID), true
	err := fs.WalkDir(lab.Files, root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		want, err := fs.ReadFile(lab.Files, name)
		if err != nil {
			return err
		}
		got, err := os.ReadFile(filepath.Join(dir, answersRoot, lab.ID, strings.TrimPrefix(name, root)))
		found = found && err == nil && string(got) == string(want)
		return nil
	})
	if err != nil && len(c.without) == 0 {
		t.Fatal(err)
	}
	for _, task := range c.without {
		left, err := filepath.Glob(filepath.Join(dir, answersRoot, lab.ID, task+"*"))
		found = found && err == nil && len(left) == 0
	}
	return found
}

// strict grades a submission by the mistakes that are in it; asWell are checks that fail whenever there is more than one.
type strict struct {
	t        *testing.T
	cases    []Case
	asWell   []string
	mu       sync.Mutex
	gradings int
}

func (s *strict) grade(_ context.Context, lab *labs.Lab, dir string) (*result.Record, error) {
	s.mu.Lock()
	s.gradings++
	s.mu.Unlock()
	var in []Case
	fails := map[string]bool{}
	for _, c := range s.cases {
		if c.mistake() && holds(s.t, lab, c, dir) {
			in = append(in, c)
			for _, id := range c.Fails {
				fails[id] = true
			}
		}
	}
	if len(in) > 1 {
		for _, id := range s.asWell {
			fails[id] = true
		}
	}
	record := &result.Record{Schema: result.Schema, Lab: lab.ID}
	for _, task := range lab.Tasks(nil) {
		answers, err := filepath.Glob(filepath.Join(dir, answersRoot, lab.ID, task.ID+"*"))
		if err != nil {
			return nil, err
		}
		entry := result.Task{ID: task.ID}
		for _, check := range task.Checks {
			graded := result.Check{ID: check.ID, Status: result.Passed, MaxPoints: check.Points}
			if fails[task.ID+"/"+check.ID] || len(answers) == 0 {
				graded.Status = result.Failed
				graded.Hint = s.hint(in, task, check.ID)
			}
			entry.Checks = append(entry.Checks, graded)
		}
		record.Tasks = append(record.Tasks, entry)
	}
	record.Sum()
	return record, nil
}

func (*strict) hint(in []Case, task *labs.Task, check string) *result.Hint {
	for _, hint := range task.Hints {
		declared := slices.ContainsFunc(in, func(c Case) bool { return slices.Contains(c.Hints, task.ID+"/"+hint.ID) })
		if declared && (len(hint.Checks) == 0 || slices.Contains(hint.Checks, check)) {
			return &result.Hint{ID: hint.ID, Text: "said"}
		}
	}
	return nil
}

// findings grades groups of mistakes of lab-2.
func (s *strict) findings(groups []group) map[string]Finding {
	s.t.Helper()
	found := map[string]Finding{}
	v := &verifier{lab: rollouts.Lab(), grade: s.grade, findings: make(chan Finding)}
	go func() {
		defer close(v.findings)
		for _, g := range groups {
			if err := v.group(s.t.Context(), g); err != nil {
				s.t.Error(err)
			}
		}
	}()
	for f := range v.findings {
		found[f.Case.Name] = f
	}
	return found
}

// TestTogetherIsGradedOnceAndAloneWhereItDiffers grades the same mistakes together, alone, and together where that makes a difference.
func TestTogetherIsGradedOnceAndAloneWhereItDiffers(t *testing.T) {
	words := inEnglish(t)
	t.Parallel()
	lab := rollouts.Lab()
	cases, err := Cases(lab)
	if err != nil {
		t.Fatal(err)
	}
	cases = slices.DeleteFunc(cases, func(c Case) bool { return !c.mistake() || len(c.Blocked)+len(c.without) > 0 })
	grouped, err := together(cases, lab)
	if err != nil {
		t.Fatal(err)
	}
	var single []group
	for _, c := range cases {
		single = append(single, group{whole: c})
	}
	once, each, twice := &strict{t: t, cases: cases}, &strict{t: t, cases: cases}, &strict{t: t, cases: cases, asWell: []string{rollouts.Deploy + "/four-ready"}}
	alone := each.findings(single)
	for name, f := range alone {
		if len(f.Wrong)+len(f.With) > 0 {
			t.Errorf("alone: %s %s", name, f.Text(words))
		}
	}
	same := func(f Finding) bool {
		other := alone[f.Case.Name]
		return len(f.Wrong) == 0 && *f.Score == *other.Score && maps.Equal(f.Checks, other.Checks)
	}
	for name, f := range once.findings(grouped) {
		if !same(f) || len(f.Together) > 0 {
			t.Errorf("together: %s %s, alone %s", name, f.Text(words), alone[name].Text(words))
		}
	}
	said := 0
	for name, f := range twice.findings(grouped) {
		if !same(f) {
			t.Errorf("first together: %s %s, alone %s", name, f.Text(words), alone[name].Text(words))
		}
		if len(f.Together) > 0 && strings.Contains(f.Text(words), "together with mistakes/") {
			said++
		}
	}
	if once.gradings >= each.gradings*3/4 || each.gradings != len(cases) || twice.gradings <= once.gradings || said == 0 {
		t.Errorf("%d gradings together, %d alone of %d, %d where that differs, which is said of %d", once.gradings, each.gradings, len(cases), twice.gradings, said)
	}
}

func inEnglish(t *testing.T) *lang.Printer {
	t.Helper()
	words, err := lang.New(lang.English)
	if err != nil {
		t.Fatal(err)
	}
	return words
}
