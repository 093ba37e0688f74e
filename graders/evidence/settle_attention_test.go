package evidence_test

import (
	"context"
	"errors"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/podium-labs/podium/graders/evidence"
	et "github.com/podium-labs/podium/graders/evidence/evidencetest"
)

// TestSettleWaitsForAttention: on a busy machine it takes a while until somebody looks at an object for the first time. What has been
// looked at and does not go on is not waited for so long.
func TestSettleWaitsForAttention(t *testing.T) {
	t.Parallel()
	web := et.Deployment("web", image, 1)
	pod := func(change func(*corev1.Pod)) *corev1.Pod {
		p := et.Pod(et.ReplicaSet(web, "web-1", "1", 1), "web-1-a", image, false)
		p.Status = corev1.PodStatus{Phase: corev1.PodPending}
		change(p)
		return p
	}
	creating := []corev1.ContainerStatus{{State: corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{Reason: "ContainerCreating"}}}}
	for name, c := range map[string]struct {
		object client.Object
		rest   bool
	}{
		"no scheduler has looked":  {pod(func(p *corev1.Pod) { p.Spec.NodeName = "" }), false},
		"no node takes it":         {pod(func(p *corev1.Pod) { p.Spec.NodeName, p.Status.Conditions = "", unschedulable() }), true},
		"no kubelet has looked":    {pod(func(*corev1.Pod) {}), false},
		"its kubelet has begun":    {pod(func(p *corev1.Pod) { p.Status.ContainerStatuses = creating }), true},
		"it has ended":             {pod(func(p *corev1.Pod) { p.Status.Phase = corev1.PodFailed }), true},
		"no controller has looked": {web, false},
		"its controller has":       {et.Done(web), true},
	} {
		s := et.New()
		s.Put(c.object)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		if !c.rest {
			ctx, cancel = context.WithTimeout(t.Context(), 20*time.Millisecond)
		}
		options := evidence.SettleOptions{Quiet: time.Millisecond, Patience: time.Millisecond, Attention: time.Hour}
		if err := evidence.NewSettler(s.History(), options).Settle(ctx); errors.Is(err, evidence.ErrUnsettled) == c.rest {
			t.Errorf("%s: got %v", name, err)
		}
		cancel()
	}
}
