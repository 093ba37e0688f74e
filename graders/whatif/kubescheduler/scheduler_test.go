package kubescheduler_test

import (
	"context"
	"errors"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/whatif"
)

func preferring(terms string) string {
	return "spec: {affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [" + terms + "]}}}"
}

func TestScores(t *testing.T) {
	s := newScheduler(t)
	for _, c := range []struct {
		name, pod string
		changes   []whatif.Change
		plugin    string
		want      string
		best      string
	}{
		{
			"preferred terms", preferring("{weight: 50, preference: " + expression("key: disk, operator: In, values: [nvme]") + "}, {weight: 25, preference: " + expression("key: zone, operator: In, values: [a]") + "}"),
			nil, affinity, "n1=100 n2=100 n3=200 n4=0", "n3",
		},
		{"PreferNoSchedule", "spec: {}", []whatif.Change{whatif.Taint("n1", "k", "", corev1.TaintEffectPreferNoSchedule)}, taints, "n1=0 n2=300 n3=300 n4=300", ""},
		{"only nodes that fit", "spec: {nodeSelector: {zone: a}}", nil, taints, "n1=300 n2=300", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			changed := four().With(c.changes...)
			answer := ask(t, s, changed, admit(t, s, changed, c.pod))
			if got := scores(answer, c.plugin); got != c.want {
				t.Errorf("scores of %s: %s, want %s", c.plugin, got, c.want)
			}
			if best := answer.Feasible()[0]; c.best != "" && best != c.best {
				t.Errorf("best is %s, want %s", best, c.best)
			}
		})
	}
}

// A preferred term that cannot be parsed keeps the Pod from all nodes, unless just one fits: then nothing is scored.
func TestScoringFails(t *testing.T) {
	s, snapshot := newScheduler(t), four()
	bad := preferring(`{weight: 1, preference: ` + expression(`key: cores, operator: Gt, values: ["150.1"]`) + `}`)
	answer := ask(t, s, snapshot, admit(t, s, snapshot, bad))
	if answer.Err == nil || len(answer.Feasible()) != 0 || answer.Message != answer.Err.Error() || !answer.Node("n1").Fits() {
		t.Errorf("error %v, feasible %v, message %q", answer.Err, answer.Feasible(), answer.Message)
	}
	one := strings.Replace(bad, "spec: {", "spec: {nodeSelector: {disk: ssd}, ", 1)
	answer = ask(t, s, snapshot, admit(t, s, snapshot, one))
	if answer.Err != nil || !slices.Equal(answer.Feasible(), []string{"n1"}) || answer.Message != "" {
		t.Errorf("error %v, feasible %v, message %q", answer.Err, answer.Feasible(), answer.Message)
	}
}

func TestHeldPodIsNotTried(t *testing.T) {
	s, snapshot := newScheduler(t), four()
	answer := ask(t, s, snapshot, admit(t, s, snapshot, "spec: {schedulingGates: [{name: x/y}]}"))
	if len(answer.Held) != 1 || answer.Held[0].Plugin != "SchedulingGates" || len(answer.Feasible()) != 0 || !strings.Contains(answer.Message, "x/y") {
		t.Errorf("held by %v, feasible %v, message %q", answer.Held, answer.Feasible(), answer.Message)
	}
}

func TestEveryReasonIsGiven(t *testing.T) {
	s := newScheduler(t)
	port := "spec: {containers: [{name: c, image: nginx, ports: [{containerPort: 80, hostPort: 80}]}]}"
	changed := four().With(whatif.Cordon("n1"), place(t, s, "n1", with(apart, "")), place(t, s, "n1", port))
	answer := ask(t, s, changed, admit(t, s, changed, db+"\nspec: {nodeSelector: {disk: floppy}, containers: [{name: c, image: nginx, ports: [{containerPort: 80, hostPort: 80}], resources: {requests: {cpu: 9}}}]}"))
	if got := failures(answer)[0]; got != "NodeUnschedulable+TaintToleration+NodeAffinity+NodePorts+NodeResourcesFit+InterPodAffinity" {
		t.Error(got)
	}
	want := "0/4 nodes are available: 1 node(s) were unschedulable, 3 node(s) didn't match Pod's node affinity/selector."
	if answer.Message != want {
		t.Errorf("message %q, want %q", answer.Message, want)
	}
	if n1 := answer.Node("n1"); !n1.FailedBy(fit) || n1.FailedBy(spread) || n1.Failed()[2].Reasons[0] != "node(s) didn't match Pod's node affinity/selector" {
		t.Errorf("%+v", n1)
	}
}

// What an answer is about must not have any influence but its content: Pods without a node or on one that is gone, Pods
// without a UID, the Pod itself.
func TestOddSnapshots(t *testing.T) {
	s := newScheduler(t)
	snapshot := four()
	unbound, lost, twin := admit(t, s, snapshot, db), admit(t, s, snapshot, db), admit(t, s, snapshot, db)
	lost.Spec.NodeName, lost.UID = "n9", "lost"
	twin.Spec.NodeName, twin.UID = "n3", ""
	asked := admit(t, s, snapshot, with(apart, ""))
	itself := asked.DeepCopy()
	itself.Labels["app"], itself.Spec.NodeName = "db", "n1"
	changed := snapshot.With(func(s *whatif.Snapshot) { s.Pods = append(s.Pods, unbound, lost, twin, itself) })
	for range 2 {
		if got := failures(ask(t, s, changed, asked)); !slices.Equal(got, []string{fits, fits, others, others}) {
			t.Error(got)
		}
	}
	if empty := ask(t, s, &whatif.Snapshot{}, asked); len(empty.Nodes) != 0 || empty.Message != "no nodes available to schedule pods" {
		t.Errorf("%+v", empty)
	}
}

// The objects of each snapshot are what its question is about, whatever was asked before.
func TestObjectsComeWithTheQuestion(t *testing.T) {
	s := newScheduler(t)
	without := four().With(func(s *whatif.Snapshot) { s.Pods = append(s.Pods, elsewhereDB()) })
	unlabelled := without.With(whatif.AddObject(decode(t, "{apiVersion: v1, kind: Namespace, metadata: {name: prod}}")))
	labelled := without.With(whatif.AddObject(decode(t, "{apiVersion: v1, kind: Namespace, metadata: {name: prod, labels: {team: x}}}")))
	asked := admit(t, s, without, with(apart, ", namespaceSelector: {matchLabels: {team: x}}"))
	for range 3 {
		for want, snapshot := range map[int]*whatif.Snapshot{2: labelled, 4: unlabelled} {
			if got := ask(t, s, snapshot, asked).Feasible(); len(got) != want {
				t.Errorf("feasible %v, want %d nodes", got, want)
			}
		}
		if got := ask(t, s, without, asked).Feasible(); len(got) != 4 {
			t.Errorf("feasible %v, want all", got)
		}
	}
	stray := four(newNode("n9", ""))
	if _, err := s.Ask(t.Context(), stray, asked); err == nil || !strings.Contains(err.Error(), "v1.Node") {
		t.Errorf("a node among the other objects: error %v", err)
	}
}

func elsewhereDB() *corev1.Pod {
	pod := &corev1.Pod{}
	pod.Namespace, pod.Name, pod.Labels, pod.Spec.NodeName = "prod", "db", map[string]string{"app": "db"}, "n1"
	return pod
}

func TestAnswersAreTheSameEachTime(t *testing.T) {
	s := newScheduler(t)
	var first *whatif.Answer
	for range 20 {
		changed := four().With(place(t, s, "n1", db), place(t, s, "n2", with(apart, "")), whatif.Cordon("n3"))
		answer := ask(t, s, changed, admit(t, s, changed, with(apart, "")))
		if first == nil {
			first = answer
		}
		if !reflect.DeepEqual(answer, first) { //nolint:govet // the errors in both are nil or made by the same plugin
			t.Fatalf("\n%+v\n%+v", answer, first)
		}
	}
}

func TestCloseLeavesNothingBehind(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 20 {
		s, snapshot := newScheduler(t), four(classes(t)...)
		preempt(t, s, snapshot, admit(t, s, snapshot, classed("asked", "high", "9")))
		s.Close()
		s.Close()
		if _, err := s.Ask(t.Context(), snapshot, &corev1.Pod{}); err == nil {
			t.Fatal("a closed scheduler answers")
		}
	}
	// Goroutines that were told to stop need a moment to be gone.
	for deadline := time.After(5 * time.Second); runtime.NumGoroutine() > before; {
		select {
		case <-deadline:
			t.Fatalf("%d goroutines before, %d after", before, runtime.NumGoroutine())
		default:
			runtime.Gosched()
		}
	}
}

func TestCancelled(t *testing.T) {
	s, snapshot := newScheduler(t), four()
	asked := admit(t, s, snapshot, "spec: {}")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Ask(ctx, snapshot, asked); !errors.Is(err, context.Canceled) {
		t.Errorf("Ask: %v", err)
	}
	if _, err := s.Preempt(ctx, snapshot, asked); !errors.Is(err, context.Canceled) {
		t.Errorf("Preempt: %v", err)
	}
}

func BenchmarkAsk(b *testing.B) {
	s := newScheduler(b)
	snapshot := four().With(place(b, s, "n1", db), place(b, s, "n2", with(apart, "")))
	asked := admit(b, s, snapshot, with(apart, ""))
	b.Run("same snapshot", func(b *testing.B) {
		for b.Loop() {
			ask(b, s, snapshot, asked)
		}
	})
	b.Run("changed snapshot", func(b *testing.B) {
		for b.Loop() {
			ask(b, s, snapshot.With(whatif.Label("n1", "x", "y")), asked)
		}
	})
	b.Run("other objects", func(b *testing.B) {
		other := snapshot.With(whatif.AddObject(&corev1.Namespace{}))
		for b.Loop() {
			ask(b, s, snapshot, asked)
			ask(b, s, other, asked)
		}
	})
}
