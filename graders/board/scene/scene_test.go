package scene_test

import (
	"strings"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podium-labs/podium/fixtures/objects"
	"github.com/podium-labs/podium/graders/board/scene"
	et "github.com/podium-labs/podium/graders/evidence/evidencetest"
	"github.com/podium-labs/podium/graders/lang"
)

const image = "nginx:1.26"

// project is what the board makes of a history.
func project(t *testing.T, s *et.Script) []scene.Moment {
	t.Helper()
	p := scene.New(et.Must[*lang.Printer](t)(lang.New("en")))
	var all []scene.Moment
	for _, v := range s.History().Versions() {
		if moment, ok := p.Moment(v); ok {
			all = append(all, moment)
		}
	}
	return all
}

func TestARolloutAndAnUndoAreTold(t *testing.T) {
	s := et.New()
	d := et.Deployment("web", image, 2)
	first := et.ReplicaSet(d, "web-1", "1", 2)
	s.Put(d, first, et.Done(d))
	next := et.Deployment("web", "nginx:1.27", 2)
	second := et.ReplicaSet(next, "web-2", "2", 2)
	pod := et.Pod(second, "web-2-a", "nginx:1.27", true)
	homeless := pod.DeepCopy()
	homeless.Spec.NodeName, homeless.Status = "", corev1.PodStatus{Phase: corev1.PodPending}
	s.Put(next, second, homeless, pod, et.ReplicaSet(d, "web-1", "1", 0), et.ReplicaSet(d, "web-1", "1", 0))
	s.Put(d, et.ReplicaSet(d, "web-1", "3", 2))
	s.Delete(pod)
	var said []string
	var marks []scene.Mark
	for _, m := range project(t, s) {
		said = append(said, m.Says)
		if m.Mark != "" {
			marks = append(marks, m.Mark)
		}
	}
	want := []string{
		"Deployment web was created",
		"Deployment web made ReplicaSet web-1",
		"Deployment web has arrived: 2 of 2 Pods are ready",
		"Deployment web has a new template (nginx:1.27): a rollout begins",
		"Deployment web made ReplicaSet web-2",
		"ReplicaSet web-2 made Pod web-2-a",
		"the scheduler put Pod web-2-a on podium-worker",
		"ReplicaSet web-1 shrinks from 2 to 0",
		"Deployment web goes back to the template of revision 1 (nginx:1.26)",
		"ReplicaSet web-1 grows from 0 to 2",
		"Pod web-2-a is gone",
	}
	if got := strings.Join(said, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("told:\n%s", got)
	}
	if len(marks) != 2 || marks[0] != scene.Rollout || marks[1] != scene.Undo {
		t.Errorf("marks: %v", marks)
	}
}

func TestStatesOfPods(t *testing.T) {
	now := metav1.NewTime(time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC))
	unschedulable := "0/4 nodes are available"
	for want, change := range map[scene.State]func(*corev1.Pod){
		scene.Ready:       func(*corev1.Pod) {},
		scene.NotReady:    func(p *corev1.Pod) { p.Status.Conditions = nil },
		scene.Terminating: func(p *corev1.Pod) { p.DeletionTimestamp = &now },
		scene.Failed:      func(p *corev1.Pod) { p.Status.Phase = corev1.PodFailed },
		scene.Succeeded:   func(p *corev1.Pod) { p.Status.Phase = corev1.PodSucceeded },
		scene.Pending: func(p *corev1.Pod) {
			p.Spec.NodeName = ""
			p.Status = corev1.PodStatus{Phase: corev1.PodPending, Conditions: []corev1.PodCondition{
				{Type: corev1.PodScheduled, Status: corev1.ConditionFalse, Message: unschedulable}}}
		},
	} {
		pod := et.Pod(et.Deployment("web", image, 1), "a", image, true)
		change(pod)
		s := et.New()
		s.Put(pod)
		card := project(t, s)[0].Card
		if card.State != want || (want == scene.Pending) != (card.Why == unschedulable) {
			t.Errorf("%s, %q; want %s", card.State, card.Why, want)
		}
	}
}

func TestANodeShowsWhatSchedulingSees(t *testing.T) {
	node := objects.Nodes()[1]
	node.TypeMeta = metav1.TypeMeta{Kind: "Node"}
	node.UID = "n"
	node.Labels["gpu.homelab/tier"] = "xlarge"
	s := et.New()
	s.Put(&node)
	node.Spec.Unschedulable = true
	node.Spec.Taints = []corev1.Taint{
		{Key: corev1.TaintNodeUnschedulable, Effect: corev1.TaintEffectNoSchedule}, {Key: "dedicated", Value: "batch", Effect: corev1.TaintEffectNoSchedule},
	}
	s.Put(&node)
	all := project(t, s)
	card := all[1].Card
	if card.Zone != "zone-a" || !card.Cordoned || card.NotReady || card.GPUs != 1 || card.CPU != 8000 {
		t.Errorf("%+v", card)
	}
	if strings.Join(card.Taints, " ") != "dedicated=batch:NoSchedule" || strings.Join(card.Labels, " ") != "gpu.homelab/tier=xlarge podium.dev/gpu-inventory=RTX-5090-32GB" {
		t.Errorf("taints %v, labels %v", card.Taints, card.Labels)
	}
	if all[1].Mark != scene.NodeSet || all[1].Says != "node podium-worker was cordoned" {
		t.Errorf("%s: %s", all[1].Mark, all[1].Says)
	}
}

func TestADeploymentShowsItsLimitsInPods(t *testing.T) {
	d := et.Deployment("web", image, 4)
	d.Spec.Strategy = et.Rolling("50%", "25%")
	s := et.New()
	s.Put(d)
	d.Spec.Strategy = appsv1.DeploymentStrategy{Type: appsv1.RecreateDeploymentStrategyType}
	s.Put(d)
	all := project(t, s)
	if c := all[0].Card; !c.Rolling || c.Surge != 2 || c.Unavailable != 1 {
		t.Errorf("%+v", c)
	}
	if c := all[1].Card; c.Rolling || c.Surge != 0 {
		t.Errorf("%+v", c)
	}
}
