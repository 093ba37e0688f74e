package expect_test

import (
	"encoding/json"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podium-labs/podium/graders/evidence"
	et "github.com/podium-labs/podium/graders/evidence/evidencetest"
	"github.com/podium-labs/podium/graders/expect"
)

const byTaint = "DeletionByTaintManager"

func maintenance() (corev1.Taint, expect.State) {
	taint := corev1.Taint{Key: "maintenance", Value: "true", Effect: corev1.TaintEffectNoExecute}
	return taint, expect.Tainted(taint.Key, taint.Value, taint.Effect)
}

// evicting is a cluster in which node two gets its taint while patient and stranger run there.
func evicting(patient corev1.PodSpec) (*et.Script, *corev1.Pod) {
	taint, _ := maintenance()
	s := homelab()
	run(s, "patient", "two", patient)
	stranger := run(s, "stranger", "two", corev1.PodSpec{})
	s.Put(et.Node("two", nil, taint))
	return s, stranger
}

func TestEvictionIsToldFromADelete(t *testing.T) {
	_, state := maintenance()
	tolerant := corev1.PodSpec{Tolerations: []corev1.Toleration{{Key: "maintenance", Operator: corev1.TolerationOpExists}}}

	s, stranger := evicting(tolerant)
	if v := judge(t, node(s, "two"), expect.EvictWhatDoesNotTolerate(state)); v.OK {
		t.Errorf("it is still there: %s", v.English())
	}
	s.Put(et.Disrupted(stranger, byTaint))
	s.Delete(et.Disrupted(stranger, byTaint))
	if v := judge(t, node(s, "two"), expect.EvictWhatDoesNotTolerate(state)); !v.OK {
		t.Error(v.English())
	}
	if v := judge(t, workload(s, "patient"), expect.StayThrough(node(s, "two"), state)); !v.OK {
		t.Error(v.English())
	}

	s, stranger = evicting(tolerant)
	s.Ask(evidence.Request{Verb: "delete", Resource: "pods", Name: "stranger", Code: 200, Agent: "kubectl/v1.37.2 (linux)"})
	s.Delete(stranger)
	if v := judge(t, node(s, "two"), expect.EvictWhatDoesNotTolerate(state)); v.OK || !strings.Contains(v.English(), "kubectl/v1.37.2") {
		t.Errorf("deleted by hand: %s", v.English())
	}

	seconds := int64(60)
	s, _ = evicting(corev1.PodSpec{Tolerations: []corev1.Toleration{{Key: "maintenance", Operator: corev1.TolerationOpExists, TolerationSeconds: &seconds}}})
	if v := judge(t, workload(s, "patient"), expect.StayThrough(node(s, "two"), state)); v.OK {
		t.Errorf("for a minute only: %s", v.English())
	}
	empty := homelab()
	taint, _ := maintenance()
	empty.Put(et.Node("two", nil, taint))
	if v := judge(t, node(empty, "two"), expect.EvictWhatDoesNotTolerate(state)); v.OK {
		t.Error("there was nobody to evict")
	}
}

// TestADaemonSetMayBeQuickerThanTheEviction: its controller removes Pods that do not tolerate a taint, too, and leaves no condition.
func TestADaemonSetMayBeQuickerThanTheEviction(t *testing.T) {
	_, state := maintenance()
	for name, c := range map[string]struct {
		before func(*et.Script, *appsv1.DaemonSet)
		want   bool
	}{
		"for the taint":     {func(*et.Script, *appsv1.DaemonSet) {}, true},
		"it is gone":        {func(s *et.Script, d *appsv1.DaemonSet) { s.Delete(d) }, false},
		"it is going":       {func(s *et.Script, d *appsv1.DaemonSet) { d.DeletionTimestamp = &metav1.Time{Time: s.Now()}; s.Put(d) }, false},
		"a new template":    {func(s *et.Script, d *appsv1.DaemonSet) { d.Generation++; s.Put(d) }, false},
		"the taint is gone": {func(s *et.Script, _ *appsv1.DaemonSet) { s.Put(et.Node("two", nil)) }, false},
	} {
		s := homelab()
		exporter := &appsv1.DaemonSet{TypeMeta: metav1.TypeMeta{APIVersion: "apps/v1", Kind: "DaemonSet"}}
		exporter.Name, exporter.Namespace, exporter.UID, exporter.Generation = "exporter", et.Namespace, "exporter", 1
		s.Put(exporter)
		pod := et.Pod(exporter, "exporter-a", "exporter:1", true)
		pod.Spec.NodeName = "two"
		s.Put(pod)
		taint, _ := maintenance()
		s.Put(et.Node("two", nil, taint))
		c.before(s, exporter.DeepCopy())
		s.Delete(pod)
		if v := judge(t, node(s, "two"), expect.EvictWhatDoesNotTolerate(state)); v.OK != c.want {
			t.Errorf("%s: %s", name, v.English())
		}
	}
}

func TestKeepWhatRuns(t *testing.T) {
	dedicated := corev1.Taint{Key: "dedicated", Value: "batch", Effect: corev1.TaintEffectNoSchedule}
	state := expect.Tainted("dedicated", "batch", corev1.TaintEffectNoSchedule)
	taint, next := maintenance()
	s := homelab()
	pod := run(s, "batch", "three", corev1.PodSpec{})
	keeps := func() expect.Verdict {
		return judge(t, node(s, "three"), expect.KeepWhatRuns(state, node(s, "two"), next))
	}
	if v := keeps(); v.OK {
		t.Error("there is no taint yet")
	}
	s.Put(et.Node("three", nil, corev1.Taint{Key: "dedicated", Value: "other", Effect: dedicated.Effect}))
	if v := keeps(); v.OK {
		t.Error("another value is another taint")
	}
	s.Put(et.Node("three", nil, dedicated))
	if v := keeps(); !v.OK {
		t.Error(v.English())
	}
	s.Put(et.Node("two", nil, taint))
	s.Delete(pod)
	if v := keeps(); !v.OK {
		t.Errorf("what happens after the next step does not matter: %s", v.English())
	}
	s.Put(et.Node("three", nil), et.Node("three", nil, dedicated))
	if v := keeps(); v.OK {
		t.Error("nothing ran there when it was tainted again")
	}
}

// TestWhoEvictsFirstKeepsNothing: the same taint as NoExecute before NoSchedule has already sent away what should have stayed.
func TestWhoEvictsFirstKeepsNothing(t *testing.T) {
	state := expect.Tainted("dedicated", "batch", corev1.TaintEffectNoSchedule)
	_, next := maintenance()
	evict := corev1.Taint{Key: "dedicated", Value: "batch", Effect: corev1.TaintEffectNoExecute}
	keep := corev1.Taint{Key: "dedicated", Value: "batch", Effect: corev1.TaintEffectNoSchedule}
	for name, c := range map[string]struct {
		on   string
		want bool
	}{
		"from this node": {"three", false},
		"from another":   {"one", true},
	} {
		s := homelab()
		run(s, "tolerant", "three", corev1.PodSpec{Tolerations: []corev1.Toleration{{Operator: corev1.TolerationOpExists}}})
		gone := run(s, "gone", c.on, corev1.PodSpec{})
		s.Put(et.Node(c.on, nil, evict), et.Disrupted(gone, byTaint))
		s.Delete(et.Disrupted(gone, byTaint))
		s.Put(et.Node("three", nil, keep))
		agrees(t, name, node(s, "three"), expect.KeepWhatRuns(state, node(s, "two"), next), c.want)
	}
}

// cordonedLab is a cluster with a cordon, and a Deployment that was created after it.
func cordonedLab() *et.Script {
	s := homelab()
	s.Put(et.Cordoned(et.Node("two", nil)), et.Deployment("spread", old, 6))
	return s
}

func TestWhoUndidAStepIsNamed(t *testing.T) {
	spread := func(s *et.Script) expect.Deployment {
		return expect.Deployment{Subject: expect.Subject{Evidence: s, Namespace: et.Namespace, Name: "spread"}}
	}
	stands := func(s *et.Script) expect.Matcher {
		return expect.HaveRunWhile(expect.Standing{Task: "cordon", Node: node(s, "two"), State: expect.Cordoned()})
	}
	s := cordonedLab()
	if v := judge(t, spread(s), stands(s)); !v.OK {
		t.Error(v.English())
	}
	open := et.Node("two", nil)
	answer, err := json.Marshal(open)
	if err != nil {
		t.Fatal(err)
	}
	s.AskCluster(evidence.Request{Verb: "patch", Resource: "nodes", Name: "two", Code: 200, Response: answer, Agent: "kubectl/v1.37.2 (linux)"})
	s.Put(open, et.Cordoned(open))
	v := judge(t, spread(s), stands(s))
	if said := v.English(); v.OK || !strings.Contains(said, "task cordon was undone") || !strings.Contains(said, "patch nodes/two, you, kubectl/v1.37.2") || v.When.Name != "two" {
		t.Errorf("undone and done again: %s", said)
	}
	untouched := homelab()
	if v := judge(t, spread(untouched), stands(untouched)); v.OK || !strings.Contains(v.English(), "never cordoned") {
		t.Errorf("never done: %s", v.English())
	}
}

// TestADeploymentHasThePastOfWhatItAdopts: made after the cordon, it has not lived through it with Pods from before.
func TestADeploymentHasThePastOfWhatItAdopts(t *testing.T) {
	before := et.Deployment("spread", old, 1)
	before.UID = "before"
	for name, c := range map[string]struct {
		past    *appsv1.Deployment // whose the ReplicaSet was before the cordon, if anybody's
		early   bool               // its Pod was there before the cordon
		adopted bool               // it is the new one's at the end
		want    bool
	}{
		"Pods of its own":                 {nil, false, true, true},
		"Pods of one of its name":         {before, true, true, false},
		"Pods of nobody":                  {nil, true, true, false},
		"older Pods that are not its own": {nil, true, false, true},
	} {
		s := homelab()
		now := et.Deployment("spread", old, 1)
		rs := et.ReplicaSet(now, "spread-1", "1", 1)
		pod := et.Pod(rs, "spread-1-a", old, true)
		orphan := rs.DeepCopy()
		orphan.OwnerReferences = nil
		if c.past != nil {
			s.Put(c.past, et.ReplicaSet(c.past, "spread-1", "1", 1), pod, orphan)
			s.Delete(c.past)
		} else if c.early {
			s.Put(orphan, pod)
		}
		s.Put(et.Cordoned(et.Node("two", nil)), now)
		if c.adopted {
			s.Put(rs, pod)
		}
		spread := expect.Deployment{Subject: subject(s, "spread")}
		agrees(t, name, spread, expect.HaveRunWhile(expect.Standing{Task: "cordon", Node: node(s, "two"), State: expect.Cordoned()}), c.want)
	}
}

func spreading(policy corev1.UnsatisfiableConstraintAction, skew int32, selects string) *appsv1.Deployment {
	d := et.Deployment("spread", old, 2)
	d.Spec.Template.Labels = map[string]string{"app": "spread"}
	d.Spec.Template.Spec.TopologySpreadConstraints = []corev1.TopologySpreadConstraint{{MaxSkew: skew, TopologyKey: corev1.LabelHostname,
		WhenUnsatisfiable: policy, LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": selects}}}}
	return d
}

func TestTheNodesThatHoldBackAreComputed(t *testing.T) {
	s := homelab()
	s.Put(et.Cordoned(et.Node("two", nil)), et.Node("three", nil, corev1.Taint{Key: "dedicated", Effect: corev1.TaintEffectNoSchedule}))
	d := spreading(corev1.DoNotSchedule, 1, "spread")
	rs := et.ReplicaSet(d, "spread-1", "1", 2)
	first, second := et.Pod(rs, "a", old, true), et.Pod(rs, "b", old, false)
	for _, pod := range []*corev1.Pod{first, second} {
		pod.Labels, pod.Spec.TopologySpreadConstraints = d.Spec.Template.Labels, d.Spec.Template.Spec.TopologySpreadConstraints
	}
	first.Spec.NodeName, second.Spec.NodeName = "one", ""
	s.Put(d, rs, first, et.Unschedulable(second))
	rule := expect.Deployment{Subject: expect.Subject{Evidence: s, Namespace: et.Namespace, Name: "spread"}}.SpreadRule(1, corev1.LabelHostname)
	if v := judge(t, rule, expect.HaveStuck()); !v.OK {
		t.Error(v.English())
	}
	for text, want := range map[string]bool{
		"two, three and plane.": true, "PLANE threeと two": true, "two three": false, "one two three plane": false, "": false, "twothree plane": false,
	} {
		s.Put(et.ConfigMap("answers", map[string]string{"nodes": text}))
		written := expect.Written{Subject: expect.Subject{Evidence: s, Namespace: et.Namespace, Name: "answers"}, Key: "nodes"}
		if v := judge(t, written, expect.NameTheNodesThatHoldBack(rule)); v.OK != want {
			t.Errorf("%q: %s", text, v.English())
		}
	}
}

func TestAConstraintThatBinds(t *testing.T) {
	for name, c := range map[string]struct {
		d     *appsv1.Deployment
		binds bool
	}{
		"as asked":             {spreading(corev1.DoNotSchedule, 1, "spread"), true},
		"a wish":               {spreading(corev1.ScheduleAnyway, 1, "spread"), false},
		"a wider skew":         {spreading(corev1.DoNotSchedule, 6, "spread"), false},
		"selects other Pods":   {spreading(corev1.DoNotSchedule, 1, "other"), false},
		"no constraint at all": {et.Deployment("spread", old, 2), false},
		"past the scheduler":   {named(spreading(corev1.DoNotSchedule, 1, "spread")), false},
		"which honours taints": {honouring(spreading(corev1.DoNotSchedule, 1, "spread")), true},
	} {
		s := homelab()
		rs := et.ReplicaSet(c.d, "spread-1", "1", 2)
		s.Put(c.d, rs)
		for _, pod := range []string{"a", "b"} {
			p := et.Pod(rs, pod, old, true)
			p.Labels, p.Spec.TopologySpreadConstraints = c.d.Spec.Template.Labels, c.d.Spec.Template.Spec.TopologySpreadConstraints
			p.Spec.NodeName, p.Spec.NodeSelector = "one", map[string]string{corev1.LabelHostname: "one"}
			s.Put(p)
		}
		s.Put(et.Node("one", nil, corev1.Taint{Key: "dedicated", Effect: corev1.TaintEffectNoSchedule})) // after they got there
		rule := expect.Deployment{Subject: expect.Subject{Evidence: s, Namespace: et.Namespace, Name: "spread"}}.SpreadRule(1, corev1.LabelHostname)
		if v := judge(t, rule, expect.StillBind()); v.OK != c.binds {
			t.Errorf("%s: %s", name, v.English())
		}
	}
}

func named(d *appsv1.Deployment) *appsv1.Deployment {
	d.Spec.Template.Spec.NodeName = "one"
	return d
}

func honouring(d *appsv1.Deployment) *appsv1.Deployment {
	d.Spec.Template.Spec.TopologySpreadConstraints[0].NodeTaintsPolicy = new(corev1.NodeInclusionPolicyHonor)
	return d
}
