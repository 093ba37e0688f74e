package kubescheduler_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/yaml"

	"github.com/podium-labs/podium/graders/whatif"
	"github.com/podium-labs/podium/graders/whatif/kubescheduler"
)

// Plugins, shortened for tables.
const (
	affinity = "NodeAffinity"
	taints   = "TaintToleration"
	cordon   = "NodeUnschedulable"
	spread   = "PodTopologySpread"
	others   = "InterPodAffinity"
	fit      = "NodeResourcesFit"
	volume   = "VolumeBinding"
	fits     = "fits"
)

func newScheduler(t testing.TB) *kubescheduler.Scheduler {
	t.Helper()
	s, err := kubescheduler.New(kubescheduler.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// newNode is a node with these labels, "key=value key=value".
func newNode(name, labels string) *corev1.Node {
	node := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{corev1.LabelHostname: name}}}
	for pair := range strings.FieldsSeq(labels) {
		key, value, _ := strings.Cut(pair, "=")
		node.Labels[key] = value
	}
	node.Status.Allocatable = corev1.ResourceList{
		corev1.ResourceCPU: resource.MustParse("4"), corev1.ResourceMemory: resource.MustParse("8Gi"), corev1.ResourcePods: resource.MustParse("110"),
	}
	node.Status.Capacity = node.Status.Allocatable
	return node
}

// four nodes in two zones.
func four(objects ...runtime.Object) *whatif.Snapshot {
	gpu := newNode("n4", "zone=b cores=150.1")
	gpu.Status.Allocatable["nvidia.com/gpu"] = resource.MustParse("2")
	return &whatif.Snapshot{
		Nodes: []*corev1.Node{
			newNode("n3", "zone=b disk=nvme cores=150"), gpu,
			newNode("n1", "zone=a disk=ssd cores=100"), newNode("n2", "zone=a disk=hdd cores=200"),
		},
		Objects: objects,
	}
}

// decode reads one object of the API.
func decode(t testing.TB, text string) runtime.Object {
	t.Helper()
	data, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	object, _, err := scheme.Codecs.UniversalDeserializer().Decode(data, nil, nil)
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return object
}

// template reads a Pod template; it gets a container if it has none.
func template(t testing.TB, text string) *corev1.PodTemplateSpec {
	t.Helper()
	made := &corev1.PodTemplateSpec{}
	if err := yaml.UnmarshalStrict([]byte(text), made); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	if made.Spec.Containers == nil {
		made.Spec.Containers = []corev1.Container{{Name: "c", Image: "nginx"}}
	}
	return made
}

func admit(t testing.TB, s whatif.Scheduler, snapshot *whatif.Snapshot, text string) *corev1.Pod {
	t.Helper()
	pod, err := s.Admit(snapshot, "default", template(t, text))
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return pod
}

func ask(t testing.TB, s whatif.Scheduler, snapshot *whatif.Snapshot, pod *corev1.Pod) *whatif.Answer {
	t.Helper()
	answer, err := s.Ask(t.Context(), snapshot, pod)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

func preempt(t testing.TB, s whatif.Scheduler, snapshot *whatif.Snapshot, pod *corev1.Pod) *whatif.Preemption {
	t.Helper()
	preemption, err := s.Preempt(t.Context(), snapshot, pod)
	if err != nil {
		t.Fatal(err)
	}
	return preemption
}

// place adds a Pod of another template, admitted and running.
func place(t testing.TB, s whatif.Scheduler, node, text string) whatif.Change {
	return func(snapshot *whatif.Snapshot) {
		whatif.Place(admit(t, s, snapshot, text), node)(snapshot)
	}
}

// failures names for each node, in order, the plugins that turn it down.
func failures(answer *whatif.Answer) []string {
	said := make([]string, 0, len(answer.Nodes))
	for _, node := range answer.Nodes {
		var plugins []string
		for _, verdict := range node.Failed() {
			plugins = append(plugins, verdict.Plugin)
		}
		if len(plugins) == 0 {
			plugins = []string{fits}
		}
		said = append(said, strings.Join(plugins, "+"))
	}
	return said
}

// question is one row of a table: what each of four nodes says to a template after some changes.
type question struct {
	name, pod string
	changes   []whatif.Change
	want      string // plugins per node, or one for all
}

// run asks all questions, and lets the framework's own way of asking confirm each answer.
func run(t *testing.T, s whatif.Scheduler, snapshot *whatif.Snapshot, questions []question) {
	for _, q := range questions {
		t.Run(q.name, func(t *testing.T) {
			changed := snapshot.With(q.changes...)
			pod := admit(t, s, changed, q.pod)
			answer := ask(t, s, changed, pod)
			want := strings.Fields(q.want)
			if len(want) == 1 {
				want = slices.Repeat(want, 4)
			}
			if got := failures(answer); !slices.Equal(got, want) {
				t.Errorf("got  %v\nwant %v", got, want)
			}
			confirm(t, answer, preempt(t, s, changed, pod))
		})
	}
}

// confirm compares our way through the plugins with the framework's: the same sentence, up to where preemption begins.
func confirm(t *testing.T, answer *whatif.Answer, framework *whatif.Preemption) {
	t.Helper()
	if len(answer.Held) > 0 || answer.Err != nil {
		return
	}
	if (answer.Message == "") != (framework.Message == "") || !strings.HasPrefix(framework.Message, answer.Message) {
		t.Errorf("we say            %q\nthe framework says %q", answer.Message, framework.Message)
	}
	if (answer.Message == "") != (len(answer.Feasible()) > 0) {
		t.Errorf("message %q, but feasible are %v", answer.Message, answer.Feasible())
	}
}

func podNames(pods []*corev1.Pod) string {
	names := make([]string, len(pods))
	for i, pod := range pods {
		names[i] = pod.Name
	}
	return strings.Join(names, " ")
}

func scores(answer *whatif.Answer, plugin string) string {
	byNode := map[string]int64{}
	for _, node := range answer.Nodes {
		if node.Fits() {
			byNode[node.Name] = node.Scores[plugin]
		}
	}
	said := make([]string, 0, len(byNode))
	for _, name := range slices.Sorted(maps.Keys(byNode)) {
		said = append(said, fmt.Sprintf("%s=%d", name, byNode[name]))
	}
	return strings.Join(said, " ")
}
