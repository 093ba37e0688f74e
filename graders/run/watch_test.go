package run_test

import (
	"path/filepath"
	"syscall"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/fixtures/embedded/embeddedtest"
	"github.com/podium-labs/podium/fixtures/embedded/protocol"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/run"
	"github.com/podium-labs/podium/labs/rollouts"
)

// live is a running lab-2 with its learner.
type live struct {
	cluster *embedded.Cluster
	learner kubernetes.Interface
	records <-chan *result.Record
}

func startLive(t *testing.T) *live {
	t.Helper()
	binary, dir := embeddedtest.Binary(t), t.TempDir()
	c := embedded.New(embedded.Options{Binary: binary, Dir: dir, Detached: true})
	if _, err := c.Create(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Kill(c.PID(), syscall.SIGKILL) })
	if err := run.ApplyFixture(t.Context(), c.KubernetesRestConfig(), rollouts.Lab()); err != nil {
		t.Fatal(err)
	}
	config, err := clientcmd.BuildConfigFromFlags("", c.Credentials().Learner)
	if err != nil {
		t.Fatal(err)
	}
	learner, err := kubernetes.NewForConfig(config)
	if err != nil {
		t.Fatal(err)
	}
	records, err := run.Watch(t.Context(), run.LiveOptions{
		Lab: rollouts.Lab(), Cluster: c, Journal: filepath.Join(dir, protocol.Journal), Binary: binary, Version: "test",
	})
	if err != nil {
		t.Fatal(err)
	}
	return &live{cluster: c, learner: learner, records: records}
}

// until takes records until one is as wanted.
func (l *live) until(t *testing.T, what string, holds func(*result.Record) bool) *result.Record {
	t.Helper()
	limit := time.After(time.Minute)
	for {
		select {
		case record, open := <-l.records:
			if !open {
				t.Fatalf("the watch ended before %s", what)
			}
			if holds(record) {
				return record
			}
		case <-limit:
			t.Fatalf("no record says: %s", what)
		}
	}
}

func status(record *result.Record, task, check string) result.Status {
	for _, each := range record.Tasks {
		for _, c := range each.Checks {
			if each.ID == task && c.ID == check {
				return c.Status
			}
		}
	}
	return ""
}

// web is lab-2's Deployment as the first task asks for it.
func web() *appsv1.Deployment {
	labels := map[string]string{"app": "web"}
	replicas := int32(rollouts.Replicas)
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: rollouts.Web},
		Spec: appsv1.DeploymentSpec{Replicas: &replicas, Selector: &metav1.LabelSelector{MatchLabels: labels}, Template: corev1.PodTemplateSpec{
			ObjectMeta: metav1.ObjectMeta{Labels: labels},
			Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "web", Image: rollouts.OldImage, ReadinessProbe: &corev1.Probe{
				ProbeHandler: corev1.ProbeHandler{HTTPGet: &corev1.HTTPGetAction{Path: "/", Port: intstr.FromInt32(80)}}}}}},
		}},
	}
}

func TestWatchFollowsALiveAttempt(t *testing.T) {
	l := startLive(t)
	first := l.until(t, "nothing has been done", func(r *result.Record) bool { return r.Outcome == result.Graded })
	if first.Score == nil || *first.Score != 0 {
		t.Errorf("score %v of an untouched lab", first.Score)
	}
	deployments := l.learner.AppsV1().Deployments(rollouts.ID)
	if _, err := deployments.Create(t.Context(), web(), metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	l.until(t, "web is deployed", func(r *result.Record) bool { return status(r, rollouts.Deploy, "four-ready") == result.Passed })

	// a refused request changes no object, so only the audit log tells of it
	refused := []byte(`{"spec":{"strategy":{"rollingUpdate":{"maxSurge":0,"maxUnavailable":0}}}}`)
	if _, err := deployments.Patch(t.Context(), rollouts.Web, types.MergePatchType, refused, metav1.PatchOptions{}); !apierrors.IsInvalid(err) {
		t.Fatalf("got %v, want Invalid", err)
	}
	l.until(t, "both zero was refused", func(r *result.Record) bool { return status(r, rollouts.BothZero, "refused") == result.Passed })

	if err := syscall.Kill(l.cluster.PID(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	last := l.until(t, "the control plane ended", func(r *result.Record) bool { return r.Outcome == result.InfraError })
	if last.Score != nil || last.Error == nil {
		t.Errorf("score %v, %+v", last.Score, last.Error)
	}
	if _, open := <-l.records; open {
		t.Error("there are more records after the last")
	}
}
