package verify

import (
	"fmt"
	"io/fs"
	"path"
	"slices"

	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/podium-labs/podium/labs"
)

// Narrow leaves out what a mistake cannot touch: tasks that are neither answered otherwise than in the solution beneath,
// nor declared to lose a check or to be built on, nor linked with such a task by a Need, in either direction. The rest of the solution
// is proved by the solution itself; grading all of it again with every mistake would take most of the time.
func (c Case) Narrow(lab *labs.Lab) (Case, error) {
	if len(c.layers) < 2 {
		return c, nil
	}
	_, touched, err := c.reach(lab)
	if err != nil {
		return Case{}, err
	}
	tasks := lab.Tasks(nil)
	if lab.Remembers {
		addEarlier(touched, tasks)
	}
	for _, task := range tasks {
		if !touched.Has(task.ID) {
			c.LeftOut = append(c.LeftOut, task.ID)
			c.Score -= task.Points()
		}
	}
	return c, nil
}

// changed are the tasks that the mistake answers, or leaves out.
func (c Case) changed(lab *labs.Lab) (sets.Set[string], error) {
	tasks := sets.New(c.without...)
	for _, layer := range c.layers[1:] {
		entries, err := fs.ReadDir(lab.Files, path.Join(layer, answersRoot, lab.ID))
		if err != nil && len(c.without) == 0 {
			return nil, fmt.Errorf("read %s of %s: %w", layer, lab.ID, err)
		}
		for _, entry := range entries {
			tasks.Insert(taskOf(entry.Name()))
		}
	}
	return tasks, nil
}

// addDependants adds the tasks that need one of these. Needs point to earlier tasks, so one pass in order is enough.
func addDependants(these sets.Set[string], tasks []*labs.Task) {
	for _, task := range tasks {
		if slices.ContainsFunc(task.Needs, func(n labs.Need) bool { return these.Has(n.Task) }) {
			these.Insert(task.ID)
		}
	}
}

// addNeeded adds the tasks that these need, going backwards for the same reason.
func addNeeded(these sets.Set[string], tasks []*labs.Task) {
	for _, task := range slices.Backward(tasks) {
		if !these.Has(task.ID) {
			continue
		}
		for _, need := range task.Needs {
			these.Insert(need.Task)
		}
	}
}

// addEarlier adds every task that comes before one of these.
func addEarlier(these sets.Set[string], tasks []*labs.Task) {
	later := false
	for _, task := range slices.Backward(tasks) {
		later = later || these.Has(task.ID)
		if later {
			these.Insert(task.ID)
		}
	}
}
