package seen_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"

	"github.com/podium-labs/podium/graders/explain/seen"
)

// server answers by path: with an object, with 403, or with an empty list.
type server struct {
	objects   map[string]any
	forbidden []string
	asked     []string
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.asked = append(s.asked, r.URL.Path)
	w.Header().Set("Content-Type", "application/json")
	if slices.Contains(s.forbidden, r.URL.Path) {
		w.WriteHeader(http.StatusForbidden)
		write(w, metav1.Status{TypeMeta: metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}, Status: metav1.StatusFailure, Reason: metav1.StatusReasonForbidden, Code: http.StatusForbidden})
		return
	}
	if object, ok := s.objects[r.URL.Path]; ok {
		write(w, object)
		return
	}
	write(w, map[string]any{"metadata": map[string]any{}, "items": []any{}})
}

func write(w http.ResponseWriter, object any) {
	if err := json.NewEncoder(w).Encode(object); err != nil {
		panic(err) // the client then sees a broken connection
	}
}

func (s *server) client(t *testing.T) kubernetes.Interface {
	t.Helper()
	listening := httptest.NewServer(s)
	t.Cleanup(listening.Close)
	client, err := kubernetes.NewForConfig(&rest.Config{Host: listening.URL})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func waiting() *corev1.Pod {
	return &corev1.Pod{
		TypeMeta: metav1.TypeMeta{Kind: "Pod", APIVersion: "v1"}, ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "p"}, Status: corev1.PodStatus{Phase: corev1.PodPending},
	}
}

func withPod(pod *corev1.Pod) map[string]any {
	return map[string]any{
		"/api/v1/namespaces/shop/pods/p": pod, "/api/v1/namespaces/shop/pods": corev1.PodList{TypeMeta: metav1.TypeMeta{Kind: "PodList", APIVersion: "v1"}, Items: []corev1.Pod{*pod}},
		"/api/v1/nodes": corev1.NodeList{TypeMeta: metav1.TypeMeta{Kind: "NodeList", APIVersion: "v1"}, Items: []corev1.Node{{ObjectMeta: metav1.ObjectMeta{Name: "n1"}}}},
	}
}

func target() seen.Target { return seen.Target{Kind: seen.Pod, Namespace: "shop", Name: "p"} }

func TestAWaitingPodIsReadWithAllThatTheSchedulerLooksAt(t *testing.T) {
	s := &server{objects: withPod(waiting())}
	state, err := seen.Read(t.Context(), s.client(t), target())
	if err != nil {
		t.Fatal(err)
	}
	if state.Snapshot == nil || len(state.Snapshot.Nodes) != 1 || len(state.Limits) != 0 {
		t.Errorf("snapshot %+v, limits %v", state.Snapshot, state.Limits)
	}
	for _, path := range []string{"/api/v1/pods", "/apis/scheduling.k8s.io/v1/priorityclasses"} {
		if !slices.Contains(s.asked, path) {
			t.Errorf("%s was not read", path)
		}
	}
	if slices.ContainsFunc(s.asked, func(path string) bool { return strings.Contains(path, "storage.k8s.io") }) {
		t.Errorf("storage was read for a Pod without volumes: %v", s.asked)
	}
}

func TestAPodOnANodeNeedsNoSnapshot(t *testing.T) {
	pod := waiting()
	pod.Spec.NodeName = "n1"
	s := &server{objects: withPod(pod)}
	state, err := seen.Read(t.Context(), s.client(t), target())
	if err != nil || state.Snapshot != nil || slices.Contains(s.asked, "/api/v1/pods") {
		t.Errorf("%v, %v, %v", err, state, s.asked)
	}
}

func TestWhatIsForbiddenIsALimitAndNoError(t *testing.T) {
	for _, c := range []struct {
		path, says string
		snapshot   bool
	}{
		{"/api/v1/pods", "Pods of other namespaces could not be read", true},
		{"/api/v1/nodes", "%s could not be read", false},
		{"/api/v1/namespaces/shop/events", "%s could not be read", true},
	} {
		s := &server{objects: withPod(waiting()), forbidden: []string{c.path}}
		state, err := seen.Read(t.Context(), s.client(t), target())
		if err != nil {
			t.Errorf("%s: %v", c.path, err)
			continue
		}
		if len(state.Limits) != 1 || !strings.HasPrefix(state.Limits[0].Key, c.says) || (state.Snapshot != nil) != c.snapshot {
			t.Errorf("%s: limits %v, snapshot %v", c.path, state.Limits, state.Snapshot)
		}
	}
}

func TestATargetThatMayNotBeReadIsAnError(t *testing.T) {
	s := &server{forbidden: []string{"/api/v1/namespaces/shop/pods/p"}}
	if _, err := seen.Read(t.Context(), s.client(t), target()); !apierrors.IsForbidden(err) {
		t.Errorf("%v", err)
	}
}

func TestParseTarget(t *testing.T) {
	for text, want := range map[string]seen.Target{
		"deploy/web": {Kind: seen.Deployment, Name: "web"}, "deploy.apps/train": {Kind: seen.Deployment, Name: "train"}, "sts.v1.apps/s": {Kind: seen.StatefulSet, Name: "s"}, "pods.v1./p": {Kind: seen.Pod, Name: "p"}, "po x": {Kind: seen.Pod, Name: "x"}, "CronJobs.batch/n": {Kind: seen.CronJob, Name: "n"},
		"svc/s": {Kind: seen.Service, Name: "s"}, "sts/s": {Kind: seen.StatefulSet, Name: "s"}, "ds/d": {Kind: seen.DaemonSet, Name: "d"}, "rs/r": {Kind: seen.ReplicaSet, Name: "r"}, "job/j": {Kind: seen.Job, Name: "j"},
	} {
		got, err := seen.ParseTarget(strings.Fields(text))
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"web", "node/n", "deploy.batch/web", "po.apps/p", "deploy/", "deploy/a/b", "deploy/a b"} {
		if got, err := seen.ParseTarget(strings.Fields(text)); err == nil {
			t.Errorf("%s: %+v", text, got)
		}
	}
}
