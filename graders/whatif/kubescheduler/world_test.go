package kubescheduler_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"

	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/fixtures/embedded/embeddedtest"
	"github.com/podium-labs/podium/fixtures/objects"
	"github.com/podium-labs/podium/graders/whatif"
)

// backgroundPods is how many Pods are there before a question is asked.
const backgroundPods = 12

// patience is how long anything in the cluster may take; nothing waits for it unless something is wrong.
const patience = 30 * time.Second

func realNodes() []string {
	return []string{objects.ControlPlane, objects.Worker, objects.Worker2, objects.Worker3}
}

func backgroundClass(n int) string { return fmt.Sprintf("there-%d", n) }

// world is an embedded cluster with its real scheduler, watched.
type world struct {
	t       *testing.T
	client  kubernetes.Interface
	objects []runtime.Object
	pods    corelisters.PodLister
	nodes   corelisters.NodeLister
	changed chan struct{} // something was seen; it has room for one

	mu     sync.Mutex
	events map[types.UID][]string // what FailedScheduling said of a Pod, in order
}

func newWorld(t *testing.T) *world {
	cluster := embeddedtest.Start(t, embedded.Options{})
	client, err := kubernetes.NewForConfig(cluster.KubernetesRestConfig())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, client: client, changed: make(chan struct{}, 1), events: map[types.UID][]string{}}
	w.furnish()
	w.watch()
	return w
}

// furnish creates what the templates refer to, and remembers what the scheduler needs to know.
func (w *world) furnish() {
	w.t.Helper()
	values := map[string]int32{"low": 5, "mid": 55, "high": 1000, "polite": 1000}
	for n := range backgroundPods {
		values[backgroundClass(n)] = int32(10 * (n + 1)) //nolint:gosec // a dozen at most
	}
	for name, value := range values {
		class := &schedulingv1.PriorityClass{ObjectMeta: metav1.ObjectMeta{Name: name}, Value: value}
		if name == "polite" {
			class.PreemptionPolicy = new(corev1.PreemptNever)
		}
		made, err := w.client.SchedulingV1().PriorityClasses().Create(w.t.Context(), class, metav1.CreateOptions{})
		w.must(err)
		w.objects = append(w.objects, made)
	}
	prod := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "prod", Labels: map[string]string{"team": "x"}}}
	_, err := w.client.CoreV1().Namespaces().Create(w.t.Context(), prod, metav1.CreateOptions{})
	w.must(err)
	for _, namespace := range []string{"default", "prod"} {
		account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "default"}}
		if _, err := w.client.CoreV1().ServiceAccounts(namespace).Create(w.t.Context(), account, metav1.CreateOptions{}); !apierrors.IsAlreadyExists(err) {
			w.must(err)
		}
	}
	namespaces, err := w.client.CoreV1().Namespaces().List(w.t.Context(), metav1.ListOptions{})
	w.must(err)
	for i := range namespaces.Items {
		w.objects = append(w.objects, &namespaces.Items[i])
	}
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) watch() {
	w.t.Helper()
	factory := informers.NewSharedInformerFactory(w.client, 0)
	w.pods, w.nodes = factory.Core().V1().Pods().Lister(), factory.Core().V1().Nodes().Lister()
	tell := cache.ResourceEventHandlerFuncs{
		AddFunc: func(any) { w.tell() }, UpdateFunc: func(any, any) { w.tell() }, DeleteFunc: func(any) { w.tell() },
	}
	events := cache.ResourceEventHandlerFuncs{AddFunc: func(object any) { w.note(object.(*corev1.Event)) }}
	for informer, handler := range map[cache.SharedIndexInformer]cache.ResourceEventHandlerFuncs{
		factory.Core().V1().Pods().Informer(): tell, factory.Core().V1().Nodes().Informer(): tell, factory.Core().V1().Events().Informer(): events,
	} {
		_, err := informer.AddEventHandler(handler)
		w.must(err)
	}
	ctx, cancel := context.WithCancel(w.t.Context())
	w.t.Cleanup(func() { cancel(); factory.Shutdown() })
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
}

func (w *world) tell() {
	select {
	case w.changed <- struct{}{}:
	default:
	}
}

func (w *world) note(event *corev1.Event) {
	if event.Reason == "FailedScheduling" {
		w.mu.Lock()
		uid := event.InvolvedObject.UID
		w.events[uid] = append(w.events[uid], event.Message)
		w.mu.Unlock()
	}
	w.tell()
}

func (w *world) said(uid types.UID) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.events[uid]
}

// until waits for something to be seen; it reports false if that takes too long.
func (w *world) until(seen func() bool) bool {
	late := time.NewTimer(patience)
	defer late.Stop()
	for !seen() {
		select {
		case <-w.changed:
		case <-late.C:
			return false
		case <-w.t.Context().Done():
			return false
		}
	}
	return true
}

func (w *world) gone(pod *corev1.Pod) bool {
	seen, err := w.pods.Pods(pod.Namespace).Get(pod.Name)
	return err != nil || seen.UID != pod.UID
}

func (w *world) remove(pods ...*corev1.Pod) {
	w.t.Helper()
	for _, pod := range pods {
		err := w.client.CoreV1().Pods(pod.Namespace).Delete(w.t.Context(), pod.Name, metav1.DeleteOptions{GracePeriodSeconds: new(int64(0))})
		if !apierrors.IsNotFound(err) {
			w.must(err)
		}
	}
	for _, pod := range pods {
		if !w.until(func() bool { return w.gone(pod) }) {
			w.t.Fatalf("pod %s does not go", pod.Name)
		}
	}
}

// rearrange gives the nodes other labels and taints and puts other Pods on them. It returns what the scheduler then sees.
func (w *world) rearrange(g *generator, round int) *whatif.Snapshot {
	w.t.Helper()
	all, err := w.pods.List(labels.Everything())
	w.must(err)
	w.remove(all...)
	for _, name := range realNodes() {
		patch, err := json.Marshal(g.nodePatch(round))
		w.must(err)
		_, err = w.client.CoreV1().Nodes().Patch(w.t.Context(), name, types.MergePatchType, patch, metav1.PatchOptions{})
		w.must(err)
	}
	for n := range backgroundPods {
		pod := g.background(n)
		_, err := w.client.CoreV1().Pods(pod.Namespace).Create(w.t.Context(), pod, metav1.CreateOptions{})
		w.must(err)
	}
	w.probe(round)
	return w.snapshot()
}

// probe returns when the scheduler has seen the nodes as they are now: it binds a Pod that only the label of this round
// lets through, on the node that got it last.
func (w *world) probe(round int) {
	w.t.Helper()
	nodes := realNodes()
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: fmt.Sprintf("probe-%d", round)}, Spec: corev1.PodSpec{
		NodeSelector: map[string]string{"round": fmt.Sprint(round), corev1.LabelHostname: nodes[len(nodes)-1]},
		Tolerations:  []corev1.Toleration{{Operator: corev1.TolerationOpExists}},
		Containers:   []corev1.Container{{Name: "c", Image: "nginx"}},
	}}
	made, err := w.client.CoreV1().Pods(pod.Namespace).Create(w.t.Context(), pod, metav1.CreateOptions{})
	w.must(err)
	if !w.until(func() bool {
		seen, err := w.pods.Pods(pod.Namespace).Get(pod.Name)
		return err == nil && seen.Spec.NodeName != ""
	}) {
		w.t.Fatal("the probe is not bound")
	}
	w.remove(made)
}

// snapshot reads the cluster.
func (w *world) snapshot() *whatif.Snapshot {
	w.t.Helper()
	snapshot := &whatif.Snapshot{Objects: w.objects}
	nodes, err := w.client.CoreV1().Nodes().List(w.t.Context(), metav1.ListOptions{})
	w.must(err)
	for i := range nodes.Items {
		snapshot.Nodes = append(snapshot.Nodes, &nodes.Items[i])
	}
	pods, err := w.client.CoreV1().Pods(metav1.NamespaceAll).List(w.t.Context(), metav1.ListOptions{})
	w.must(err)
	for i := range pods.Items {
		snapshot.Pods = append(snapshot.Pods, &pods.Items[i])
	}
	return snapshot
}
