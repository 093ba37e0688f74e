package evidence_test

import (
	"context"
	"errors"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/evidence"
	et "github.com/podium-labs/podium/graders/evidence/evidencetest"
)

func TestShouldRunIsWhatTheDaemonSetControllerDecides(t *testing.T) {
	const key = "node-role.kubernetes.io/control-plane"
	cordoned := et.Node("w", nil)
	cordoned.Spec.Taints = []corev1.Taint{{Key: corev1.TaintNodeUnschedulable, Effect: corev1.TaintEffectNoSchedule}}
	for name, c := range map[string]struct {
		node   *corev1.Node
		change func(*corev1.PodSpec)
		want   bool
	}{
		"a worker":          {et.Node("w", nil), nil, true},
		"a cordoned worker": {cordoned, nil, true},
		"a tainted node":    {et.ControlPlane("cp"), nil, false},
		"tolerated by key":  {et.ControlPlane("cp"), tolerate(corev1.Toleration{Key: key, Operator: corev1.TolerationOpExists}), true},
		"keyless":           {et.ControlPlane("cp"), tolerate(corev1.Toleration{Operator: corev1.TolerationOpExists}), true},
		"Equal and empty":   {et.ControlPlane("cp"), tolerate(corev1.Toleration{Key: key, Effect: corev1.TaintEffectNoSchedule}), true},
		"another effect":    {et.ControlPlane("cp"), tolerate(corev1.Toleration{Key: key, Operator: corev1.TolerationOpExists, Effect: corev1.TaintEffectNoExecute}), false},
		"the old key":       {et.ControlPlane("cp"), tolerate(corev1.Toleration{Key: "node-role.kubernetes.io/master", Operator: corev1.TolerationOpExists}), false},
		"selected":          {et.Node("w", nil), func(s *corev1.PodSpec) { s.NodeSelector = map[string]string{corev1.LabelHostname: "w"} }, true},
		"not selected":      {et.Node("w", nil), func(s *corev1.PodSpec) { s.NodeSelector = map[string]string{"disk": "ssd"} }, false},
		"another by name":   {et.Node("w", nil), func(s *corev1.PodSpec) { s.NodeName = "x" }, false},
	} {
		ds := et.DaemonSet("agent", image, 1)
		if c.change != nil {
			c.change(&ds.Spec.Template.Spec)
		}
		if got := evidence.ShouldRun(ds, c.node); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func tolerate(t corev1.Toleration) func(*corev1.PodSpec) {
	return func(s *corev1.PodSpec) { s.Tolerations = append(s.Tolerations, t) }
}

func TestSettleWaitsForAPodOnItsWay(t *testing.T) {
	bare := et.Pod(nil, "hello", image, false)
	looping := et.Status(bare, corev1.PodRunning, et.RunningContainer("c", false, 3))
	unschedulable := et.Status(bare, corev1.PodPending)
	unschedulable.Status.Conditions = []corev1.PodCondition{{Type: corev1.PodScheduled, Status: corev1.ConditionFalse}}
	for name, c := range map[string]struct {
		pod  *corev1.Pod
		wait bool
	}{
		"pending":       {et.Status(bare, corev1.PodPending), true},
		"not ready yet": {et.Status(bare, corev1.PodRunning, et.RunningContainer("c", false, 0)), true},
		"ready":         {et.Pod(nil, "hello", image, true), false},
		"looping":       {looping, false},
		"unschedulable": {unschedulable, false},
		"ended":         {et.Status(bare, corev1.PodSucceeded, et.Exited("c", 0)), false},
		"of a set":      {et.Pod(et.DaemonSet("agent", image, 0), "hello", image, false), false},
	} {
		s := et.New()
		s.Clock = time.Now
		s.Put(c.pod)
		limit := 10 * time.Second
		if c.wait {
			limit = 20 * time.Millisecond
		}
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		err := evidence.NewSettler(s.History(), evidence.SettleOptions{Quiet: time.Millisecond, Patience: time.Hour}).Settle(ctx)
		cancel()
		if errors.Is(err, evidence.ErrUnsettled) != c.wait {
			t.Errorf("%s: %v", name, err)
		}
	}
}
