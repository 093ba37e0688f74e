package labs

import (
	"time"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/podium-labs/podium/graders/evidence"
)

// Experiment is something that Podium does to the cluster itself, for a moment, to see how the learner's object
// reacts. It comes after the answer of its task has settled and before the checks; where the subject does not exist
// it is left out. The checks read in the history what came of it.
type Experiment struct {
	// Objects are created, in order, and removed again, with the rights of the fixture.
	Objects []client.Object
	// Subject is what should react, given by its type, namespace and name.
	Subject client.Object
	// Reading is the number of the subject that should change while the objects are there, and come back.
	Reading func(subject client.Object) int
	// Leftovers, if set, lists what the objects may have left behind; it is deleted together with them.
	Leftovers func(client.Object) bool
}

// IsLeftover is true for what the objects have left behind.
func (e Experiment) IsLeftover(object client.Object) bool {
	return e.Leftovers != nil && e.Leftovers(object)
}

// Experiment declares an experiment of the task.
func (t *Task) Experiment(e Experiment) { t.Experiments = append(t.Experiments, e) }

// Wait is a state that comes about by itself, some time after the answer of the task has settled.
type Wait struct {
	// Until is true when there is nothing left to wait for.
	Until func(*evidence.World) bool
	// Longest is how long it may take, asked once when the wait begins.
	Longest func(*evidence.World) time.Duration
}

// Wait declares what is waited for before the checks of the task. Checks never depend on it: what has not come by then is not there.
func (t *Task) Wait(w Wait) { t.Waits = append(t.Waits, w) }
