package verify

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs"
)

// verifier grades the cases of one lab.
type verifier struct {
	lab      *labs.Lab
	grade    Grader
	whole    bool
	findings chan Finding
}

// group grades what is graded together, and every mistake of it by itself if anything is not as declared then: either one of
// them is not, or they do touch each other.
func (v *verifier) group(ctx context.Context, g group) error {
	finding, err := v.one(ctx, g.whole)
	if err != nil {
		return err
	}
	if len(g.members) == 0 {
		v.findings <- finding
		return nil
	}
	for _, m := range g.members {
		found := Finding{Case: m.Case, Record: finding.Record}
		for _, other := range g.members {
			if other.Name != m.Name {
				found.With = append(found.With, other.Name)
			}
		}
		if len(finding.Wrong) > 0 {
			with := found.With
			if found, err = v.one(ctx, m.Case); err != nil {
				return err
			}
			found.With, found.Together = with, finding.Wrong
		} else {
			found.sum(v.lab, m.own.Has)
		}
		v.findings <- found
	}
	return nil
}

// one grades a submission by itself.
func (v *verifier) one(ctx context.Context, c Case) (Finding, error) {
	if !v.whole {
		var err error
		if c, err = c.Narrow(v.lab); err != nil {
			return Finding{}, err
		}
	}
	dir, err := os.MkdirTemp("", "podium-verify-")
	if err != nil {
		return Finding{}, fmt.Errorf("lay %s: %w", c.Name, err)
	}
	defer os.RemoveAll(dir)
	if err := c.Lay(v.lab, dir); err != nil {
		return Finding{}, err
	}
	record, err := v.grade(ctx, v.lab, dir)
	if err != nil {
		return Finding{}, fmt.Errorf("grade %s: %w", c.Name, err)
	}
	finding := Finding{Case: c, Record: record, Wrong: Compare(c, record)}
	about := func(task string) bool { return !slices.Contains(c.LeftOut, task) }
	if c.mistake() {
		own, _, err := c.reach(v.lab)
		if err != nil {
			return Finding{}, err
		}
		about = own.Has
	}
	finding.sum(v.lab, about)
	return finding, nil
}

// sum reads from the record what the tasks say that a case is about.
func (f *Finding) sum(lab *labs.Lab, about func(task string) bool) {
	if f.Record.Score == nil {
		return
	}
	score := lab.Points()
	f.Score, f.Checks = &score, map[string]result.Status{}
	for _, task := range f.Record.Tasks {
		if !about(task.ID) {
			continue
		}
		for _, check := range task.Checks {
			f.Checks[task.ID+"/"+check.ID] = check.Status
			score -= check.MaxPoints - check.Points
		}
	}
}

// Text is the finding as one line, and the differences below it.
func (f Finding) Text(words *lang.Printer) string {
	mark, score := "ok  ", "-"
	if len(f.Wrong) > 0 {
		mark = "FAIL"
	}
	if f.Score != nil {
		score = fmt.Sprint(*f.Score)
	}
	lines := []string{fmt.Sprintf("%s %3s  %s", mark, score, f.Case.Name)}
	for _, wrong := range f.Wrong {
		lines = append(lines, words.Say(wrong))
	}
	for _, wrong := range f.Together {
		lines = append(lines, words.Sprintf("together with %s: %s", strings.Join(f.With, ", "), wrong))
	}
	return strings.Join(lines, "\n          ")
}
