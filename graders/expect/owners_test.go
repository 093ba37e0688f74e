package expect_test

import (
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	et "github.com/podium-labs/podium/graders/evidence/evidencetest"
	"github.com/podium-labs/podium/graders/expect"
)

const (
	webUID = "11111111-1111-1111-1111-111111111111"
	setUID = "22222222-2222-2222-2222-222222222222"
	podUID = "33333333-3333-3333-3333-333333333333"
)

// chain is a Deployment, its ReplicaSet and a Pod, with UIDs as Kubernetes has them.
func chain(s *et.Script) (*appsv1.Deployment, *appsv1.ReplicaSet) {
	d := et.Deployment("web", old, 1)
	d.UID = types.UID(webUID)
	rs := et.ReplicaSet(d, "web-1", "1", 1)
	rs.UID = types.UID(setUID)
	pod := et.Pod(rs, "web-1-a", old, true)
	pod.UID = types.UID(podUID)
	s.Put(d, rs, pod)
	return d, rs
}

func TestOwnersAreThoseOfTheHistory(t *testing.T) {
	for text, c := range map[string]struct{ set, pod bool }{
		"Deployment web " + webUID: {set: true},
		`[{"apiVersion":"apps/v1","controller":true,"kind":"Deployment","name":"web","uid":"` + webUID + `"}]`: {set: true},
		"ReplicaSet web-1 (" + setUID + ") is owned by deployment/web, " + webUID + ".":                        {set: true},
		"ReplicaSet web-1 " + setUID: {pod: true},
		"the Pod " + podUID + " belongs to replicasets.apps web-1, uid " + setUID: {pod: true},
		"Deployment web":                               {},
		"Deployment api " + webUID:                     {},
		"StatefulSet web " + webUID:                    {},
		"Deployment web " + webUID + " or " + podUID:   {},
		"Deployment web " + setUID[:8] + webUID[8:]:    {},
		"ReplicaSet web-1 " + setUID + " or " + webUID: {},
	} {
		s := et.New()
		chain(s)
		s.Put(et.ConfigMap("answers", map[string]string{"owner": text}))
		web := expect.Deployment{Subject: subject(s, "web")}
		agrees(t, text, written(s, "owner"), expect.NameTheOwnerOf(web.ItsReplicaSets()), c.set)
		agrees(t, text, written(s, "owner"), expect.NameTheOwnerOf(web.ItsPods()), c.pod)
	}
}

func TestCascadeAndOrphan(t *testing.T) {
	type outcome struct{ cascade, orphan bool }
	for name, c := range map[string]struct {
		tell func(*et.Script, *appsv1.Deployment, *appsv1.ReplicaSet)
		want outcome
	}{
		"cascade": {func(s *et.Script, d *appsv1.Deployment, rs *appsv1.ReplicaSet) {
			s.Delete(d, rs, podOf(rs))
		}, outcome{cascade: true}},
		"foreground": {func(s *et.Script, d *appsv1.Deployment, rs *appsv1.ReplicaSet) {
			s.Delete(podOf(rs), rs, d)
		}, outcome{cascade: true}},
		"orphan": {func(s *et.Script, d *appsv1.Deployment, rs *appsv1.ReplicaSet) {
			s.Put(orphaned(rs))
			s.Delete(d)
		}, outcome{orphan: true}},
		"orphan, then tidied up by hand": {func(s *et.Script, d *appsv1.Deployment, rs *appsv1.ReplicaSet) {
			s.Put(orphaned(rs))
			s.Delete(d, rs, podOf(rs))
		}, outcome{orphan: true}},
		"still there": {func(s *et.Script, _ *appsv1.Deployment, rs *appsv1.ReplicaSet) { s.Delete(rs, podOf(rs)) }, outcome{}},
		"half gone":   {func(s *et.Script, d *appsv1.Deployment, _ *appsv1.ReplicaSet) { s.Delete(d) }, outcome{}},
	} {
		s := et.New()
		d, rs := chain(s)
		c.tell(s, d, rs)
		web := expect.Deployment{Subject: subject(s, "web")}
		agrees(t, name, web, expect.TakeItsPodsAlong(), c.want.cascade)
		agrees(t, name, web, expect.LeaveItsReplicaSet(), c.want.orphan)
	}
	web := expect.Deployment{Subject: subject(et.New(), "web")}
	agrees(t, "never there", web, expect.TakeItsPodsAlong(), false)
	agrees(t, "never there", web, expect.LeaveItsReplicaSet(), false)
}

func podOf(rs *appsv1.ReplicaSet) client.Object {
	pod := et.Pod(rs, "web-1-a", old, true)
	pod.UID = types.UID(podUID)
	return pod
}

func orphaned(rs *appsv1.ReplicaSet) *appsv1.ReplicaSet {
	rs = rs.DeepCopy()
	rs.OwnerReferences = nil
	return rs
}

func TestADeploymentThatNeverRanProvesNothing(t *testing.T) {
	s := et.New()
	d := et.Deployment("web", old, 1)
	rs := et.ReplicaSet(d, "web-1", "1", 1)
	pod := et.Pod(rs, "web-1-a", old, false)
	s.Put(d, rs, pod)
	s.Delete(d, rs, pod)
	agrees(t, "no ready Pod", expect.Deployment{Subject: subject(s, "web")}, expect.TakeItsPodsAlong(), false)
}

func TestScalingKeepsTheReplicaSet(t *testing.T) {
	scaled := func(tell func(*et.Script, *appsv1.Deployment, *appsv1.ReplicaSet)) expect.Scaling {
		s := et.New()
		d := et.Deployment("web", old, 1)
		rs := et.ReplicaSet(d, "web-1", "1", 1)
		s.Put(d, rs, et.Pod(rs, "a", old, true))
		tell(s, d, rs)
		return expect.Deployment{Subject: subject(s, "web")}.Scaled(1, 2)
	}
	two := func(d *appsv1.Deployment) *appsv1.Deployment {
		d = d.DeepCopy()
		n := int32(2)
		d.Spec.Replicas = &n
		return d
	}
	for name, c := range map[string]struct {
		tell           func(*et.Script, *appsv1.Deployment, *appsv1.ReplicaSet)
		finished, same bool
	}{
		"scaled": {func(s *et.Script, d *appsv1.Deployment, rs *appsv1.ReplicaSet) {
			s.Put(two(d), et.Pod(rs, "b", old, true))
		}, true, true},
		"not ready": {func(s *et.Script, d *appsv1.Deployment, rs *appsv1.ReplicaSet) {
			s.Put(two(d), et.Pod(rs, "b", old, false))
		}, false, false},
		"only the set": {func(s *et.Script, _ *appsv1.Deployment, rs *appsv1.ReplicaSet) { s.Put(et.Pod(rs, "b", old, true)) }, false, false},
		"with a rollout": {func(s *et.Script, d *appsv1.Deployment, _ *appsv1.ReplicaSet) {
			rs := et.ReplicaSet(d, "web-2", "2", 2)
			s.Put(two(d), rs, et.Pod(rs, "b", old, true), et.Pod(rs, "c", old, true))
		}, true, false},
	} {
		agrees(t, name, scaled(c.tell), expect.FinishScaling(), c.finished)
		agrees(t, name, scaled(c.tell), expect.StayInOneReplicaSet(), c.same)
	}
}
