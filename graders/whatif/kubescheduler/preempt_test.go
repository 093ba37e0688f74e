package kubescheduler_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/podium-labs/podium/graders/whatif"
)

func classes(t testing.TB) []runtime.Object {
	const class = "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: %s}, value: %d, preemptionPolicy: %s}"
	var objects []runtime.Object
	for _, c := range []struct {
		name   string
		value  int
		policy corev1.PreemptionPolicy
	}{{"low", 10, corev1.PreemptLowerPriority}, {"mid", 50, corev1.PreemptLowerPriority}, {"high", 100, corev1.PreemptLowerPriority}, {"polite", 100, corev1.PreemptNever}} {
		objects = append(objects, decode(t, fmt.Sprintf(class, c.name, c.value, c.policy)))
	}
	return objects
}

// classed is a Pod of a PriorityClass that asks for so much CPU.
func classed(name, class, request string) string {
	return fmt.Sprintf("metadata: {name: %s, labels: {app: %s}}\nspec: {priorityClassName: %s, containers: [{name: c, image: nginx, resources: {requests: {cpu: %q}}}]}", name, name, class, request)
}

// crowded is four full nodes.
func crowded(t *testing.T, s whatif.Scheduler, objects ...runtime.Object) *whatif.Snapshot {
	snapshot := four(append(classes(t), objects...)...)
	for _, p := range []struct{ node, name, class, cpu string }{
		{"n1", "low-1a", "low", "2"}, {"n1", "low-1b", "low", "2"}, {"n2", "mid-2", "mid", "4"},
		{"n3", "low-3", "low", "1"}, {"n3", "high-3", "high", "3"}, {"n4", "high-4", "high", "4"},
	} {
		pod := admit(t, s, snapshot, classed(p.name, p.class, p.cpu))
		pod.Spec.NodeName, pod.UID = p.node, "uid-"+pod.UID
		snapshot.Pods = append(snapshot.Pods, pod)
	}
	return snapshot
}

func TestPreemption(t *testing.T) {
	s := newScheduler(t)
	budget := decode(t, "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {namespace: default, name: b}, spec: {minAvailable: 1, selector: {matchLabels: {app: low-1a}}}}")
	waiting := func(snapshot *whatif.Snapshot) {
		pod := admit(t, s, snapshot, classed("waiting", "high", "3"))
		pod.Status.NominatedNodeName = "n1"
		snapshot.Pods = append(snapshot.Pods, pod)
	}
	for _, c := range []struct {
		name, class, cpu string
		objects          []runtime.Object
		changes          []whatif.Change
		eligible         bool
		candidates, node string
	}{
		{name: "the least important victims, and of two nodes the first", class: "high", cpu: "1", eligible: true, candidates: "n1: low-1b; n2: mid-2; n3: low-3", node: "n1"},
		{name: "two victims of less importance rather than one of more", class: "high", cpu: "3", eligible: true, candidates: "n1: low-1a low-1b; n2: mid-2", node: "n1"},
		{name: "not of the same priority", class: "low", cpu: "1", eligible: true},
		{name: "not with the policy Never", class: "polite", cpu: "1"},
		{name: "not if it would not help", class: "high", cpu: "5", eligible: true},
		{name: "rather not against a disruption budget", class: "high", cpu: "3", objects: []runtime.Object{budget}, eligible: true, candidates: "n1: low-1a low-1b; n2: mid-2", node: "n2"},
		{name: "not on a tainted node", class: "high", cpu: "3", changes: []whatif.Change{whatif.Taint("n1", "k", "", corev1.TaintEffectNoSchedule)}, eligible: true, candidates: "n2: mid-2", node: "n2"},
		{name: "not where a more important Pod waits", class: "mid", cpu: "3", changes: []whatif.Change{waiting}, eligible: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			snapshot := crowded(t, s, c.objects...).With(c.changes...)
			pod := admit(t, s, snapshot, classed("asked", c.class, c.cpu))
			got := preempt(t, s, snapshot, pod)
			var candidates []string
			for _, candidate := range got.Candidates {
				candidates = append(candidates, candidate.Node+": "+podNames(candidate.Victims))
			}
			if said := strings.Join(candidates, "; "); said != c.candidates || got.Node != c.node || got.Eligible != c.eligible {
				t.Errorf("candidates %q, node %q, eligible %v (%s)", said, got.Node, got.Eligible, got.Reason)
			}
			if got.Reason == "" || !strings.Contains(got.Message, got.Reason) {
				t.Errorf("reason %q is to be part of the message %q", got.Reason, got.Message)
			}
			confirm(t, ask(t, s, snapshot, pod), got)
		})
	}
}

func TestPreemptionIsTheSameEachTime(t *testing.T) {
	s := newScheduler(t)
	full := classed("full", "low", "1")
	var changes []whatif.Change
	for _, node := range []string{"n4", "n2", "n3", "n1"} {
		for range 4 {
			changes = append(changes, place(t, s, node, full))
		}
	}
	for round := range 20 {
		snapshot := four(classes(t)...).With(changes...)
		got := preempt(t, s, snapshot, admit(t, s, snapshot, classed("asked", "high", "2")))
		if victims := podNames(got.Victims); got.Node != "n1" || victims != "full-placed-15 full-placed-16" {
			t.Fatalf("round %d: %s from %s", round, victims, got.Node)
		}
	}
}

// The older of two equal Pods stays, whatever their order; ones that have not started yet go first.
func TestOlderPodsStay(t *testing.T) {
	s := newScheduler(t)
	for _, order := range [][]string{{"old", "young", "unborn"}, {"unborn", "young", "old"}} {
		snapshot := four(classes(t)...).With(whatif.RemoveNode("n2"), whatif.RemoveNode("n3"), whatif.RemoveNode("n4"))
		for _, name := range order {
			pod := admit(t, s, snapshot, classed(name, "low", "1"))
			pod.Spec.NodeName = "n1"
			switch name {
			case "old":
				pod.Status.StartTime = &metav1.Time{Time: time.Unix(1000, 0)}
			case "young":
				pod.Status.StartTime = &metav1.Time{Time: time.Unix(2000, 0)}
			}
			snapshot.Pods = append(snapshot.Pods, pod)
		}
		got := preempt(t, s, snapshot, admit(t, s, snapshot, classed("asked", "high", "3")))
		if victims := podNames(got.Victims); victims != "young unborn" {
			t.Errorf("with %v: victims %q", order, victims)
		}
	}
}

func TestVictimsAreThoseOfTheSnapshot(t *testing.T) {
	s := newScheduler(t)
	snapshot := crowded(t, s)
	before := make([]*corev1.Pod, len(snapshot.Pods))
	for i, pod := range snapshot.Pods {
		before[i] = pod.DeepCopy()
	}
	victims := preempt(t, s, snapshot, admit(t, s, snapshot, classed("asked", "high", "1"))).Victims
	if len(victims) != 1 || victims[0] != snapshot.Pods[1] {
		t.Errorf("victims %v are to be Pods of the snapshot itself", victims)
	}
	for i, pod := range snapshot.Pods {
		if pod.Status.StartTime != nil || pod.UID != before[i].UID {
			t.Errorf("%s was changed", pod.Name)
		}
	}
}

func TestNoPreemptionWhereItFits(t *testing.T) {
	s, snapshot := newScheduler(t), four()
	got := preempt(t, s, snapshot, admit(t, s, snapshot, "spec: {nodeSelector: {disk: ssd}}"))
	if got.Eligible || got.Node != "" || got.Message != "" || !strings.Contains(got.Reason, "n1") {
		t.Errorf("%+v", got)
	}
}
