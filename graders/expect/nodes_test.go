package expect_test

import (
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	et "github.com/podium-labs/podium/graders/evidence/evidencetest"
	"github.com/podium-labs/podium/graders/expect"
)

// daemonNodes are a control plane and two workers.
func daemonNodes() []client.Object {
	return []client.Object{et.ControlPlane("cp"), et.Node("w1", nil), et.Node("w2", nil)}
}

// everywhere is the DaemonSet with a toleration for every taint.
func everywhere(ds *appsv1.DaemonSet) *appsv1.DaemonSet {
	ds = ds.DeepCopy()
	ds.Spec.Template.Spec.Tolerations = []corev1.Toleration{{Operator: corev1.TolerationOpExists}}
	return ds
}

func TestOnePodPerNode(t *testing.T) {
	ds := et.DaemonSet("agent", old, 2)
	all := everywhere(ds)
	on := func(node string, ready bool) client.Object {
		return et.Bound(et.Pod(ds, "agent-"+node, old, ready), node)
	}
	open := et.ControlPlane("cp")
	open.Spec.Taints = nil
	another, soft := et.ControlPlane("cp"), et.ControlPlane("cp")
	another.Spec.Taints[0].Key = "dedicated"
	soft.Spec.Taints[0].Effect = corev1.TaintEffectPreferNoSchedule
	both := et.ControlPlane("cp")
	both.Spec.Taints = append(both.Spec.Taints, another.Spec.Taints...)
	named := ds.DeepCopy()
	named.Spec.Template.Spec.NodeSelector = map[string]string{corev1.LabelHostname: "w1"}
	for name, c := range map[string]struct {
		tell             []client.Object
		workers, control bool
	}{
		"on the workers":             {[]client.Object{ds, on("w1", true), on("w2", true)}, true, false},
		"one is missing":             {[]client.Object{ds, on("w1", true)}, false, false},
		"one is not ready":           {[]client.Object{ds, on("w1", true), on("w2", false)}, false, false},
		"two on one node":            {[]client.Object{ds, on("w1", true), on("w2", true), et.Bound(et.Pod(ds, "second", old, true), "w1")}, false, false},
		"then everywhere":            {[]client.Object{ds, on("w1", true), on("w2", true), all, on("cp", true)}, true, true},
		"everywhere at once":         {[]client.Object{all, on("w1", true), on("w2", true), on("cp", true)}, false, true},
		"in the other order":         {[]client.Object{all, on("w1", true), on("w2", true), on("cp", true), ds}, false, false},
		"the taint is taken off":     {[]client.Object{ds, on("w1", true), on("w2", true), open, on("cp", true)}, true, false},
		"another taint in its place": {[]client.Object{ds, on("w1", true), on("w2", true), another, all, on("cp", true)}, true, false},
		"a taint that only asks":     {[]client.Object{ds, on("w1", true), on("w2", true), soft, all, on("cp", true)}, true, false},
		"another taint beside it":    {[]client.Object{ds, on("w1", true), on("w2", true), both, all, on("cp", true)}, true, true},
		"only where it is allowed":   {[]client.Object{named, on("w1", true)}, false, false},
		"a visitor does not count":   {[]client.Object{ds, on("w1", true), on("w2", true), et.Node("visitor", nil)}, true, false},
		"none":                       {},
	} {
		agent := expect.DaemonSet{Subject: subject(with(append(daemonNodes(), c.tell...)...), "agent")}
		agrees(t, name, agent.OverWorkers("visitor"), expect.EndWith(agent.HasOnePodPerNode("visitor")), c.workers)
		agrees(t, name, agent.OverAllNodes("visitor"), expect.EndWith(agent.HasOnePodPerNode("visitor")), c.control)
	}
}

func TestADaemonSetFollowsTheNodes(t *testing.T) {
	visitor := et.Node("visitor", nil)
	wants := func(n int32) *appsv1.DaemonSet { return et.DaemonSet("agent", old, n) }
	pod := et.Bound(et.Pod(wants(0), "agent-v", old, false), "visitor")
	pod.Spec.NodeName = ""
	pod.Spec.Affinity = &corev1.Affinity{NodeAffinity: &corev1.NodeAffinity{RequiredDuringSchedulingIgnoredDuringExecution: &corev1.NodeSelector{
		NodeSelectorTerms: []corev1.NodeSelectorTerm{{MatchFields: []corev1.NodeSelectorRequirement{{Key: "metadata.name", Operator: corev1.NodeSelectorOpIn, Values: []string{"visitor"}}}}},
	}}}
	for name, c := range map[string]struct {
		before, during, after int32
		made                  bool
		want                  bool
	}{
		"follows":         {2, 3, 2, true, true},
		"does not":        {2, 2, 2, false, false},
		"does not return": {2, 3, 3, true, false},
		"makes no Pod":    {2, 3, 2, false, false},
		"for no node":     {0, 1, 0, true, false},
	} {
		s := with(append(daemonNodes(), wants(c.before), visitor, wants(c.during))...)
		if c.made {
			s.Put(pod)
		}
		s.Delete(visitor)
		s.Put(wants(c.after))
		agrees(t, name, expect.DaemonSet{Subject: subject(s, "agent")}, expect.FollowTheNodes("visitor"), c.want)
	}
	agrees(t, "nobody came", expect.DaemonSet{Subject: subject(with(wants(2)), "agent")}, expect.FollowTheNodes("visitor"), false)
}

// TestAnUpdateHasToLast: containers that end by themselves are all ready together for an instant, if the machine is busy.
func TestAnUpdateHasToLast(t *testing.T) {
	pod := func(image, name, node string, ready bool) *corev1.Pod {
		return et.Bound(et.Pod(et.DaemonSet("agent", image, 2), name, image, ready), node)
	}
	updated := func() *et.Script {
		s := with(daemonNodes()...)
		s.Put(et.DaemonSet("agent", old, 2), pod(old, "a", "w1", true), pod(old, "b", "w2", true), et.DaemonSet("agent", next, 2))
		s.Delete(pod(old, "a", "w1", true), pod(old, "b", "w2", true))
		s.Put(pod(next, "c", "w1", true), pod(next, "d", "w2", true))
		return s
	}
	for name, c := range map[string]struct {
		then func(*et.Script)
		want bool
	}{
		"lasts":               {func(*et.Script) {}, true},
		"for an instant only": {func(s *et.Script) { s.Put(pod(next, "d", "w2", false)) }, false},
		"until the next update": {func(s *et.Script) {
			s.Put(et.DaemonSet("agent", old, 2))
			s.Delete(pod(next, "d", "w2", true))
		}, true},
		"not even until the next update": {func(s *et.Script) {
			s.Put(pod(next, "d", "w2", false), et.DaemonSet("agent", old, 2), pod(next, "d", "w2", true))
		}, false},
		"until it is removed": {func(s *et.Script) {
			s.Delete(et.DaemonSet("agent", next, 2), pod(next, "c", "w1", true), pod(next, "d", "w2", true))
		}, true},
	} {
		s := updated()
		c.then(s)
		agent := expect.DaemonSet{Subject: subject(s, "agent")}
		if v := judge(t, agent.Update(next), expect.HaveHappened()); v.OK != c.want {
			t.Errorf("%s: %s", name, v.English())
		}
	}
}
