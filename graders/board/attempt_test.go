package board_test

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/podium-labs/podium/fixtures/objects"
	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/labs"
	"github.com/podium-labs/podium/labs/rollouts"
)

// attempt writes a journal as a recorder does, without a cluster.
type attempt struct {
	t       testing.TB
	path    string
	file    *os.File
	lab     *labs.Lab
	out     *bufio.Writer
	journal *evidence.Journal
	rv      uint64
	names   int
	at      time.Time
	nodes   []*corev1.Node
}

// newAttempt is one of lab-2. It begins with the four nodes of every lab.
func newAttempt(t testing.TB) *attempt {
	t.Helper()
	a := &attempt{t: t, lab: rollouts.Lab(), path: filepath.Join(t.TempDir(), "history.jsonl"), at: time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)}
	file, err := os.OpenFile(a.path, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	a.file, a.out = file, bufio.NewWriter(file)
	a.journal = evidence.NewJournal(a.out)
	for _, node := range objects.Nodes() {
		node.UID = types.UID(node.Name)
		a.nodes = append(a.nodes, &node)
		a.put("Node", &node)
	}
	a.flush()
	return a
}

func (a *attempt) flush() {
	if err := a.out.Flush(); err != nil {
		a.t.Fatal(err)
	}
}

// wait lets time pass.
func (a *attempt) wait(d time.Duration) { a.at = a.at.Add(d) }

func (a *attempt) put(kind string, object client.Object)  { a.write(kind, object, false) }
func (a *attempt) gone(kind string, object client.Object) { a.write(kind, object, true) }

func (a *attempt) write(kind string, object client.Object, deleted bool) {
	a.rv++
	a.wait(7 * time.Millisecond)
	object.SetResourceVersion(strconv.FormatUint(a.rv, 10))
	if err := a.journal.Write(&evidence.Version{RV: a.rv, At: a.at, Kind: kind, Object: object, Deleted: deleted}); err != nil {
		a.t.Fatal(err)
	}
}

// name makes up a suffix as the API server does.
func (a *attempt) name(prefix string) string {
	const letters = "bcdfghjklmnpqrstvwxz2456789"
	a.names++
	suffix := make([]byte, 5)
	for i, n := 0, a.names*7919+104729; i < len(suffix); i, n = i+1, n/5+a.names*31+i*17 {
		suffix[i] = letters[n%len(letters)]
	}
	return prefix + "-" + string(suffix)
}

func (a *attempt) meta(name string, owner client.Object, kind string) metav1.ObjectMeta {
	a.names++
	meta := metav1.ObjectMeta{Name: name, Namespace: a.lab.Namespace(), UID: types.UID(name + "-" + strconv.Itoa(a.names)), Labels: map[string]string{}, Annotations: map[string]string{}}
	if owner != nil {
		yes := true
		meta.OwnerReferences = []metav1.OwnerReference{{Kind: kind, Name: owner.GetName(), UID: owner.GetUID(), Controller: &yes}}
	}
	return meta
}

// pod is a Pod that nobody has given a node yet.
func (a *attempt) pod(name string, owner client.Object, kind, image string) *corev1.Pod {
	pod := &corev1.Pod{ObjectMeta: a.meta(name, owner, kind), Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "c", Image: image}}}}
	pod.Status.Phase = corev1.PodPending
	a.put("Pod", pod)
	return pod
}

func (a *attempt) bind(pod *corev1.Pod, node string) {
	pod.Spec.NodeName = node
	a.put("Pod", pod)
}

func (a *attempt) start(pod *corev1.Pod, ready bool) {
	pod.Status.Phase = corev1.PodRunning
	status := corev1.ConditionFalse
	if ready {
		status = corev1.ConditionTrue
	}
	pod.Status.Conditions = []corev1.PodCondition{{Type: corev1.PodReady, Status: status}}
	running := corev1.ContainerState{Running: &corev1.ContainerStateRunning{}}
	pod.Status.ContainerStatuses = []corev1.ContainerStatus{{Name: "c", Ready: ready, State: running}}
	a.put("Pod", pod)
}

// stuck leaves a Pod without a node.
func (a *attempt) stuck(pod *corev1.Pod, why string) {
	pod.Status.Conditions = []corev1.PodCondition{{Type: corev1.PodScheduled, Status: corev1.ConditionFalse, Reason: "Unschedulable", Message: why}}
	a.put("Pod", pod)
}

func (a *attempt) end(pod *corev1.Pod) {
	now := metav1.NewTime(a.at)
	pod.DeletionTimestamp = &now
	a.put("Pod", pod)
	a.wait(30 * time.Millisecond)
	a.gone("Pod", pod)
}
