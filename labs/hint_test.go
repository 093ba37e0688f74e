package labs_test

import (
	"testing"

	"github.com/podium-labs/podium/graders/evidence"
	et "github.com/podium-labs/podium/graders/evidence/evidencetest"
	"github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/graders/hint"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/labs"
)

// lab has a task of three checks that fail.
func lab(hints func(*labs.Task)) *labs.Lab {
	return &labs.Lab{ID: et.Namespace, Specs: func(suite *labs.Suite) {
		suite.Task("deploy", func(task *labs.Task) {
			web := task.Deployment("web")
			hints(task)
			for _, id := range []string{"one", "two", "three"} {
				task.Check(id, 1, func(j *labs.Judging) { j.Expect(web).To(expect.HaveAllReady(9)) })
			}
		})
	}}
}

func says(text string) hint.When {
	return func(*hint.Seen) lang.Message { return lang.Verbatim(text) }
}

func given(t *testing.T, l *labs.Lab, s *et.Script) map[string]labs.Reaction {
	t.Helper()
	reactions := map[string]labs.Reaction{}
	for _, finding := range l.Judge(s) {
		if finding.Err != nil {
			t.Fatal(finding.Err)
		}
		reactions[finding.Check] = finding.Reaction
	}
	return reactions
}

func TestTheFirstHintThatAppliesStandsBesideItsChecks(t *testing.T) {
	s := et.New()
	s.Put(et.Deployment("web", "nginx:1.26", 0))
	s.Ask(evidence.Request{Verb: "patch", Resource: "deployments", Name: "web", Code: 200})
	got := given(t, lab(func(task *labs.Task) {
		task.Hint("never", func(*hint.Seen) lang.Message { return lang.Message{} })
		task.Hint("only-two", says("two"), "one", "two")
		task.Hint("any", says("any"))
		task.Hint("later", says("later"))
	}), s)
	if got["two"].Hint != "only-two" || got["three"].Hint != "any" {
		t.Errorf("%+v", got)
	}
}

func TestEveryTaskNoticesThatNothingWasDone(t *testing.T) {
	got := given(t, lab(func(*labs.Task) {}), et.New())
	if got["one"].Hint != labs.HintNothingDone {
		t.Errorf("%+v", got)
	}
}

// TestAHintThatPanicsCostsNothing: the check stands as it was judged, and somebody is told.
func TestAHintThatPanicsCostsNothing(t *testing.T) {
	got := given(t, lab(func(task *labs.Task) {
		task.Hint("broken", func(*hint.Seen) lang.Message { panic("no such thing") })
	}), et.New())
	if got["two"].Err == nil || got["two"].Hint != "" {
		t.Errorf("%+v", got)
	}
}
