package labs_test

import (
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/evidence"
	et "github.com/podium-labs/podium/graders/evidence/evidencetest"
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/labs"
)

const image = "nginx:1.26"

// resettable is a Script at which tasks can be set back, or cannot.
type resettable struct {
	*et.Script
	resets bool
}

func (r resettable) Resets() bool { return r.resets }

// twoTasks has the same check in two tasks, of which one is set back, and one about what was asked.
func twoTasks() *labs.Lab {
	return &labs.Lab{ID: et.Namespace, Specs: func(s *labs.Suite) {
		for _, id := range []string{"first", "second"} {
			s.Task(id, func(task *labs.Task) {
				web := task.Deployment("web")
				task.Check("ready", 1, func(j *labs.Judging) {
					j.Expect(web.At(image)).To(EndWith(web.HasReady(1, image)))
				})
				task.Check("asked", 1, func(j *labs.Judging) {
					requests, _ := web.Evidence.Requests()
					j.Expect(len(requests.On("deployments", et.Namespace, "web")) > 0).To(beTrue{})
				})
			})
		}
	}}
}

// beTrue is a matcher without a verdict.
type beTrue struct{}

func (beTrue) Match(actual any) (bool, error)   { is, _ := actual.(bool); return is, nil }
func (beTrue) FailureMessage(any) string        { return "it is false" }
func (beTrue) NegatedFailureMessage(any) string { return "it is true" }

// worked is a Deployment that got ready and was deleted with everything in the foreground, as a reset does.
func worked(s *et.Script) {
	web := et.Done(et.Deployment("web", image, 1))
	rs := et.ReplicaSet(web, "web-1", "1", 1)
	pod := et.Pod(rs, "web-1-a", image, true)
	s.Ask(evidence.Request{Verb: "create", Resource: "deployments", Name: "web", Code: 201})
	s.Put(web, rs, pod)
	going := web.DeepCopy()
	now := going.CreationTimestamp
	going.DeletionTimestamp = &now
	s.Put(going)
	s.Delete(pod, rs, going)
}

func setBack(s *et.Script, task, at string) {
	note := &corev1.ConfigMap{}
	note.Kind, note.Namespace, note.Name, note.UID = "ConfigMap", et.Namespace, labs.ResetsConfigMap, "resets"
	note.Data = map[string]string{task: at}
	s.Ask(evidence.Request{Verb: "create", Resource: "configmaps", Code: 201,
		Body: []byte(`{"metadata":{"name":"` + labs.ResetsConfigMap + `"},"data":{"` + task + `":"` + at + `"}}`)})
	s.Put(note)
}

func statuses(evidence Evidence) map[string]labs.Status {
	got := map[string]labs.Status{}
	for _, f := range twoTasks().Judge(evidence) {
		got[f.Task+"/"+f.Check] = f.Status
	}
	return got
}

// TestATaskThatWasSetBackBeginsAnew, and no other does. A deletion alone takes nothing back.
func TestATaskThatWasSetBackBeginsAnew(t *testing.T) {
	s := et.New()
	worked(s)
	setBack(s, "first", "10:00")
	want := func(when string, evidence Evidence, first labs.Status) {
		t.Helper()
		for check, status := range statuses(evidence) {
			expected := labs.Passed
			if check == "first/ready" || check == "first/asked" {
				expected = first
			}
			if status != expected {
				t.Errorf("%s: %s is %s, want %s", when, check, status, expected)
			}
		}
	}
	want("after the reset", resettable{s, true}, labs.Failed)
	want("where nothing can be set back", resettable{s, false}, labs.Passed)
	want("of evidence that knows no reset", s, labs.Passed)
	worked(s)
	want("done again", resettable{s, true}, labs.Passed)
}
