// Package verify proves a lab's grading: solutions score full, the starter scores nothing, and every mistake loses
// exactly the points that it should, at exactly the checks that it should.
package verify

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"

	"github.com/podium-labs/podium/labs"
)

// Case is one submission with the result that it must have.
type Case struct {
	// Name is its folder below the lab, for example "mistakes/limits-swapped".
	Name string
	// About says what is right or wrong about it.
	About string
	// Score is the exact number of points.
	Score int
	// Fails and Blocked are the checks that must end so, as "task/check"; all others must pass.
	Fails, Blocked []string
	// Hints are all that must be given beside the checks that fail, as "task/hint", and no others.
	Hints []string

	// LeftOut are tasks of the lab that are not answered, because the mistake cannot touch them: none of their checks may pass.
	LeftOut []string

	nothing bool     // no check may pass
	layers  []string // folders whose answers lie over each other: a solution or the starter, and on top one mistake or several
	without []string // tasks left out of the solution beneath
	with    []string // tasks of the solution beneath that the mistake builds on
	alone   bool     // what it leaves in the cluster gets in the way of tasks that it is not about
}

// declaration is a mistake.yaml.
type declaration struct {
	About   string   `json:"about"`
	Base    string   `json:"base"`
	Without []string `json:"without"`
	With    []string `json:"with"`
	Alone   bool     `json:"alone"`
	Score   *int     `json:"score"`
	Fails   []string `json:"fails"`
	Blocked []string `json:"blocked"`
	Hints   []string `json:"hints"`
}

const (
	solutions   = "solutions"
	starter     = "starter"
	mistakes    = "mistakes"
	declaredIn  = "mistake.yaml"
	answersRoot = "answers"
)

// Cases lists everything that a lab ships: solutions, the starter, and mistakes.
func Cases(lab *labs.Lab) ([]Case, error) {
	full := lab.Points()
	cases, err := folders(lab, solutions, func(name string) (Case, error) {
		return Case{Name: name, About: "a right answer", Score: full, layers: []string{name}}, nil
	})
	if err != nil {
		return nil, err
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("list cases of %s: no solutions", lab.ID)
	}
	cases = append(cases, Case{Name: starter, About: "no answer", nothing: true, layers: []string{starter}})
	wrong, err := folders(lab, mistakes, func(name string) (Case, error) { return readMistake(lab, name) })
	return append(cases, wrong...), err
}

func folders(lab *labs.Lab, root string, read func(string) (Case, error)) ([]Case, error) {
	entries, err := fs.ReadDir(lab.Files, root)
	if err != nil {
		return nil, fmt.Errorf("list %s of %s: %w", root, lab.ID, err)
	}
	var cases []Case
	for _, entry := range entries {
		c, err := read(path.Join(root, entry.Name()))
		if err != nil {
			return nil, err
		}
		cases = append(cases, c)
	}
	return cases, nil
}

func readMistake(lab *labs.Lab, name string) (Case, error) {
	source, err := fs.ReadFile(lab.Files, path.Join(name, declaredIn))
	if err != nil {
		return Case{}, fmt.Errorf("read %s: %w", name, err)
	}
	var d declaration
	if err := yaml.UnmarshalStrict(source, &d); err != nil {
		return Case{}, fmt.Errorf("parse %s/%s: %w", name, declaredIn, err)
	}
	if d.Score == nil || d.About == "" || d.Base == "" || len(d.Fails)+len(d.Blocked) == 0 {
		return Case{}, fmt.Errorf("parse %s/%s: about, base, score and fails must be there", name, declaredIn)
	}
	c := Case{Name: name, About: d.About, Score: *d.Score, Fails: d.Fails, Blocked: d.Blocked, Hints: d.Hints,
		layers: []string{d.Base, name}, without: d.Without, with: d.With, alone: d.Alone}
	return c, errors.Join(c.consistent(lab), c.reacts(lab))
}

// consistent compares the declared score with the points of the declared checks, which catches a slip before any cluster does.
func (c Case) consistent(lab *labs.Lab) error {
	points := map[string]int{}
	for _, task := range lab.Tasks(nil) {
		for _, check := range task.Checks {
			points[task.ID+"/"+check.ID] = check.Points
		}
	}
	left := lab.Points()
	for _, id := range slices.Concat(c.Fails, c.Blocked) {
		worth, known := points[id]
		if !known {
			return fmt.Errorf("%s: there is no check %s", c.Name, id)
		}
		left -= worth
	}
	if left != c.Score {
		return fmt.Errorf("%s: the score is declared as %d, but the declared checks leave %d", c.Name, c.Score, left)
	}
	return nil
}

// Lay writes the case's submission into an empty folder.
func (c Case) Lay(lab *labs.Lab, dir string) error {
	target := filepath.Join(dir, answersRoot, lab.ID)
	if err := os.MkdirAll(target, 0o755); err != nil {
		return fmt.Errorf("lay %s: %w", c.Name, err)
	}
	for i, layer := range c.layers {
		root := path.Join(layer, answersRoot, lab.ID)
		source, err := fs.Sub(lab.Files, root)
		if err != nil {
			return fmt.Errorf("lay %s: %w", c.Name, err)
		}
		if err := c.layer(source, target, i > 0); err != nil {
			return fmt.Errorf("lay %s: %w", c.Name, err)
		}
	}
	return nil
}

// layer copies the answers of one layer. A mistake's replace all files of their tasks; below, left-out tasks are skipped.
func (c Case) layer(source fs.FS, target string, mistake bool) error {
	entries, err := fs.ReadDir(source, ".")
	if errors.Is(err, fs.ErrNotExist) && mistake && len(c.without) > 0 {
		return nil // the mistake is to leave something out
	}
	if err != nil {
		return err
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return slices.Contains(c.LeftOut, taskOf(e.Name())) })
	if !mistake {
		entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return slices.Contains(c.without, taskOf(e.Name())) })
	} else if err := c.clear(target, entries); err != nil {
		return err
	}
	for _, entry := range entries {
		if err := copyEntry(source, entry, target); err != nil {
			return err
		}
	}
	return nil
}

// clear removes what lower layers say about the tasks of these entries.
func (c Case) clear(target string, entries []fs.DirEntry) error {
	lower, err := os.ReadDir(target)
	if err != nil {
		return err
	}
	for _, old := range lower {
		for _, entry := range entries {
			if taskOf(old.Name()) == taskOf(entry.Name()) {
				if err := os.RemoveAll(filepath.Join(target, old.Name())); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func copyEntry(source fs.FS, entry fs.DirEntry, target string) error {
	if !entry.IsDir() {
		content, err := fs.ReadFile(source, entry.Name())
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(target, entry.Name()), content, 0o644)
	}
	folder, err := fs.Sub(source, entry.Name())
	if err != nil {
		return err
	}
	return os.CopyFS(filepath.Join(target, entry.Name()), folder)
}

// taskOf is the task that a file or folder of answers belongs to.
func taskOf(name string) string {
	task, _, _ := strings.Cut(name, ".")
	return task
}
