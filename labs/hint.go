package labs

import (
	"fmt"
	"slices"

	"github.com/podium-labs/podium/graders/hint"
	"github.com/podium-labs/podium/graders/lang"
)

// Hint reacts to something that the learner did. It is shown beside a check that fails and never scores.
type Hint struct {
	// ID names the hint within its task.
	ID string
	// When recognises the deed and says what it has to do with the task.
	When hint.When
	// Checks are those that it may stand beside; all of the task if there are none.
	Checks []string
}

// The hints that every task has beside its own.
const (
	// HintMisspelt is about an object under a name that is nearly one of the task's.
	HintMisspelt = "misspelt"
	// HintNothingDone is about a task for which nothing was asked of the cluster.
	HintNothingDone = "nothing-done"
)

// Hint declares a hint beside some checks of the task, or beside all. Of several that apply to a check, the first is shown.
func (t *Task) Hint(id string, when hint.When, checks ...string) {
	t.Hints = append(t.Hints, Hint{ID: id, When: when, Checks: checks})
}

// common adds the hints that every task has.
func (t *Task) common() {
	var names []string
	for _, name := range t.names {
		if name != "" && name != AnswersConfigMap {
			names = append(names, name)
		}
	}
	t.Hint(HintMisspelt, hint.Misspelt(names))
	t.Hint(HintNothingDone, hint.NothingDone(names, t.resources, AnswersConfigMap, t.ID))
}

// Reaction is a hint that was given.
type Reaction struct {
	// Hint is its ID; empty if none was given.
	Hint string
	// Said is what it says.
	Said lang.Message
	// Err is what went wrong with the hints. It is for whoever mends them: a hint must not disturb a grading.
	Err error
}

// react adds to a finding what the hints have to say about it.
func (t *Task) react(f Finding, look func() (*hint.Seen, error)) Finding {
	if f.Status != Failed {
		return f
	}
	seen, err := look()
	if err != nil {
		return f // the check could be made without it, so there is only less to say
	}
	f.Reaction = t.reaction(f.Check, seen)
	return f
}

func (t *Task) reaction(check string, seen *hint.Seen) (given Reaction) {
	asked := ""
	defer func() {
		if cause := recover(); cause != nil {
			given = Reaction{Err: fmt.Errorf("hint %s/%s panicked: %v", t.ID, asked, cause)}
		}
	}()
	for _, h := range t.Hints {
		if len(h.Checks) > 0 && !slices.Contains(h.Checks, check) {
			continue
		}
		asked = h.ID
		if said := h.When(seen); !said.Empty() {
			return Reaction{Hint: h.ID, Said: said}
		}
	}
	return Reaction{}
}

// look reads the evidence each time that it is asked for.
func (t *Task) look() (*hint.Seen, error) { return hint.Look(t.evidence, t.suite.namespace) }

// lookOnce reads it when it is first asked for.
func (t *Task) lookOnce() func() (*hint.Seen, error) {
	var seen *hint.Seen
	var err error
	return func() (*hint.Seen, error) {
		if seen == nil && err == nil {
			seen, err = t.look()
		}
		return seen, err
	}
}
