package labs

import (
	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/graders/lang"
)

// Task is one thing to do.
type Task struct {
	// ID names the task in answers, records and texts.
	ID string
	// Checks are what is graded, in order.
	Checks []*Check
	// Needs say what must be there for the checks to make sense.
	Needs []Need
	// Experiments and Waits come between the answer and the checks.
	Experiments []Experiment
	Waits       []Wait
	// Hints react to what the learner did, in the order in which they are asked.
	Hints []Hint

	suite    *Suite
	evidence expect.Evidence // what counts for this task
	// names and resources are what the task is about.
	names, resources []string
}

// Need is a precondition that an earlier task brings about. Where it does not hold the checks are blocked, not failed.
type Need struct {
	// Task is the earlier task.
	Task string
	// Missing says what is not there, for a learner.
	Missing lang.Message
	// Met looks for it, at some moment of the history.
	Met func(*evidence.World) bool
}

// Check is one graded fact.
type Check struct {
	// ID names the check within its task.
	ID string
	// Points is what it is worth, all or nothing.
	Points int
	// Judge compares evidence with expectation, by calls of Judging.Expect.
	Judge func(*Judging)
	// Visibility is Visible unless Show says otherwise.
	Visibility Visibility
}

// Check declares one check, which everybody may read about unless its Show is called.
func (t *Task) Check(id string, points int, judge func(*Judging)) *Check {
	check := &Check{ID: id, Points: points, Judge: judge, Visibility: Visible}
	t.Checks = append(t.Checks, check)
	return check
}

// NeedsDeployment says that the checks are about a Deployment that an earlier task creates.
func (t *Task) NeedsDeployment(d expect.Deployment, from string) {
	t.Needs = append(t.Needs, Need{
		Task: from, Missing: lang.M("there is no Deployment %s", d.Name),
		Met: func(w *evidence.World) bool { _, ok := w.Deployment(d.Namespace, d.Name); return ok },
	})
}

// NeedsImage says that the checks are about a Deployment which an earlier task gives that image.
func (t *Task) NeedsImage(d expect.Deployment, image, from string) {
	t.Needs = append(t.Needs, Need{
		Task: from, Missing: lang.M("%s never had image %s in its template", d.Name, image),
		Met: func(w *evidence.World) bool {
			found, ok := w.Deployment(d.Namespace, d.Name)
			return ok && evidence.Runs(found.Spec.Template.Spec, image)
		},
	})
}

// Points is what the task is worth.
func (t *Task) Points() int {
	total := 0
	for _, check := range t.Checks {
		total += check.Points
	}
	return total
}

func (t *Task) subject(name string) expect.Subject {
	t.names = append(t.names, name)
	return expect.Subject{Evidence: t.evidence, Namespace: t.suite.namespace, Name: name}
}

// Deployment is the Deployment of that name in the lab's namespace.
func (t *Task) Deployment(name string) expect.Deployment {
	return expect.Deployment{Subject: t.subject(name)}
}

// DaemonSet is the DaemonSet of that name in the lab's namespace.
func (t *Task) DaemonSet(name string) expect.DaemonSet {
	return expect.DaemonSet{Subject: t.subject(name)}
}

// StatefulSet is the StatefulSet of that name in the lab's namespace.
func (t *Task) StatefulSet(name string) expect.StatefulSet {
	return expect.StatefulSet{Subject: t.subject(name)}
}

// Answer is the written answer to this task.
func (t *Task) Answer() expect.Written {
	return expect.Written{Subject: t.subject(AnswersConfigMap), Key: t.ID}
}

// History is everything recorded in the attempt, also before the task was set back.
func (t *Task) History() *evidence.History { return t.suite.evidence.History() }
