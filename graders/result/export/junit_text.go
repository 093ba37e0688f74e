package export

import (
	"cmp"

	"github.com/podium-labs/podium/graders/result"
)

// hiddenCheck stands for everything about a check that the learner may not read about. Machines read this format, so it is not translated.
const hiddenCheck = "hidden check"

// caseName is the id of the check.
func caseName(check *result.Check) string {
	if !check.Visible() {
		return hiddenCheck
	}
	return named(check.ID)
}

// newMessage says in one line what the check is about, and below it what was expected and seen.
func newMessage(r *result.Record, task *result.Task, check *result.Check) *junitMessage {
	if !check.Visible() {
		return &junitMessage{Message: hiddenCheck}
	}
	return &junitMessage{
		Message: sentence(cmp.Or(check.Title, check.ID)),
		Text:    plain(factsOf(english{}, r, task, check)),
	}
}

func layerOr(check *result.Check, none string) string {
	if check.Layer == nil || !check.Visible() {
		return none
	}
	return label(*check.Layer)
}
