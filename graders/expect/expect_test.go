package expect_test

import (
	"encoding/json"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podium-labs/podium/graders/evidence"
	et "github.com/podium-labs/podium/graders/evidence/evidencetest"
	"github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/graders/explain"
)

const (
	old  = "nginx:1.26"
	next = "nginx:1.27"
)

func deployment(s *et.Script) expect.Deployment {
	return expect.Deployment{Subject: expect.Subject{Evidence: s, Namespace: et.Namespace, Name: "web"}}
}

// story is a Deployment of two replicas whose way from old to next and back is told step by step.
type story struct {
	*et.Script
	d          *appsv1.Deployment
	first, new *appsv1.ReplicaSet
}

// deployed is the beginning of every story: two ready Pods with the old image.
func deployed() *story {
	s := &story{Script: et.New()}
	s.d = et.Deployment("web", old, 2)
	s.d.Spec.Strategy = et.Rolling("1", "0")
	s.first = et.ReplicaSet(s.d, "web-1", "1", 2)
	s.Put(s.d, s.first, et.Pod(s.first, "a", old, true), et.Pod(s.first, "b", old, true), et.Done(s.d))
	return s
}

// change gives the Deployment another image, by a request with that body.
func (s *story) change(image, verb, body string) {
	d := et.Deployment("web", image, 2)
	d.Spec.Strategy = s.d.Spec.Strategy
	d.Generation = s.d.Generation + 1
	d.Status = et.Done(s.d).Status
	s.d = d
	answer := encode(d)
	s.Ask(evidence.Request{Verb: verb, Group: "apps", Resource: "deployments", Name: "web", Code: 200, Body: []byte(body), Response: answer})
	s.Put(d)
}

// encode is what the API server answers with.
func encode(d *appsv1.Deployment) json.RawMessage {
	content, err := json.Marshal(d)
	if err != nil {
		return nil // an answer without a body: the matchers under test would see that
	}
	return content
}

// roll replaces the two Pods one by one, the new one first, and leaves the old ReplicaSet at 0.
func (s *story) roll() {
	s.new = et.ReplicaSet(s.d, "web-2", "2", 2)
	s.Put(s.new, et.Pod(s.new, "c", next, true))
	s.Delete(et.Pod(s.first, "a", old, true))
	s.Put(et.Pod(s.new, "d", next, true))
	s.Delete(et.Pod(s.first, "b", old, true))
	s.Put(s.scaled(s.first, 0, "1"), et.Done(s.d))
}

func (s *story) scaled(rs *appsv1.ReplicaSet, n int32, revision string) *appsv1.ReplicaSet {
	rs = rs.DeepCopy()
	rs.Spec.Replicas = &n
	rs.Annotations = map[string]string{"deployment.kubernetes.io/revision": revision}
	return rs
}

// back lets the first ReplicaSet grow again.
func (s *story) back() {
	s.Put(s.scaled(s.first, 2, "3"), et.Pod(s.first, "e", old, true), et.Pod(s.first, "f", old, true), s.scaled(s.new, 0, "2"))
	s.Delete(et.Pod(s.new, "c", next, true), et.Pod(s.new, "d", next, true))
	s.Put(et.Done(s.d))
}

// judge runs a matcher and returns its verdict.
func judge(t *testing.T, actual any, m expect.Matcher) expect.Verdict {
	t.Helper()
	ok, err := m.Match(actual)
	if err != nil {
		t.Fatal(err)
	}
	v := m.Verdict()
	if ok != v.OK || v.Expected.Empty() || v.Actual.Empty() {
		t.Errorf("an incomplete verdict: %+v", v)
	}
	if !ok && (v.Why.Empty() || v.Layer == "") {
		t.Errorf("a failure that does not explain itself: %s", v.English())
	}
	return v
}

const (
	setImage = `{"spec":{"template":{"spec":{"containers":[{"name":"c","image":"nginx:1.26"}]}}}}`
	undo     = `[{"op":"replace","path":"/spec/template","value":{}},{"op":"replace","path":"/metadata/annotations","value":{}}]`
)

func TestARightRolloutAndUndoHoldEverywhere(t *testing.T) {
	s := deployed()
	s.change(next, "patch", setImage)
	s.roll()
	s.change(old, "patch", undo)
	s.back()
	web := deployment(s.Script)
	away := web.Rollout(old, next)
	back := away.Back()
	for name, c := range map[string]struct {
		actual any
		m      expect.Matcher
	}{
		"finish":           {away, expect.FinishWith(2)},
		"at most":          {away.During(), expect.AlwaysHave(web.Pods(), expect.AtMost(3))},
		"at least":         {away.During(), expect.AlwaysHave(web.ReadyPods(), expect.AtLeast(2))},
		"kept":             {away, expect.KeepTheOldReplicaSet()},
		"same ReplicaSet":  {back, expect.ReturnToAReplicaSetFromBefore(away)},
		"highest revision": {back, expect.HaveTheHighestRevision(away)},
		"undo":             {back, expect.BeMadeByUndo()},
	} {
		if v := judge(t, c.actual, c.m); !v.OK {
			t.Errorf("%s: %s", name, v.English())
		}
	}
}

func TestARolloutThatLosesAPodIsSeenAtItsMoment(t *testing.T) {
	s := deployed()
	s.change(next, "patch", setImage)
	s.Delete(et.Pod(s.first, "a", old, true)) // before its successor is there
	lost := s.History().End()
	s.Put(et.Pod(s.first, "a", old, true))
	s.roll()
	web := deployment(s.Script)
	v := judge(t, web.Rollout(old, next).During(), expect.AlwaysHave(web.ReadyPods(), expect.AtLeast(2)))
	if v.OK || v.When != lost || v.Layer != explain.Deployment {
		t.Errorf("%s", v.English())
	}
}

// TestAPodThatIsToldToGoIsNotCounted: the ReplicaSets work side by side, so the new Pod may come before the old one has gone.
func TestAPodThatIsToldToGoIsNotCounted(t *testing.T) {
	s := deployed()
	s.change(next, "patch", setImage)
	s.new = et.ReplicaSet(s.d, "web-2", "2", 1)
	s.Put(s.new, et.Pod(s.new, "c", next, true), s.scaled(s.first, 1, "1"), s.scaled(s.new, 2, "2"), et.Pod(s.new, "d", next, true))
	web := deployment(s.Script)
	if v := judge(t, web.Rollout(old, next).During(), expect.AlwaysHave(web.Pods(), expect.AtMost(3))); !v.OK {
		t.Error(v.English())
	}
	s.Put(s.scaled(s.first, 2, "1"))
	if v := judge(t, web.Rollout(old, next).During(), expect.AlwaysHave(web.Pods(), expect.AtMost(3))); v.OK {
		t.Errorf("four Pods are wanted: %s", v.English())
	}
}

func TestNothingHoldsOverARolloutThatNeverWas(t *testing.T) {
	for name, s := range map[string]*et.Script{"no Deployment": et.New(), "created with the image": created(next)} {
		web := deployment(s)
		for _, m := range []expect.Matcher{expect.AlwaysHave(web.Pods(), expect.AtMost(3)), expect.AlwaysHave(web.ReadyPods(), expect.AtLeast(0)), expect.HaveHappened()} {
			if v := judge(t, web.Rollout(old, next).During(), m); v.OK {
				t.Errorf("%s: holds over nothing: %s", name, v.English())
			}
		}
		for _, m := range []expect.Matcher{expect.FinishWith(2), expect.KeepTheOldReplicaSet(), expect.BeMadeByUndo(), expect.ReturnToAReplicaSetFromBefore(expect.Rollout{})} {
			if v := judge(t, web.Rollout(old, next), m); v.OK {
				t.Errorf("%s: %s", name, v.English())
			}
		}
	}
}

func created(image string) *et.Script {
	s := et.New()
	d := et.Deployment("web", image, 2)
	rs := et.ReplicaSet(d, "web-1", "1", 2)
	s.Put(d, rs, et.Pod(rs, "a", image, true), et.Pod(rs, "b", image, true), et.Done(d))
	return s
}

// TestAHandEditIsTheEarlierRevisionButNoUndo is the difference between the facts and the way to them.
func TestAHandEditIsTheEarlierRevisionButNoUndo(t *testing.T) {
	s := deployed()
	s.change(next, "patch", setImage)
	s.roll()
	s.change(old, "patch", setImage)
	s.back()
	web := deployment(s.Script)
	away := web.Rollout(old, next)
	back := away.Back()
	if v := judge(t, back, expect.ReturnToAReplicaSetFromBefore(away)); !v.OK {
		t.Errorf("earlier revision: %s", v.English())
	}
	if v := judge(t, back, expect.BeMadeByUndo()); v.OK {
		t.Errorf("undo: %s", v.English())
	}
}

func TestAScaleAfterTheUndoDoesNotHideIt(t *testing.T) {
	s := deployed()
	s.change(next, "patch", setImage)
	s.roll()
	s.change(old, "patch", undo)
	s.back()
	answer := encode(s.d)
	s.Ask(evidence.Request{Verb: "patch", Resource: "deployments", Name: "web", Code: 200, Body: []byte(`{"spec":{"replicas":2}}`), Response: answer})
	web := deployment(s.Script)
	if v := judge(t, web.Rollout(old, next).Back(), expect.BeMadeByUndo()); !v.OK {
		t.Error(v.English())
	}
}

func TestMakingTheDeploymentAnewIsNoReturn(t *testing.T) {
	s := deployed()
	s.change(next, "patch", setImage)
	s.roll()
	s.Delete(s.d, s.first, s.new, et.Pod(s.new, "c", next, true), et.Pod(s.new, "d", next, true))
	d := et.Deployment("web", old, 2)
	d.UID = "web-again"
	rs := et.ReplicaSet(d, "web-1", "1", 2)
	rs.UID = "web-1-again"
	s.Put(d, rs, et.Pod(rs, "g", old, true), et.Pod(rs, "h", old, true), et.Done(d))
	web := deployment(s.Script)
	away := web.Rollout(old, next)
	for _, m := range []expect.Matcher{expect.ReturnToAReplicaSetFromBefore(away), expect.HaveTheHighestRevision(away)} {
		if v := judge(t, away.Back(), m); v.OK {
			t.Error(v.English())
		}
	}
}

func TestRefusalsAreToldApartByTheirField(t *testing.T) {
	reason := expect.Refusal{Field: "spec.strategy.rollingUpdate.maxUnavailable", Detail: "may not be 0"}
	refuse := func(field, message string) *et.Script {
		s := deployed()
		s.Ask(evidence.Request{Verb: "patch", Resource: "deployments", Name: "web", Code: 422, Causes: []metav1.StatusCause{{Field: field, Message: message}}})
		return s.Script
	}
	for name, c := range map[string]struct {
		s    *et.Script
		want bool
	}{
		"right":         {refuse(reason.Field, "Invalid value: 0: may not be 0 when `maxSurge` is 0"), true},
		"another field": {refuse("spec.selector", "may not be 0"), false}, "another reason": {refuse(reason.Field, "must not be greater than 100%"), false},
		"none": {deployed().Script, false}, "nothing at all": {et.New(), false},
	} {
		for _, m := range []expect.Matcher{expect.HaveBeenRefused(reason), expect.StayAsItWas(reason)} {
			if v := judge(t, deployment(c.s), m); v.OK != c.want {
				t.Errorf("%s: %s", name, v.English())
			}
		}
	}
}

func TestOneRequestIsSpokenOfAsOne(t *testing.T) {
	for requests, want := range map[int]string{1: "your one request for it was not refused", 2: "none of your 2 requests for it was refused"} {
		s := deployed()
		for range requests {
			s.Ask(evidence.Request{Verb: "patch", Resource: "deployments", Name: "web", Code: 200})
		}
		if v := judge(t, deployment(s.Script), expect.HaveBeenRefused(expect.Refusal{Field: "spec.replicas"})); !strings.Contains(v.English(), want) {
			t.Errorf("%d requests: %s", requests, v.English())
		}
	}
}

// TestAnUpdateThatNeverWasSaysWhatIsAskedFor: how the evidence is looked through is not the learner's business.
func TestAnUpdateThatNeverWasSaysWhatIsAskedFor(t *testing.T) {
	logger := expect.DaemonSet{Subject: expect.Subject{Evidence: et.New(), Namespace: et.Namespace, Name: "node-logger"}}
	v := judge(t, logger.Update("busybox:1.37"), expect.HaveHappened())
	if want := "node-logger is updated from another image to busybox:1.37"; v.OK || !strings.Contains(v.English(), want) {
		t.Errorf("%s, want %q", v.English(), want)
	}
}

func TestLimitsAreJudgedByWhatTheyComeTo(t *testing.T) {
	for limits, want := range map[[2]string]bool{{"1", "0"}: true, {"50%", "0%"}: true, {"2", "0"}: false, {"1", "1"}: false} {
		s := et.New()
		d := et.Deployment("web", old, 2)
		d.Spec.Strategy = et.Rolling(limits[0], limits[1])
		s.Put(d)
		surge, unavailable := judge(t, deployment(s), expect.ResolveMaxSurgeTo(1)), judge(t, deployment(s), expect.ResolveMaxUnavailableTo(0))
		if got := surge.OK && unavailable.OK; got != want {
			t.Errorf("%v: %s / %s", limits, surge.English(), unavailable.English())
		}
	}
	if v := judge(t, deployment(et.New()), expect.ResolveMaxSurgeTo(0)); v.OK {
		t.Error("holds without a Deployment")
	}
}

func TestMentionLooksForEveryIdea(t *testing.T) {
	answer := func(text string) expect.Written {
		s := et.New()
		s.Put(et.ConfigMap("answers", map[string]string{"q": text}))
		return expect.Written{Subject: expect.Subject{Evidence: s, Namespace: et.Namespace, Name: "answers"}, Key: "q"}
	}
	both := expect.Mention(expect.Term("maxSurge"), expect.Term("maxUnavailable"))
	for text, want := range map[string]bool{
		"MAXSURGE and maxunavailable": true, "maxSurgeもmaxUnavailableも0": true, "maxSurge only": false, "": false, "   ": false,
	} {
		if v := judge(t, answer(text), both); v.OK != want {
			t.Errorf("%q: %s", text, v.English())
		}
	}
}

func TestAMatcherRefusesAnotherSubject(t *testing.T) {
	if ok, err := expect.FinishWith(1).Match("web"); ok || err == nil {
		t.Errorf("%t, %v", ok, err)
	}
}
