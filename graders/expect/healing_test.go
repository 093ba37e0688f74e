package expect_test

import (
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podium-labs/podium/graders/evidence"
	et "github.com/podium-labs/podium/graders/evidence/evidencetest"
	"github.com/podium-labs/podium/graders/expect"
)

// wound is a Deployment of two Pods that is told step by step.
type wound struct {
	*et.Script
	d  *appsv1.Deployment
	rs *appsv1.ReplicaSet
}

func complete() *wound {
	s := &wound{Script: et.New()}
	s.d = et.Deployment("web", old, 2)
	s.rs = et.ReplicaSet(s.d, "web-1", "1", 2)
	s.Put(s.d, s.rs)
	s.come("web-1-a", true)
	s.come("web-1-b", true)
	return s
}

func (s *wound) come(name string, ready bool) { s.Put(et.Pod(s.rs, name, old, ready)) }

// lose lets a Pod go; asked, by a request of the learner.
func (s *wound) lose(name string, asked bool) {
	if asked {
		s.Ask(evidence.Request{Verb: "delete", Resource: "pods", Name: name, Code: 200})
	}
	going := et.Pod(s.rs, name, old, true)
	now := metav1.NewTime(s.Now())
	going.DeletionTimestamp = &now
	s.Put(going)
	s.Delete(going)
}

func (s *wound) answer(before, after string) {
	s.Put(et.ConfigMap("answers", map[string]string{"before": before, "after": after}))
}

// findings are the results of all five checks in order: lost, before, after, one name, healed.
func (s *wound) findings(t *testing.T) [5]bool {
	t.Helper()
	web := expect.Deployment{Subject: subject(s.Script, "web")}
	before, after := expect.List{Written: written(s.Script, "before"), Of: web}, expect.List{Written: written(s.Script, "after"), Of: web}
	return [5]bool{
		judge(t, web, expect.HaveLostAPod()).OK, judge(t, before, expect.BeTrueBeforeADelete()).OK, judge(t, after, expect.BeTrueAfterADelete()).OK,
		judge(t, expect.Lists{Before: before, After: after}, expect.DifferInOneName()).OK, judge(t, web, expect.HealItself()).OK,
	}
}

func TestSelfHealingIsProvedByTrueLists(t *testing.T) {
	for name, c := range map[string]struct {
		tell func(*wound)
		want [5]bool
	}{
		"proved": {func(s *wound) {
			s.lose("web-1-a", true)
			s.come("web-1-c", true)
			s.answer("pod/web-1-a\npod/web-1-b", "NAME READY\nweb-1-b 1/1\nweb-1-c 1/1 (ReplicaSet web-1)")
		}, [5]bool{true, true, true, true, true}},
		"both lists afterwards": {func(s *wound) {
			s.lose("web-1-a", true)
			s.come("web-1-c", true)
			s.answer("web-1-b web-1-c", "web-1-b web-1-c")
		}, [5]bool{true, false, true, false, true}},
		"both lists before": {func(s *wound) {
			s.lose("web-1-a", true)
			s.come("web-1-c", true)
			s.answer("web-1-a web-1-b", "web-1-a web-1-b")
		}, [5]bool{true, true, false, false, true}},
		"invented names": {func(s *wound) {
			s.lose("web-1-a", true)
			s.come("web-1-c", true)
			s.answer("web-1-x web-1-b", "web-1-y web-1-b")
		}, [5]bool{true, false, false, false, true}},
		"incomplete lists": {func(s *wound) {
			s.lose("web-1-a", true)
			s.come("web-1-c", true)
			s.answer("web-1-a", "web-1-c")
		}, [5]bool{true, false, false, true, true}},
		"not deleted by the learner": {func(s *wound) {
			s.lose("web-1-a", false)
			s.come("web-1-c", true)
			s.answer("web-1-a web-1-b", "web-1-b web-1-c")
		}, [5]bool{}},
		"never replaced": {func(s *wound) {
			s.lose("web-1-a", true)
			s.answer("web-1-a web-1-b", "web-1-b")
		}, [5]bool{true, true, false, false, false}},
		"replaced by the learner": {func(s *wound) {
			s.lose("web-1-a", true)
			s.Ask(evidence.Request{Verb: "create", Resource: "pods", Code: 201, Response: []byte(`{"metadata":{"name":"web-1-c"}}`)})
			s.come("web-1-c", true)
			s.answer("web-1-a web-1-b", "web-1-b web-1-c")
		}, [5]bool{true, true, true, true, false}},
		"two deleted": {func(s *wound) {
			s.lose("web-1-a", true)
			s.lose("web-1-b", true)
			s.come("web-1-c", true)
			s.come("web-1-d", true)
			s.answer("web-1-a web-1-b", "web-1-c web-1-d")
		}, [5]bool{true, true, true, false, true}},
		"nothing at all": {func(*wound) {}, [5]bool{}},
	} {
		s := complete()
		c.tell(s)
		if got := s.findings(t); got != c.want {
			t.Errorf("%s: %v instead of %v", name, got, c.want)
		}
	}
}

func TestAnotherReplicaSetIsNoHealing(t *testing.T) {
	s := complete()
	s.lose("web-1-a", true)
	s.rs = et.ReplicaSet(s.d, "web-2", "2", 2)
	s.Put(s.rs)
	s.come("web-2-c", true)
	if got := s.findings(t); got[4] {
		t.Error("a Pod of another ReplicaSet counts as the replacement")
	}
}
