package evidence_test

import (
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/podium-labs/podium/graders/evidence"
	et "github.com/podium-labs/podium/graders/evidence/evidencetest"
)

func TestAPodLifeRemembersWhatTheLastStateHasForgotten(t *testing.T) {
	s := et.New()
	pod := et.Pending("urgent", corev1.PodSpec{})
	nominated := et.Unschedulable(pod)
	nominated.Status.NominatedNodeName = "one"
	s.Put(pod, nominated, et.Running(pod, "one"))
	s.Delete(et.Disrupted(et.Running(pod, "one"), corev1.PodReasonPreemptionByScheduler))
	s.Put(et.Running(et.Pending("placed", corev1.PodSpec{}), "two"))

	lives := et.Must[[]*evidence.Life](t)(s.History().PodLives(et.Namespace))
	if len(lives) != 2 {
		t.Fatalf("%d lives", len(lives))
	}
	l := lives[0]
	if l.Created.RV != 1 || l.Unschedulable.RV != 2 || l.Bound.RV != 3 || l.Ready.RV != 3 || l.Leaving.RV != 4 || l.Gone.RV != 4 {
		t.Errorf("moments: %+v", l)
	}
	if len(l.Nominated) != 1 || l.BypassedScheduler() || !l.Served() {
		t.Errorf("%+v", l)
	}
	if !lives[1].BypassedScheduler() || !lives[1].Gone.IsZero() || lives[1].Workload != "placed" {
		t.Errorf("%+v", lives[1])
	}
}

func TestAPodBelongsToTheTopOfItsOwners(t *testing.T) {
	s := web()
	lives := et.Must[[]*evidence.Life](t)(s.History().PodLives(et.Namespace))
	if len(lives) != 3 {
		t.Fatalf("%d lives", len(lives))
	}
	for _, life := range lives {
		if life.Workload != "web" {
			t.Errorf("%s belongs to %s", life.Pod.Name, life.Workload)
		}
	}
	now := et.Must[*evidence.World](t)(s.History().Now())
	if pods := now.PodsUnder(et.Namespace, "web"); len(pods) != 2 {
		t.Errorf("%d Pods under web", len(pods))
	}
	if snapshot := now.Snapshot(); len(snapshot.Pods) != 2 {
		t.Errorf("%d Pods in the snapshot", len(snapshot.Pods))
	}
}

// stuck is a Deployment whose second Pod finds no node.
func stuck(second func(*corev1.Pod) *corev1.Pod) *et.Script {
	s := et.New()
	d := et.Deployment("web", image, 2)
	rs := et.ReplicaSet(d, "web-1", "1", 2)
	rs.Status.Replicas, d.Status.Replicas, d.Status.ObservedGeneration = 2, 2, d.Generation
	pod := et.Pod(rs, "web-1-b", image, false)
	pod.Spec.NodeName, pod.Status.Phase = "", corev1.PodPending
	s.Put(d, rs, et.Pod(rs, "web-1-a", image, true), second(pod))
	return s
}

// TestPodsWithoutANodeAreAtRest: all of these have a Deployment that is not complete; only one of them will not move.
func TestPodsWithoutANodeAreAtRest(t *testing.T) {
	nominated := func(pod *corev1.Pod) *corev1.Pod {
		pod = et.Unschedulable(pod)
		pod.Status.NominatedNodeName = "one"
		return pod
	}
	for name, c := range map[string]struct {
		s    *et.Script
		rest bool
	}{
		"no node for it":                 {stuck(et.Unschedulable), true},
		"not looked at yet":              {stuck(func(p *corev1.Pod) *corev1.Pod { return p }), false},
		"room is being made":             {stuck(nominated), false},
		"its controller owes a Pod more": {owing(stuck(et.Unschedulable)), false},
		"its claim has just been bound":  {binding(corev1.ClaimBound), false},
		"its claim was lost":             {binding(corev1.ClaimLost), true},
	} {
		began := time.Now()
		if err := settler(c.s).Settle(t.Context()); err != nil || time.Since(began) < 40*time.Millisecond != c.rest {
			t.Errorf("%s: settled after %s, %v", name, time.Since(began), err)
		}
	}
}

func owing(s *et.Script) *et.Script {
	d := et.Deployment("web", image, 3)
	d.Status.Replicas, d.Status.ObservedGeneration = 2, d.Generation
	rs := et.ReplicaSet(d, "web-1", "1", 3)
	rs.Status = appsv1.ReplicaSetStatus{Replicas: 2}
	s.Put(d, rs)
	return s
}

// binding is a Pod for which the scheduler found no node before the phase of its claim changed.
func binding(phase corev1.PersistentVolumeClaimPhase) *et.Script {
	claim := &corev1.PersistentVolumeClaim{
		ObjectMeta: metav1.ObjectMeta{Name: "data", Namespace: et.Namespace, UID: "data"},
		Status:     corev1.PersistentVolumeClaimStatus{Phase: phase},
	}
	s := stuck(func(pod *corev1.Pod) *corev1.Pod {
		pod.Spec.Volumes = []corev1.Volume{{VolumeSource: corev1.VolumeSource{
			PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: claim.Name}}}}
		return et.Unschedulable(pod)
	})
	s.Put(claim)
	return s
}

// TestServicesFollowTheirPods: a Service is at rest when its EndpointSlices say of its Pods what the Pods say of themselves.
func TestServicesFollowTheirPods(t *testing.T) {
	pod := func(ready bool) *corev1.Pod {
		pod := et.Pod(et.ReplicaSet(et.Deployment("web", image, 1), "web-1", "1", 1), "web-1-a", image, ready)
		pod.Labels, pod.Status.PodIP, pod.OwnerReferences = map[string]string{"app": "web"}, "10.0.0.9", nil
		pod.Status.ContainerStatuses = []corev1.ContainerStatus{{RestartCount: 1}} // not on its way
		return pod
	}
	service := et.Service("web", map[string]string{"app": "web"})
	early := service.DeepCopy()
	early.Spec.PublishNotReadyAddresses = true
	none := service.DeepCopy()
	none.Spec.Selector = nil
	other := pod(true)
	other.Labels = nil
	for name, c := range map[string]struct {
		objects []client.Object
		rest    bool
	}{
		"lists the Pod":                   {[]client.Object{service, pod(true), et.Slice("web", pod(true), true)}, true},
		"does not list it yet":            {[]client.Object{service, pod(true)}, false},
		"lists it as not ready yet":       {[]client.Object{service, pod(true), et.Slice("web", pod(true), false)}, false},
		"another Service lists it":        {[]client.Object{service, pod(true), et.Slice("other", pod(true), true)}, false},
		"still lists it":                  {[]client.Object{service, pod(false), et.Slice("web", pod(true), true)}, false},
		"does not list what is not ready": {[]client.Object{service, pod(false)}, true},
		"is to list it all the same":      {[]client.Object{early, pod(false)}, false},
		"is not about this Pod":           {[]client.Object{service, other}, true},
		"is about no Pod":                 {[]client.Object{none, pod(true)}, true},
	} {
		s := et.New()
		s.Put(c.objects...)
		began := time.Now()
		if err := settler(s).Settle(t.Context()); err != nil || time.Since(began) < 40*time.Millisecond != c.rest {
			t.Errorf("a Service that %s: settled after %s, %v", name, time.Since(began), err)
		}
	}
}
