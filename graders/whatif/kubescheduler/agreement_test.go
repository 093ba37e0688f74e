package kubescheduler_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/podium-labs/podium/graders/whatif"
)

const (
	// rounds are arrangements of nodes and Pods; in each so many templates are tried.
	rounds, perRound = 12, 20
	// seedVariable chooses other cases: a number.
	seedVariable = "PODIUM_WHATIF_SEED"
)

// trial is one template given both to the real scheduler and to ours.
type trial struct {
	*world
	name       string
	template   *corev1.PodTemplateSpec
	snapshot   *whatif.Snapshot
	answer     *whatif.Answer
	preemption *whatif.Preemption
	real       *corev1.Pod
	count      map[string]int
}

func TestAgreesWithTheRealScheduler(t *testing.T) {
	seed := uint64(1)
	if given := os.Getenv(seedVariable); given != "" {
		parsed, err := strconv.ParseUint(given, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		seed = parsed
	}
	t.Logf("%s=%d", seedVariable, seed)
	w, g, s, count := newWorld(t), newGenerator(seed), newScheduler(t), map[string]int{}
	sentences := map[types.UID]string{}
	for round := range rounds {
		snapshot := w.rearrange(g, round)
		for i := range perRound {
			class := pick(g, "", "", "", "low", "mid", "polite")
			if i >= perRound-3 { // what it pushes out is gone, so these come last
				class = "high"
			}
			trial := &trial{world: w, name: fmt.Sprintf("case-%d-%d", round, i), template: g.template(class), snapshot: snapshot, count: count}
			if !trial.ask(s) {
				continue
			}
			if want := trial.compare(); want != "" {
				sentences[trial.real.UID] = want
			}
			w.remove(trial.real)
			if trial.preemption.Node != "" {
				snapshot = w.snapshot()
			}
			if t.Failed() {
				t.Fatalf("stopped at round %d, case %d", round, i)
			}
		}
	}
	compareEvents(w, sentences)
	checkCoverage(t, g, count)
}

// ask gives the template to our scheduler and then to the cluster. It reports false if both refuse it.
func (c *trial) ask(s whatif.Scheduler) bool {
	c.template.Name = c.name
	pod, refused := s.Admit(c.snapshot, "default", c.template)
	if refused == nil {
		c.answer, c.preemption = ask(c.t, s, c.snapshot, pod), preempt(c.t, s, c.snapshot, pod)
	}
	created := &corev1.Pod{ObjectMeta: *c.template.ObjectMeta.DeepCopy(), Spec: *c.template.Spec.DeepCopy()}
	real, err := c.client.CoreV1().Pods("default").Create(c.t.Context(), created, metav1.CreateOptions{})
	if refused != nil || err != nil {
		if refused == nil || !apierrors.IsInvalid(err) && !apierrors.IsForbidden(err) {
			c.t.Fatalf("%s: the API server says %v, we say %v", c.name, err, refused)
		}
		c.count["refused"]++
		return false
	}
	c.real = real
	c.count["asked"]++
	stored := real.Spec.DeepCopy()
	// The API server adds the account's token.
	stored.ServiceAccountName, stored.DeprecatedServiceAccount, stored.Volumes = "", "", nil
	for _, containers := range [][]corev1.Container{stored.Containers, stored.InitContainers} {
		for i := range containers {
			containers[i].VolumeMounts = nil
		}
	}
	if !equality.Semantic.DeepEqual(stored, &pod.Spec) {
		c.t.Errorf("%s: stored as\n%+v\nwe say\n%+v", c.name, stored, &pod.Spec)
	}
	return true
}

// compare waits for the real scheduler's decision. It returns what the event is to say, if one is to come.
func (c *trial) compare() string {
	if !c.until(func() bool {
		seen, err := c.pods.Pods("default").Get(c.name)
		if err == nil && seen.UID == c.real.UID {
			c.real = seen
		}
		return c.real.Spec.NodeName != "" || scheduled(c.real) != nil
	}) {
		c.t.Fatalf("%s: nothing happens", c.name)
	}
	feasible := c.answer.Feasible()
	if node := c.real.Spec.NodeName; node != "" {
		c.count["placed"]++
		if !slices.Contains(feasible, node) || c.answer.Node(node).Total != c.answer.Node(feasible[0]).Total {
			c.t.Errorf("%s: placed on %s, but we say %v: %+v", c.name, node, feasible, c.template.Spec)
		}
		return ""
	}
	c.count["pending"]++
	said := scheduled(c.real).Message
	if len(feasible) > 0 {
		c.t.Errorf("%s: %q, but we say %v: %+v", c.name, said, feasible, c.template.Spec)
		return ""
	}
	want := c.preemption.Message
	if c.answer.Err != nil {
		c.count["scoring failed"]++
		want = c.answer.Message
	}
	if said != want || !strings.HasPrefix(said, c.answer.Message) {
		c.t.Errorf("%s: the scheduler says\n%s\nand we\n%s\n%s", c.name, said, want, c.answer.Message)
	}
	for _, node := range c.answer.Nodes {
		if len(node.Failed()) > 1 {
			c.count["nodes with several reasons"]++
		}
	}
	if c.preemption.Node != "" {
		c.compareVictims()
	}
	return want
}

func scheduled(pod *corev1.Pod) *corev1.PodCondition {
	for i := range pod.Status.Conditions {
		if pod.Status.Conditions[i].Type == corev1.PodScheduled {
			return &pod.Status.Conditions[i]
		}
	}
	return nil
}

// compareVictims waits until those who have to go are gone, and looks at who is still there.
func (c *trial) compareVictims() {
	c.count["preempting"]++
	if len(c.preemption.Candidates) > 1 {
		c.count["with a choice of nodes"]++
	}
	if len(c.preemption.Victims) > 1 {
		c.count["with several victims"]++
	}
	for _, victim := range c.preemption.Victims {
		if !c.until(func() bool { return c.gone(victim) }) {
			c.t.Errorf("%s: %s is still there, but we say that it goes from %s", c.name, victim.Name, c.preemption.Node)
		}
	}
	for _, pod := range c.snapshot.Pods {
		if c.gone(pod) && !slices.Contains(c.preemption.Victims, pod) {
			c.t.Errorf("%s: %s is gone, but we say %s", c.name, pod.Name, podNames(c.preemption.Victims))
		}
	}
}

// compareEvents waits for the events, which the scheduler sends when it has time.
func compareEvents(w *world, sentences map[types.UID]string) {
	for uid, want := range sentences {
		if !w.until(func() bool { return len(w.said(uid)) > 0 }) {
			w.t.Errorf("no event says %q", want)
			continue
		}
		if said := w.said(uid)[0]; said != want {
			w.t.Errorf("the event says\n%s\nand we\n%s", said, want)
		}
	}
}

// checkCoverage fails if the cases were not worth it.
func checkCoverage(t *testing.T, g *generator, count map[string]int) {
	t.Logf("%v", count)
	for what, least := range map[string]int{
		"asked": 200, "placed": 50, "pending": 50, "preempting": 10, "with a choice of nodes": 3, "with several victims": 3,
		"scoring failed": 3, "nodes with several reasons": 50, "refused": 3,
	} {
		if count[what] < least {
			t.Errorf("%s: %d, want at least %d", what, count[what], least)
		}
	}
	for _, what := range slices.Sorted(maps.Keys(g.used)) {
		if g.used[what] < 3 {
			t.Errorf("%s occurs in %d cases only", what, g.used[what])
		}
	}
	if len(g.used) < 45 {
		t.Errorf("only %d features occur: %v", len(g.used), slices.Sorted(maps.Keys(g.used)))
	}
}
