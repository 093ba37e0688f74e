package evidence_test

import (
	"context"
	"errors"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/podium-labs/podium/graders/evidence"
	et "github.com/podium-labs/podium/graders/evidence/evidencetest"
)

// TestSettleWaitsForKubelets: real ones say nothing for seconds while a volume is made or a container starts.
func TestSettleWaitsForKubelets(t *testing.T) {
	pod := func(change func(*corev1.Pod)) *corev1.Pod {
		rs := et.ReplicaSet(et.Deployment("web", image, 1), "web-1", "1", 1)
		p := et.Pod(rs, "web-1-a", image, false)
		change(p)
		return p
	}
	waiting := func(reason string) func(*corev1.Pod) {
		return func(p *corev1.Pod) {
			p.Status.ContainerStatuses = []corev1.ContainerStatus{{State: corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{Reason: reason}}}}
		}
	}
	for name, c := range map[string]struct {
		pod  *corev1.Pod
		rest bool
	}{
		"its volume is being made":    {pod(func(p *corev1.Pod) { p.Spec.NodeName = "" }), false},
		"its container is created":    {pod(waiting("ContainerCreating")), false},
		"its image is not there":      {pod(waiting("ImagePullBackOff")), true},
		"it goes":                     {pod(func(p *corev1.Pod) { p.DeletionTimestamp = &metav1.Time{Time: time.Now()} }), false},
		"no node takes it":            {pod(func(p *corev1.Pod) { p.Status.Conditions = unschedulable() }), true},
		"it has ended":                {pod(func(p *corev1.Pod) { p.Status.Phase = corev1.PodSucceeded }), true},
		"it was started again before": {pod(func(p *corev1.Pod) { p.Status.ContainerStatuses = []corev1.ContainerStatus{{RestartCount: 1}} }), true},
	} {
		s := et.New()
		s.Clock = time.Now
		s.Put(c.pod)
		// the Pod is at rest but for its kubelet, whose patience never ends here; without one it counts as settled
		options := evidence.SettleOptions{Quiet: time.Millisecond, Patience: time.Millisecond, Attention: time.Millisecond, Kubelet: time.Hour}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		if !c.rest {
			ctx, cancel = context.WithTimeout(t.Context(), 20*time.Millisecond)
		}
		if err := evidence.NewSettler(s.History(), options).Settle(ctx); errors.Is(err, evidence.ErrUnsettled) == c.rest {
			t.Errorf("%s: got %v", name, err)
		}
		options.Kubelet = 0
		if c.pod.DeletionTimestamp == nil {
			if err := evidence.NewSettler(s.History(), options).Settle(t.Context()); err != nil {
				t.Errorf("%s, on a simulated node: %v", name, err)
			}
		}
		cancel()
	}
}

// TestSettleWaitsForTheNextProbe of a real kubelet, which may be a while away. Simulated ones have shorter seconds.
func TestSettleWaitsForTheNextProbe(t *testing.T) {
	t.Parallel()
	pod := et.Status(et.Pod(nil, "web", image, false), corev1.PodRunning, et.RunningContainer("c", false, 0))
	pod.Spec.Containers[0].ReadinessProbe = &corev1.Probe{PeriodSeconds: 3600, SuccessThreshold: 1}
	s := et.New()
	s.Clock = time.Now
	s.Put(pod)
	options := evidence.SettleOptions{Quiet: time.Millisecond, Patience: time.Millisecond, Kubelet: time.Millisecond}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := evidence.NewSettler(s.History(), options).Settle(ctx); !errors.Is(err, evidence.ErrUnsettled) {
		t.Errorf("on a real node: %v", err)
	}
	options.Kubelet = 0
	if err := evidence.NewSettler(s.History(), options).Settle(t.Context()); err != nil {
		t.Errorf("on a simulated node: %v", err)
	}
}

// TestPatienceWithAPodThatRunsBeginsWhenItChanged: another one that is restarted all the time does not prolong it.
func TestPatienceWithAPodThatRunsBeginsWhenItChanged(t *testing.T) {
	t.Parallel()
	bare := et.Pod(nil, "busy", image, false)
	running := et.Status(bare, corev1.PodRunning, et.RunningContainer("c", false, 0))
	web := et.Deployment("web", image, 1)
	other := et.Done(web)
	other.Status.ReadyReplicas, other.Status.AvailableReplicas = 0, 0
	for name, c := range map[string]struct {
		objects []client.Object
		rest    bool
	}{
		"an hour ago":                  {[]client.Object{running}, true},
		"but its owner is gone":        {[]client.Object{et.Pod(web, "web-1-a", image, false)}, false},
		"but others are still at work": {[]client.Object{running, other}, false},
	} {
		s, now := et.New(), time.Now().Add(-time.Hour)
		s.Clock = func() time.Time { return now }
		if c.objects[0] != client.Object(running) {
			s.Put(web)
		}
		s.Put(c.objects...)
		if c.objects[0] != client.Object(running) {
			s.Delete(web)
		}
		limit := time.Minute
		if !c.rest {
			limit = 20 * time.Millisecond
		}
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		if err := evidence.NewSettler(s.History(), evidence.SettleOptions{Quiet: time.Millisecond, Patience: time.Minute}).Settle(ctx); errors.Is(err, evidence.ErrUnsettled) == c.rest {
			t.Errorf("%s: got %v", name, err)
		}
		cancel()
	}
}

// TestSettleWaitsForOwedPodsOnRealNodes: a controller that shares its machine with containers may be slow.
func TestSettleWaitsForOwedPodsOnRealNodes(t *testing.T) {
	rs := et.ReplicaSet(et.Deployment("web", image, 1), "web-1", "1", 1)
	rs.Status.Replicas, rs.OwnerReferences = 1, nil
	s := et.New()
	s.Put(rs)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	options := evidence.SettleOptions{Quiet: time.Millisecond, Patience: time.Millisecond, Attention: time.Millisecond, Kubelet: time.Hour}
	if err := evidence.NewSettler(s.History(), options).Settle(ctx); !errors.Is(err, evidence.ErrUnsettled) {
		t.Errorf("got %v", err)
	}
}

func unschedulable() []corev1.PodCondition {
	return []corev1.PodCondition{{Type: corev1.PodScheduled, Status: corev1.ConditionFalse, Reason: corev1.PodReasonUnschedulable}}
}
