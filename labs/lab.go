// Package labs is the vocabulary that labs are written in: a Lab has Tasks, and a Task has Checks with points.
package labs

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/podium-labs/podium/graders/expect"
)

// AnswersConfigMap collects the written answers of a lab, one key per task.
const AnswersConfigMap = "answers"

// Lab is one lesson to be done on a cluster, and how it is graded.
type Lab struct {
	// ID names the lab and its namespace, for example "lab-2".
	ID string
	// Files hold text/<language>/ and, beside the lab's sources, solutions/, starter/ and mistakes/.
	Files fs.FS
	// Words are the constants that the texts and the checks share, by the name that the texts use.
	Words map[string]any
	// Fixture lists what is there before the learner begins, apart from the namespace itself.
	Fixture []client.Object
	// Remembers is true if every task finds the cluster as the earlier ones have left it and may depend on that, beyond
	// what its Needs say.
	Remembers bool
	// Specs declares the tasks in order.
	Specs func(*Suite)
}

// Namespace is the lab's own namespace; it is named after the lab.
func (l *Lab) Namespace() string { return l.ID }

// Suite collects the tasks of a lab.
type Suite struct {
	evidence  expect.Evidence
	namespace string
	tasks     []*Task
}

// Task declares the next task; declare adds its checks.
func (s *Suite) Task(id string, declare func(*Task)) {
	task := &Task{ID: id, suite: s, evidence: evidenceOf(s.evidence, s.namespace, id)}
	declare(task)
	task.common()
	s.tasks = append(s.tasks, task)
}

// Tasks declares the lab against some evidence and returns its tasks. Nothing is judged yet: with nil evidence the
// result serves to list tasks, checks and points.
func (l *Lab) Tasks(evidence expect.Evidence) []*Task {
	suite := &Suite{evidence: evidence, namespace: l.Namespace()}
	l.Specs(suite)
	return suite.tasks
}

// TaskIDs are the ids of the tasks in order.
func (l *Lab) TaskIDs() []string {
	tasks := l.Tasks(nil)
	ids := make([]string, len(tasks))
	for i, task := range tasks {
		ids[i] = task.ID
	}
	return ids
}

// Points is what the whole lab is worth.
func (l *Lab) Points() int {
	total := 0
	for _, task := range l.Tasks(nil) {
		total += task.Points()
	}
	return total
}

// Digest identifies the lab's texts, tasks, checks and points. Two records are comparable if their digests are equal.
func (l *Lab) Digest() (string, error) {
	hash := sha256.New()
	for _, task := range l.Tasks(nil) {
		for _, check := range task.Checks {
			fmt.Fprintf(hash, "%s/%s %d", task.ID, check.ID, check.Points)
			if check.Hidden() {
				fmt.Fprintf(hash, " %s", check.Visibility)
			}
			fmt.Fprintln(hash)
		}
	}
	err := fs.WalkDir(l.Files, textFolder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(l.Files, path)
		if err != nil {
			return err
		}
		fmt.Fprintf(hash, "%s %d\n%s", path, len(content), content)
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("digest %s: %w", l.ID, err)
	}
	return "sha256:" + hex.EncodeToString(hash.Sum(nil)), nil
}
