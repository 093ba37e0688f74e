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
	rounds, perRound = 10, 24
	// seedVariable chooses other cases: a number.
	seedVariable = "PODIUM_WHATIF_SEED"
)

// trial is one template given both to the real scheduler and to ours.
type trial struct {
	*world
	count    map[string]int
	name     string
	template *corev1.PodTemplateSpec

	// What we say.
	snapshot   *whatif.Snapshot
	admitted   *corev1.Pod
	refused    error
	answer     *whatif.Answer
	preemption *whatif.Preemption
	// What the cluster made of it; nil if it was refused.
	real *corev1.Pod
}

func TestAgreesWithTheRealScheduler(t *testing.T) {
	seed := seedOfCases(t)
	w, g, s, count := newWorld(t), newGenerator(seed), newScheduler(t), map[string]int{}
	sentences := map[types.UID]string{}
	for round := range rounds {
		snapshot := w.rearrange(g, round)
		var pending, placed, preempting []*trial
		for i := range perRound {
			class := pick(g, "", "", "", "low", "mid", "polite", "high", "high")
			trial := &trial{world: w, count: count, name: fmt.Sprintf("case-%d-%d", round, i), template: g.template(class)}
			switch trial.predict(s, snapshot); {
			case trial.refused == nil && trial.preemption.Node != "":
				preempting = append(preempting, trial)
			case trial.refused == nil && len(trial.answer.Feasible()) > 0:
				placed = append(placed, trial)
			default:
				pending = append(pending, trial)
			}
		}
		decide(t, sentences, pending...) // these do not notice each other
		for _, trial := range placed {
			decide(t, sentences, trial)
		}
		for _, trial := range preempting {
			trial.predict(s, snapshot)
			decide(t, sentences, trial)
			snapshot = w.snapshot()
		}
	}
	compareEvents(w, sentences)
	checkCoverage(t, g, count)
}

// seedOfCases is the same unless it is set, so that a failure can be repeated.
func seedOfCases(t *testing.T) uint64 {
	seed := uint64(1)
	if given := os.Getenv(seedVariable); given != "" {
		var err error
		if seed, err = strconv.ParseUint(given, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%s=%d", seedVariable, seed)
	return seed
}

// decide lets the real scheduler decide, compares, and takes the Pods away again.
func decide(t *testing.T, sentences map[types.UID]string, trials ...*trial) {
	var created []*corev1.Pod
	for _, trial := range trials {
		trial.create()
	}
	for _, trial := range trials {
		if trial.real == nil {
			continue
		}
		if want := trial.compare(); want != "" {
			sentences[trial.real.UID] = want
		}
		created = append(created, trial.real)
	}
	if len(created) > 0 {
		trials[0].remove(created...)
	}
	if t.Failed() {
		t.Fatal("stopped: what follows would be about another cluster than we think")
	}
}

func (c *trial) predict(s whatif.Scheduler, snapshot *whatif.Snapshot) {
	c.snapshot = snapshot
	c.template.Name = c.name
	if c.admitted, c.refused = s.Admit(snapshot, "default", c.template); c.refused == nil {
		c.answer, c.preemption = ask(c.t, s, snapshot, c.admitted), preempt(c.t, s, snapshot, c.admitted)
	}
}

// create gives the template to the cluster, which is to refuse it or to store it as we say.
func (c *trial) create() {
	created := &corev1.Pod{ObjectMeta: *c.template.ObjectMeta.DeepCopy(), Spec: *c.template.Spec.DeepCopy()}
	made, err := c.client.CoreV1().Pods("default").Create(c.t.Context(), created, metav1.CreateOptions{})
	if c.refused != nil || err != nil {
		if c.refused == nil || !apierrors.IsInvalid(err) && !apierrors.IsForbidden(err) {
			c.t.Fatalf("%s: the API server says %v, we say %v", c.name, err, c.refused)
		}
		c.count["refused"]++
		return
	}
	c.real = made
	c.count["asked"]++
	stored := made.Spec.DeepCopy()
	// The API server adds the account's token.
	stored.ServiceAccountName, stored.DeprecatedServiceAccount, stored.Volumes = "", "", nil
	for _, containers := range [][]corev1.Container{stored.Containers, stored.InitContainers} {
		for i := range containers {
			containers[i].VolumeMounts = nil
		}
	}
	if !equality.Semantic.DeepEqual(stored, &c.admitted.Spec) {
		c.t.Errorf("%s: stored as\n%+v\nwe say\n%+v", c.name, stored, &c.admitted.Spec)
	}
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
		"scoring failed": 1, "nodes with several reasons": 50, "refused": 3,
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
