// Package fleet grades a batch on a Kubernetes cluster: one Indexed Job, one submission an index, each in a Pod of its own that needs no
// privilege. What the Pods bring goes through the same journal, and into the same summary, as what is graded on one machine.
package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/podium-labs/podium/graders/batch"
	"github.com/podium-labs/podium/graders/batch/journal"
	"github.com/podium-labs/podium/graders/result"
)

// Shelf is where orders and deliveries are: below OUT, as this machine and the Pods both see it.
type Shelf interface {
	// Read returns fs.ErrNotExist where there is nothing.
	Read(ctx context.Context, key string) ([]byte, error)
	Write(ctx context.Context, key string, content []byte) error
	Remove(ctx context.Context, key string) error
}

// Order is what the Pods of a Job do.
type Order struct {
	// Podium is the version that has given the order.
	Podium string `json:"podium"`
	// Language is that of the records, and AnswerTimeout the limit of each file of an answer.
	Language      string        `json:"language"`
	AnswerTimeout time.Duration `json:"answer_timeout"`
	// Trust grades without a sandbox where a node has none.
	Trust bool `json:"trust,omitempty"`
	// Several is true if submissions are graded in more than one lab.
	Several bool `json:"several,omitempty"`
	// Tasks are what there is to do, one an index.
	Tasks []Task `json:"tasks"`
}

// Task is what one Pod does.
type Task struct {
	// ID and Source are those of a submission, and Labs those that it is graded in.
	ID     string   `json:"id,omitempty"`
	Source string   `json:"source,omitempty"`
	Labs   []string `json:"labs"`
	// Witness grades the reference solution of Labs, or its starter, instead.
	Witness string `json:"witness,omitempty"`
}

// The witnesses.
const (
	Solution = "solution"
	Starter  = "starter"
)

// Items are the results that a task brings.
func (t *Task) Items() []journal.Item {
	if t.Witness != "" {
		return nil
	}
	items := make([]journal.Item, len(t.Labs))
	for i, lab := range t.Labs {
		items[i] = journal.Item{ID: t.ID, Lab: lab}
	}
	return items
}

// Answer is what a task has brought.
type Answer struct {
	Deliveries []batch.Delivery `json:"deliveries,omitempty"`
	// Wrong says what a witness got instead of what it must, and Record and Log are those of that grading.
	Wrong  string         `json:"wrong,omitempty"`
	Record *result.Record `json:"record,omitempty"`
	Log    string         `json:"log,omitempty"`
	// Infra is true if the infrastructure failed it, and another try may not be. The Pod is tried again then, so that this is the last word only if
	// the index has failed.
	Infra bool `json:"infra,omitempty"`
}

// plan makes tasks of what there is to do. Witnesses come first, and a solution of each lab after every so many submissions.
func plan(todo *batch.Plan, labs []string, every int) []Task {
	var tasks []Task
	for _, lab := range labs {
		tasks = append(tasks, Task{Witness: Solution, Labs: []string{lab}}, Task{Witness: Starter, Labs: []string{lab}})
	}
	submissions := 0
	for _, step := range todo.Todo {
		if last := len(tasks) - 1; last >= 0 && tasks[last].Witness == "" && tasks[last].ID == step.Item.ID {
			tasks[last].Labs = append(tasks[last].Labs, step.Item.Lab)
			continue
		}
		if every > 0 && submissions > 0 && submissions%every == 0 {
			for _, lab := range labs {
				tasks = append(tasks, Task{Witness: Solution, Labs: []string{lab}})
			}
		}
		submissions++
		tasks = append(tasks, Task{ID: step.Item.ID, Source: step.Source, Labs: []string{step.Item.Lab}})
	}
	return tasks
}

// Folder is where everything about Jobs is, below OUT.
const Folder = journal.Hidden + "/fleet"

// current names the Job that is under way.
const current = Folder + "/current.json"

// underway is the content of current.
type underway struct {
	Job       string `json:"job"`
	Namespace string `json:"namespace"`
}

func orderKey(job string) string { return Folder + "/" + job + "/order.json" }

// AnswerFolder is where the Pods of a Job leave their answers.
func AnswerFolder(job string) string { return Folder + "/" + job + "/answers" }

func answerKey(job string, index int) string {
	return fmt.Sprintf("%s/%06d.json", AnswerFolder(job), index)
}

func put(ctx context.Context, shelf Shelf, key string, value any) error {
	content, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("encode %s: %w", key, err)
	}
	return shelf.Write(ctx, key, content)
}

// damagedError says that something is there and cannot be read.
type damagedError struct {
	key string
	err error
}

func (e *damagedError) Error() string { return fmt.Sprintf("read %s: %s", e.key, e.err) }

func (e *damagedError) Unwrap() error { return e.err }

// get is false if there is nothing. What is there and cannot be read is a *damagedError.
func get(ctx context.Context, shelf Shelf, key string, value any) (bool, error) {
	content, err := shelf.Read(ctx, key)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if err := json.Unmarshal(content, value); err != nil {
		return false, &damagedError{key, err}
	}
	return true, nil
}
