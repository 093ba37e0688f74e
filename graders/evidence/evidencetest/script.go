// Package evidencetest writes histories by hand, for tests of what is read out of them.
package evidencetest

import (
	"strconv"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/whatif"
)

// Namespace is that of all objects in a Script.
const Namespace = "lab-2"

// Script is a history that is written version by version, each a second after the one before. It is an expect.Evidence.
type Script struct {
	history  *evidence.History
	requests evidence.Requests
	revision uint64
	// Clock is when versions arrive, for what compares that with now; nil has them a second apart.
	Clock func() time.Time
	// Scheduler answers counterfactual questions, if the test asks any.
	Scheduler whatif.Scheduler
}

// New returns an empty Script.
func New() *Script { return &Script{history: evidence.NewHistory()} }

// History implements expect.Evidence.
func (s *Script) History() *evidence.History { return s.history }

// Requests implements expect.Evidence.
func (s *Script) Requests() (evidence.Requests, error) { return s.requests, nil }

// WhatIf implements expect.Evidence.
func (s *Script) WhatIf() (whatif.Scheduler, error) { return s.Scheduler, nil }

// start is when every Script begins.
func start() time.Time { return time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC) }

// Now is the instant of the last version.
func (s *Script) Now() time.Time {
	if s.Clock != nil {
		return s.Clock()
	}
	return start().Add(time.Duration(s.revision) * time.Second)
}

// Put adds versions of objects, in this order.
func (s *Script) Put(objects ...client.Object) {
	for _, object := range objects {
		s.add(object, false)
	}
}

// Delete ends objects.
func (s *Script) Delete(objects ...client.Object) {
	for _, object := range objects {
		s.add(object, true)
	}
}

func (s *Script) add(object client.Object, deleted bool) {
	s.revision++
	kind := object.GetObjectKind().GroupVersionKind().Kind
	copied := object.DeepCopyObject().(client.Object)
	copied.SetResourceVersion(strconv.FormatUint(s.revision, 10))
	s.history.Add(&evidence.Version{RV: s.revision, At: s.Now(), Kind: kind, Object: copied, Deleted: deleted})
}

// Ask adds a request of the learner, received now.
func (s *Script) Ask(r evidence.Request) {
	s.revision++
	r.At, r.User, r.Namespace = s.Now(), cluster.Learner, Namespace
	s.requests = append(s.requests, r)
}

// AskCluster adds a request of the learner to something without a namespace, received now.
func (s *Script) AskCluster(r evidence.Request) {
	s.Ask(r)
	s.requests[len(s.requests)-1].Namespace = ""
}

func meta(name string, owner client.Object) metav1.ObjectMeta {
	m := metav1.ObjectMeta{Name: name, Namespace: Namespace, UID: types.UID(name)}
	if owner != nil {
		m.OwnerReferences = []metav1.OwnerReference{*metav1.NewControllerRef(owner, owner.GetObjectKind().GroupVersionKind())}
	}
	return m
}

// Deployment is a Deployment with one container of that image.
func Deployment(name, image string, replicas int32) *appsv1.Deployment {
	limit := int32(10)
	d := &appsv1.Deployment{
		TypeMeta: metav1.TypeMeta{APIVersion: "apps/v1", Kind: "Deployment"}, ObjectMeta: meta(name, nil),
		Spec: appsv1.DeploymentSpec{Replicas: &replicas, RevisionHistoryLimit: &limit, Template: template(image)},
	}
	d.Generation = 1
	return d
}

func template(image string) corev1.PodTemplateSpec {
	return corev1.PodTemplateSpec{Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "c", Image: image}}}}
}

// Done is the Deployment with a status that says that its rollout is finished.
func Done(d *appsv1.Deployment) *appsv1.Deployment {
	d = d.DeepCopy()
	n := *d.Spec.Replicas
	d.Status = appsv1.DeploymentStatus{ObservedGeneration: d.Generation, Replicas: n, UpdatedReplicas: n, AvailableReplicas: n, ReadyReplicas: n}
	return d
}

// ReplicaSet is a ReplicaSet of the Deployment with its template and a revision number.
func ReplicaSet(d *appsv1.Deployment, name, revision string, replicas int32) *appsv1.ReplicaSet {
	rs := &appsv1.ReplicaSet{
		TypeMeta: metav1.TypeMeta{APIVersion: "apps/v1", Kind: "ReplicaSet"}, ObjectMeta: meta(name, d),
		Spec: appsv1.ReplicaSetSpec{Replicas: &replicas, Template: *d.Spec.Template.DeepCopy()},
	}
	rs.Annotations = map[string]string{"deployment.kubernetes.io/revision": revision}
	return rs
}

// Pod is a Pod of an owner, with its image.
func Pod(owner client.Object, name, image string, ready bool) *corev1.Pod {
	pod := &corev1.Pod{
		TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"}, ObjectMeta: meta(name, owner),
		Spec:   corev1.PodSpec{NodeName: "podium-worker", Containers: []corev1.Container{{Name: "c", Image: image}}},
		Status: corev1.PodStatus{Phase: corev1.PodRunning},
	}
	status := corev1.ConditionFalse
	if ready {
		status = corev1.ConditionTrue
	}
	pod.Status.Conditions = []corev1.PodCondition{{Type: corev1.PodReady, Status: status}}
	return pod
}

// Must returns a value or ends the test.
func Must[T any](t *testing.T) func(T, error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// Rolling is a rolling update with these limits, as numbers or percentages.
func Rolling(surge, unavailable string) appsv1.DeploymentStrategy {
	s, u := intstr.Parse(surge), intstr.Parse(unavailable)
	return appsv1.DeploymentStrategy{Type: appsv1.RollingUpdateDeploymentStrategyType, RollingUpdate: &appsv1.RollingUpdateDeployment{MaxSurge: &s, MaxUnavailable: &u}}
}

// ConfigMap is a ConfigMap with that data.
func ConfigMap(name string, data map[string]string) *corev1.ConfigMap {
	return &corev1.ConfigMap{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"}, ObjectMeta: meta(name, nil), Data: data}
}
