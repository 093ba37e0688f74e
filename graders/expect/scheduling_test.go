package expect_test

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	et "github.com/podium-labs/podium/graders/evidence/evidencetest"
	"github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/graders/whatif"
)

const zone = corev1.LabelTopologyZone

// homelab has three workers and a control plane.
func homelab() *et.Script {
	s := et.New()
	s.Scheduler = light{}
	s.Put(
		et.Node("plane", map[string]string{zone: "a"}, corev1.Taint{Key: "node-role.kubernetes.io/control-plane", Effect: corev1.TaintEffectNoSchedule}),
		et.Node("one", map[string]string{zone: "a", "gb": "32"}),
		et.Node("two", map[string]string{zone: "b", "gb": "24"}),
		et.Node("three", map[string]string{zone: "c", "gb": "8"}),
	)
	return s
}

func workload(s *et.Script, name string) expect.Workload {
	return expect.Workload{Subject: expect.Subject{Evidence: s, Namespace: et.Namespace, Name: name}}
}

func node(s *et.Script, name string) expect.Node {
	return expect.Node{Subject: expect.Subject{Evidence: s, Namespace: et.Namespace, Name: name}}
}

func nodes(s *et.Script) expect.Nodes {
	return expect.Nodes{Subject: expect.Subject{Evidence: s, Namespace: et.Namespace}}
}

// run creates a Pod that gets ready on a node.
func run(s *et.Script, name, on string, spec corev1.PodSpec) *corev1.Pod {
	pod := et.Pending(name, spec)
	running := et.Running(pod, on)
	s.Put(pod, running)
	return running
}

func term(requirements ...corev1.NodeSelectorRequirement) corev1.NodeSelectorTerm {
	return corev1.NodeSelectorTerm{MatchExpressions: requirements}
}

func requiring(terms ...corev1.NodeSelectorTerm) corev1.PodSpec {
	return corev1.PodSpec{Affinity: &corev1.Affinity{NodeAffinity: &corev1.NodeAffinity{
		RequiredDuringSchedulingIgnoredDuringExecution: &corev1.NodeSelector{NodeSelectorTerms: terms}}}}
}

func preferring(requirements ...corev1.NodeSelectorRequirement) corev1.PodSpec {
	return corev1.PodSpec{Affinity: &corev1.Affinity{NodeAffinity: &corev1.NodeAffinity{
		PreferredDuringSchedulingIgnoredDuringExecution: []corev1.PreferredSchedulingTerm{{Weight: 1, Preference: term(requirements...)}}}}}
}

func notC() corev1.NodeSelectorRequirement {
	return corev1.NodeSelectorRequirement{Key: zone, Operator: corev1.NodeSelectorOpNotIn, Values: []string{"c"}}
}

func TestSelectionsMeanWhatAffinityMeans(t *testing.T) {
	s := homelab()
	s.Put(et.Node("four", map[string]string{"gb": "16g"}), et.Node("five", map[string]string{"gb": "032"}))
	for name, c := range map[string]struct {
		selection expect.Selection
		want      []string
		ok        bool
	}{
		"a number, however it is written": {nodes(s).With(expect.MoreThan("gb", 31), expect.LessThan("gb", 33)), []string{"five", "one"}, true},
		"a number with a unit is none":    {nodes(s).With(expect.MoreThan("gb", 8), expect.LessThan("gb", 17)), []string{"four"}, false},
		"one too many":                    {nodes(s).With(expect.In(zone, "a")), []string{"one"}, false},
		"none":                            {nodes(s).With(expect.In(zone, "d")), []string{"one"}, false},
	} {
		if v := judge(t, c.selection, expect.BeExactly(c.want...)); v.OK != c.ok {
			t.Errorf("%s: %s", name, v.English())
		}
	}
}

// TestRequiredIsToldFromLuck: every Pod lands on a right node; only the questions show which had to.
func TestRequiredIsToldFromLuck(t *testing.T) {
	more := expect.MoreThan("gb", 16)
	zoneC, smallB, none := expect.NodeLabels{"gb": "32"}, expect.NodeLabels{zone: "b"}, expect.NodeLabels{zone: "b", "gb": ""}
	for name, c := range map[string]struct {
		spec                  corev1.PodSpec
		zoneC, smallB, absent bool // whether these nodes are turned down
	}{
		"both in one term":     {requiring(term(more, notC())), true, true, true},
		"two terms are OR":     {requiring(term(more), term(notC())), false, false, false},
		"one half":             {requiring(term(more)), false, true, true},
		"at least":             {requiring(term(expect.MoreThan("gb", 15), notC())), true, true, true},
		"NotIn matches none":   {requiring(term(corev1.NodeSelectorRequirement{Key: "gb", Operator: corev1.NodeSelectorOpNotIn, Values: []string{"8"}}, notC())), true, true, false},
		"only preferred":       {preferring(more, notC()), false, false, false},
		"by hostname":          {requiring(term(expect.In(corev1.LabelHostname, "one", "two"))), true, true, true}, // which shows where it is asked about one of these
		"nothing but its luck": {corev1.PodSpec{}, false, false, false},
	} {
		s := homelab()
		run(s, "inference", "one", c.spec)
		w := workload(s, "inference")
		if v := judge(t, w, expect.RunOn("one", "two")); !v.OK {
			t.Errorf("%s: %s", name, v.English())
		}
		for labels, want := range map[*expect.NodeLabels]bool{&zoneC: c.zoneC, &smallB: c.smallB, &none: c.absent} {
			if v := judge(t, w, expect.NotFitOn("three", *labels)); v.OK != want {
				t.Errorf("%s, %s: %s", name, labels, v.English())
			}
		}
	}
}

// TestNamesAreNoRule: the right nodes by their names turn down every other node, and would still take these with another card.
func TestNamesAreNoRule(t *testing.T) {
	for name, c := range map[string]struct {
		spec corev1.PodSpec
		want bool
	}{
		"the rule":     {requiring(term(expect.MoreThan("gb", 16), notC())), true},
		"the names":    {requiring(term(expect.In(corev1.LabelHostname, "one", "two"))), false},
		"a name":       {corev1.PodSpec{NodeSelector: map[string]string{corev1.LabelHostname: "two"}}, false},
		"both":         {requiring(term(expect.MoreThan("gb", 16), notC(), expect.In(corev1.LabelHostname, "one", "two"))), true},
		"names or all": {requiring(term(expect.In(corev1.LabelHostname, "two")), term(expect.MoreThan("gb", 16), notC())), false},
	} {
		s := homelab()
		run(s, "inference", "two", c.spec)
		agrees(t, name, workload(s, "inference"), expect.NotFitOn("two", expect.NodeLabels{"gb": "8"}), c.want)
	}
}

func TestOnlyThereLooksAtAnEmptyUntaintedCluster(t *testing.T) {
	s := homelab()
	s.Put(et.Node("two", nil, corev1.Taint{Key: "x", Effect: corev1.TaintEffectNoSchedule}), et.Cordoned(et.Node("three", nil)))
	run(s, "luck", "one", corev1.PodSpec{})
	run(s, "rule", "one", corev1.PodSpec{NodeSelector: map[string]string{"gb": "32"}})
	if v := judge(t, workload(s, "luck"), expect.FitOnlyOn("one")); v.OK {
		t.Errorf("taints and cordons of the moment made a rule of luck: %s", v.English())
	}
	if v := judge(t, workload(s, "rule"), expect.FitOnlyOn("one")); !v.OK {
		t.Error(v.English())
	}
	bypassed := et.Running(et.Pending("bypassed", corev1.PodSpec{}), "one")
	s.Put(bypassed)
	if v := judge(t, workload(s, "bypassed"), expect.FitOnlyOn("one")); v.OK || !strings.Contains(v.English(), "nodeName") {
		t.Errorf("nodeName: %s", v.English())
	}
	if v := judge(t, workload(s, "nobody"), expect.FitOnlyOn("one")); v.OK {
		t.Error("nothing holds of a workload without Pods")
	}
}

// TestARequestForACardIsToldFromNone: where every node has a card, both would fit on all of them.
func TestARequestForACardIsToldFromNone(t *testing.T) {
	const gpu = "nvidia.com/gpu"
	s := et.New()
	s.Scheduler = light{}
	one := corev1.ResourceList{gpu: resource.MustParse("1")}
	for _, name := range []string{"one", "two"} {
		n := et.Node(name, nil)
		n.Status.Capacity, n.Status.Allocatable = one, one
		s.Put(n)
	}
	spec := corev1.PodSpec{NodeSelector: map[string]string{corev1.LabelHostname: "one"}}
	run(s, "none", "one", spec)
	spec.Containers = []corev1.Container{{Name: "train", Resources: corev1.ResourceRequirements{Requests: one}}}
	run(s, "card", "one", spec)
	if v := judge(t, workload(s, "card"), expect.FitWithoutItsSelectionOn("one", "two")); !v.OK {
		t.Error(v.English())
	}
	if v := judge(t, workload(s, "card"), expect.FitWithoutItsSelectionOn("one")); v.OK {
		t.Error("a request for a card does not choose one")
	}
	if v := judge(t, workload(s, "none"), expect.FitWithoutItsSelectionOn("one", "two")); v.OK || !strings.Contains(v.English(), "requests none") {
		t.Errorf("no request at all: %s", v.English())
	}
}

func TestPreferredIsPointsAndNothingElse(t *testing.T) {
	for name, c := range map[string]struct {
		spec            corev1.PodSpec
		prefers, anyway bool
	}{
		"preferred":     {preferring(expect.In(zone, "c")), true, true},
		"another":       {preferring(expect.In(zone, "b")), false, true},
		"required":      {requiring(term(expect.In(zone, "c"))), false, false},
		"without a say": {corev1.PodSpec{}, false, true},
		"a choice": {corev1.PodSpec{Affinity: &corev1.Affinity{NodeAffinity: &corev1.NodeAffinity{
			RequiredDuringSchedulingIgnoredDuringExecution:  requiring(term(expect.In(zone, "b", "c"))).Affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution,
			PreferredDuringSchedulingIgnoredDuringExecution: preferring(expect.In(zone, "c")).Affinity.NodeAffinity.PreferredDuringSchedulingIgnoredDuringExecution,
		}}}, true, false},
	} {
		s := homelab()
		run(s, "batch", "three", c.spec)
		if v := judge(t, workload(s, "batch"), expect.PreferByAffinity("three")); v.OK != c.prefers {
			t.Errorf("%s: %s", name, v.English())
		}
		if v := judge(t, workload(s, "batch"), expect.StillFitWhenCordoned("three", "one", "two")); v.OK != c.anyway {
			t.Errorf("%s: %s", name, v.English())
		}
	}
	s := homelab()
	s.Put(et.Running(et.Pending("batch", preferring(expect.In(zone, "c"))), "three"))
	for _, m := range []expect.Matcher{expect.PreferByAffinity("three"), expect.StillFitWhenCordoned("three", "one", "two")} {
		if v := judge(t, workload(s, "batch"), m); v.OK || !strings.Contains(v.English(), "nodeName") {
			t.Errorf("nodeName leaves no choice: %s", v.English())
		}
	}
}

func TestPendingCountsOnlyForWhatIsRequired(t *testing.T) {
	s := homelab()
	s.Put(et.Unschedulable(et.Pending("required", requiring(term(expect.MoreThan("gb", 64))))))
	s.Put(et.Unschedulable(et.Pending("short-of-something-else", corev1.PodSpec{})))
	if v := judge(t, workload(s, "required"), expect.HaveBeenPendingForItsAffinity()); !v.OK {
		t.Error(v.English())
	}
	for _, name := range []string{"short-of-something-else", "never-there"} {
		if v := judge(t, workload(s, name), expect.HaveBeenPendingForItsAffinity()); v.OK {
			t.Errorf("%s: %s", name, v.English())
		}
	}
}

func TestTolerateOnlyOneTaint(t *testing.T) {
	plane := corev1.Taint{Key: "node-role.kubernetes.io/control-plane", Effect: corev1.TaintEffectNoSchedule}
	for name, c := range map[string]struct {
		tolerations []corev1.Toleration
		ok          bool
	}{
		"keyed, Exists":        {[]corev1.Toleration{{Key: plane.Key, Operator: corev1.TolerationOpExists}}, true},
		"keyed, Equal nothing": {[]corev1.Toleration{{Key: plane.Key, Effect: plane.Effect}}, true},
		"without a key":        {[]corev1.Toleration{{Operator: corev1.TolerationOpExists}}, false},
		"every NoSchedule":     {[]corev1.Toleration{{Operator: corev1.TolerationOpExists, Effect: plane.Effect}}, false},
		"none":                 {nil, false},
		"an older key too":     {[]corev1.Toleration{{Key: plane.Key, Operator: corev1.TolerationOpExists}, {Key: "node-role.kubernetes.io/master", Operator: corev1.TolerationOpExists}}, false},
		"a value of its own":   {[]corev1.Toleration{{Key: plane.Key, Operator: corev1.TolerationOpExists}, {Key: "x", Value: "y", Effect: corev1.TaintEffectNoExecute}}, false},
		"those of every Pod": {[]corev1.Toleration{{Key: plane.Key, Operator: corev1.TolerationOpExists},
			{Key: corev1.TaintNodeNotReady, Operator: corev1.TolerationOpExists, Effect: corev1.TaintEffectNoExecute}}, true},
	} {
		s := homelab()
		run(s, "relay", "plane", corev1.PodSpec{Tolerations: c.tolerations})
		if v := judge(t, workload(s, "relay"), expect.TolerateOnly("plane", plane)); v.OK != c.ok {
			t.Errorf("%s: %s", name, v.English())
		}
	}
}

func TestPreemptionAndItsCounterfactual(t *testing.T) {
	high, low := int32(10), int32(0)
	victim := et.Pending("victim", corev1.PodSpec{Priority: &low})
	begin := func(preempts map[int32]*whatif.Preemption) *et.Script {
		s := homelab()
		s.Scheduler = light{preempts: preempts}
		s.Put(victim, et.Running(victim, "one"))
		return s
	}
	urgent := et.Pending("urgent", corev1.PodSpec{Priority: &high, NodeSelector: map[string]string{"gb": "none has it"}})
	nominated := urgent.DeepCopy()
	nominated.Status.NominatedNodeName = "one"
	makes := &whatif.Preemption{Eligible: true, Node: "one", Victims: []*corev1.Pod{victim}}

	s := begin(map[int32]*whatif.Preemption{high: makes})
	s.Put(urgent, et.Disrupted(et.Running(victim, "one"), corev1.PodReasonPreemptionByScheduler), nominated)
	s.Delete(et.Disrupted(et.Running(victim, "one"), corev1.PodReasonPreemptionByScheduler))
	s.Put(et.Running(urgent, "one"))
	for _, m := range []expect.Matcher{expect.PreemptOn("one"), expect.NeedItsPriorityFor("one")} {
		if v := judge(t, workload(s, "urgent"), m); !v.OK {
			t.Error(v.English())
		}
	}
	again := et.Running(urgent, "one")
	again.UID = "urgent-again"
	s.Put(again)
	if v := judge(t, workload(s, "urgent"), expect.PreemptOn("one")); !v.OK {
		t.Errorf("a later Pod that found room changes nothing: %s", v.English())
	}

	s = begin(map[int32]*whatif.Preemption{high: makes, low: makes})
	s.Put(urgent)
	if v := judge(t, workload(s, "urgent"), expect.NeedItsPriorityFor("one")); v.OK {
		t.Errorf("an equal priority does as well: %s", v.English())
	}
	s.Delete(et.Running(victim, "one")) // by anybody else
	s.Put(et.Running(urgent, "one"))
	if v := judge(t, workload(s, "urgent"), expect.PreemptOn("one")); v.OK {
		t.Errorf("nobody was preempted: %s", v.English())
	}
}
