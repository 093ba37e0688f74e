package run_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing/fstest"

	"sigs.k8s.io/yaml"

	"github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs"
)

// hostileFolder holds the hostile submissions and what each must get.
const hostileFolder = "testdata/hostile"

// hostile is one submission and what it must get.
type hostile struct {
	Name    string         `json:"name"`
	Attack  string         `json:"attack"`
	Outcome result.Outcome `json:"outcome"`
	Score   int            `json:"score"`
	Says    []string       `json:"says"`
	// Hidden is true if nobody may read what is checked.
	Hidden bool `json:"hidden"`
}

// secret is in the titles of hidden checks, and in nothing that a learner may read.
const secret = "the secret of"

func (h hostile) title() string {
	if h.Hidden {
		return secret + " " + h.Name
	}
	return "it is done"
}

// hostiles reads all expectations.
func hostiles() []hostile {
	data, err := os.ReadFile(filepath.Join(hostileFolder, "expect.yaml"))
	if err != nil {
		panic(err)
	}
	var all []hostile
	if err := yaml.UnmarshalStrict(data, &all); err != nil {
		panic(err)
	}
	return all
}

// The two labs whose tasks are hostile submissions, by the outcome that their grading must have.
const (
	hostileLab = "hostile"
	endlessLab = "endless"
)

// hostileOutcomes are those of the labs.
func hostileOutcomes() map[string]result.Outcome {
	return map[string]result.Outcome{hostileLab: result.Graded, endlessLab: result.LearnerTimeout}
}

// hostileLabs begin with the one that takes longest: they are graded side by side.
func hostileLabs() []*labs.Lab {
	var all []*labs.Lab
	for _, id := range []string{hostileLab, endlessLab} {
		outcome := hostileOutcomes()[id]
		entries := slices.DeleteFunc(hostiles(), func(h hostile) bool { return h.Outcome != outcome })
		all = append(all, labOf(id, entries))
	}
	return all
}

// labOf makes a lab with one task for each submission. The task is done when its written answer says so.
func labOf(id string, entries []hostile) *labs.Lab {
	lab := &labs.Lab{ID: id}
	files := fstest.MapFS{}
	for _, language := range lang.Languages() {
		for _, entry := range entries {
			files[fmt.Sprintf("text/%s/%s.md", language, entry.Name)] = &fstest.MapFile{Data: fmt.Appendf(nil, "# %s\n\n## Hints\n\n## Checks\n\n- done: %s\n", entry.Name, entry.title())}
		}
	}
	lab.Files = files
	lab.Specs = func(suite *labs.Suite) {
		for _, entry := range entries {
			suite.Task(entry.Name, func(task *labs.Task) {
				check := task.Check("done", 1, func(j *labs.Judging) { j.Expect(task.Answer()).To(expect.Mention(expect.Term("done"))) })
				if entry.Hidden {
					check.Show(labs.Hidden)
				}
			})
		}
	}
	return lab
}
