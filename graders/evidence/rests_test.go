package evidence_test

import (
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/evidence/evidencetest"
)

// TestRests: versions of a script come a second after each other, so quiet is longer than that here.
func TestRests(t *testing.T) {
	t.Parallel()
	web := evidencetest.Deployment("web", "nginx:1.26", 1)
	forgetful := evidencetest.Deployment("web", "nginx:1.26", 1)
	forgetful.Spec.RevisionHistoryLimit = new(int32(1))
	old := func(revision string) *appsv1.ReplicaSet {
		return evidencetest.ReplicaSet(forgetful, "web-"+revision, revision, 0)
	}
	rs := evidencetest.ReplicaSet(web, "web-1", "1", 1)
	rs.Status.Replicas = 1
	coming := evidencetest.Pod(rs, "web-1-a", "nginx:1.26", false)
	stuck := coming.DeepCopy()
	stuck.Status = corev1.PodStatus{Phase: corev1.PodPending, Conditions: []corev1.PodCondition{
		{Type: corev1.PodScheduled, Status: corev1.ConditionFalse, Reason: corev1.PodReasonUnschedulable}}}
	waiting := coming.DeepCopy()
	waiting.Status.ContainerStatuses = []corev1.ContainerStatus{{State: corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{Reason: "ImagePullBackOff"}}}}
	for _, c := range []struct {
		name  string
		write func(*evidencetest.Script)
		after time.Duration
		want  bool
	}{
		{"all done, at once", func(s *evidencetest.Script) { s.Put(evidencetest.Done(web)) }, time.Millisecond, true},
		{"all done but for old ReplicaSets that will go", func(s *evidencetest.Script) {
			s.Put(evidencetest.Done(forgetful), old("1"), old("2"))
		}, time.Millisecond, true},
		{"old ReplicaSets that will go, and not done", func(s *evidencetest.Script) {
			s.Put(forgetful, old("1"), old("2"))
		}, time.Millisecond, false},
		{"all done but for a Pod of the old template that goes", func(s *evidencetest.Script) { s.Put(evidencetest.Done(web), going(rs)) }, time.Millisecond, true},
		{"a Pod of nobody goes", func(s *evidencetest.Script) { s.Put(going(nil)) }, time.Millisecond, false},
		{"not seen by its controller", func(s *evidencetest.Script) { s.Put(web) }, 3 * time.Second, false},
		{"on its way", func(s *evidencetest.Script) { s.Put(evidencetest.Done(web), web, rs, coming) }, 3 * time.Second, false},
		{"on its way for ever", func(s *evidencetest.Script) { s.Put(evidencetest.Done(web), web, rs, coming) }, 12 * time.Second, true},
		{"stuck", func(s *evidencetest.Script) { s.Put(seen(web), rs, stuck) }, 3 * time.Second, true},
		{"stuck without a node: nothing will move by itself", func(s *evidencetest.Script) { s.Put(seen(web), rs, stuck) }, time.Second, true},
		{"waiting for an image, but still moving", func(s *evidencetest.Script) { s.Put(seen(web), rs, waiting) }, time.Second, false},
		{"waiting for an image", func(s *evidencetest.Script) { s.Put(seen(web), rs, waiting) }, 3 * time.Second, true},
		{"rested before it moved again", func(s *evidencetest.Script) {
			s.Put(evidencetest.Done(web))
			for range 3 {
				s.Ask(evidence.Request{}) // only lets time pass
			}
			s.Put(web)
		}, time.Second, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			script := evidencetest.New()
			c.write(script)
			rests := evidence.NewRests(script.History(), evidence.SettleOptions{Quiet: 2 * time.Second, Patience: 10 * time.Second})
			at := script.Now().Add(c.after)
			if got := rests.Before(evidence.Request{At: at, Answered: at}); got != c.want {
				t.Errorf("at rest: %t", got)
			}
		})
	}
}

// going is a Pod that has been told to go.
func going(owner client.Object) *corev1.Pod {
	pod := evidencetest.Pod(owner, "old", "nginx:1.26", true)
	pod.DeletionTimestamp = &metav1.Time{Time: time.Now()}
	return pod
}

// seen is a Deployment whose controller has seen it and has Pods to wait for.
func seen(d *appsv1.Deployment) *appsv1.Deployment {
	d = evidencetest.Done(d)
	d.Status.AvailableReplicas, d.Status.ReadyReplicas = 0, 0
	return d
}

// TestRestsWaitForWhatTheLastRequestMade: what has not arrived yet cannot be at rest.
func TestRestsWaitForWhatTheLastRequestMade(t *testing.T) {
	t.Parallel()
	script := evidencetest.New()
	script.Put(evidencetest.Done(evidencetest.Deployment("web", "nginx:1.26", 1)))
	rests := evidence.NewRests(script.History(), evidence.SettleOptions{})
	first := evidence.Request{At: script.Now().Add(time.Second), Answered: script.Now().Add(time.Second), Code: 201,
		Response: []byte(`{"kind":"ConfigMap","metadata":{"resourceVersion":"9"}}`)}
	second := first
	second.At = first.At.Add(time.Minute)
	if !rests.Before(first) || rests.Before(second) {
		t.Error("the second request came before what the first had made")
	}
}

// TestRestsDoNotWaitTwiceInVain: a Job whose program runs on is not done, and was not when the request before came either. What
// that request asked for is done.
func TestRestsDoNotWaitTwiceInVain(t *testing.T) {
	t.Parallel()
	runs := &batchv1.Job{ObjectMeta: metav1.ObjectMeta{Name: "batch", Namespace: evidencetest.Namespace}}
	script := evidencetest.New()
	script.Put(runs)
	for range 6 {
		script.Ask(evidence.Request{}) // only lets time pass
	}
	first := script.Now()
	web := evidencetest.Deployment("web", "nginx:1.26", 1)
	script.Put(web)
	script.Put(evidencetest.Done(web))
	second := script.Now().Add(time.Millisecond)
	again := runs.DeepCopy()
	again.Status.Failed = 1
	script.Put(again)
	third := script.Now().Add(time.Millisecond)
	rests := evidence.NewRests(script.History(), evidence.SettleOptions{Quiet: 2 * time.Second, Patience: 4 * time.Second, Attention: 4 * time.Second})
	for i, want := range []bool{true, true, false} {
		at := []time.Time{first, second, third}[i]
		if got := rests.Before(evidence.Request{At: at, Answered: at}); got != want {
			t.Errorf("before request %d at rest: %t", i+1, got)
		}
	}
}

// TestRestsKnowWhatARequestCameAfter: the request made revision 3, so the end of the rollout, revision 2, came before it, though
// the recorder saw that a second later.
func TestRestsKnowWhatARequestCameAfter(t *testing.T) {
	t.Parallel()
	web := evidencetest.Deployment("web", "nginx:1.26", 1)
	script := evidencetest.New()
	script.Put(web)
	at := script.Now().Add(10 * time.Millisecond)
	script.Put(evidencetest.Done(web))
	made := func(revision string) evidence.Request {
		return evidence.Request{At: at, Answered: at, Code: 200, Response: []byte(`{"kind":"Deployment","metadata":{"resourceVersion":"` + revision + `"}}`)}
	}
	if !evidence.NewRests(script.History(), evidence.SettleOptions{}).Before(made("3")) {
		t.Error("the rollout was over when the request was carried out")
	}
	if evidence.NewRests(script.History(), evidence.SettleOptions{}).Before(made("2")) {
		t.Error("the rollout was not over when this request was carried out")
	}
}
