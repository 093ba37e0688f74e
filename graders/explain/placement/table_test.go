package placement_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/yaml"

	"github.com/podium-labs/podium/graders/explain/placement"
	"github.com/podium-labs/podium/graders/whatif"
	"github.com/podium-labs/podium/graders/whatif/kubescheduler"
)

const namespace = "default"

// situation is a Pod that stays Pending and why.
type situation struct {
	name string
	pod  string
	// objects are claims, Namespaces and the like.
	objects []string
	// cluster changes the four nodes.
	cluster []whatif.Change
	// causes are all levers, "n1 cordon/n1": those planted and no others. "n* …" is short for all four nodes, "pod …" holds whatever the node.
	causes []string
	// first are the kinds of the smallest suggestion; "none" if nothing can be suggested.
	first string
}

// TestEveryPlantedCauseIsNamedAndNoOther is the table of Pending situations. Each suggestion is made on the objects and
// asked about again, in a scheduler of its own: with it the Pod fits, and without any one of its changes it does not.
func TestEveryPlantedCauseIsNamedAndNoOther(t *testing.T) {
	all := slices.Concat(taintSituations(), labelSituations(), resourceSituations(), podSituations(), mixedSituations())
	if len(all) < 40 {
		t.Fatalf("only %d situations", len(all))
	}
	scheduler, judge := newScheduler(t), newScheduler(t)
	names := map[string]bool{}
	for _, s := range all {
		if names[s.name] {
			t.Errorf("two situations are called %q", s.name)
		}
		names[s.name] = true
		t.Run(s.name, func(t *testing.T) {
			snapshot := four(decodeAll(t, s.objects)...).With(s.cluster...)
			template := templateOf(t, s.pod)
			pod, err := judge.Admit(snapshot, namespace, template)
			if err != nil {
				t.Fatal(err)
			}
			p, err := placement.Explain(t.Context(), scheduler, snapshot, pod)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := causes(p), expand(s.causes); !slices.Equal(got, want) {
				t.Errorf("got\n  %s\nwant\n  %s\nscheduler: %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "), p.Message)
			}
			if len(p.Fits) > 0 {
				t.Fatalf("fits on %v", p.Fits)
			}
			if first := firstKinds(p); first != s.first {
				t.Errorf("first suggestion %q, want %q", first, s.first)
			}
			checkSuggestions(t, judge, snapshot, template, p)
		})
	}
}

func firstKinds(p *placement.Placement) string {
	if len(p.Suggestions) == 0 {
		return "none"
	}
	var kinds []string
	for _, c := range p.Suggestions[0].Changes {
		kinds = append(kinds, c.Kind)
	}
	return strings.Join(kinds, "+")
}

// checkSuggestions changes the objects: the snapshot, and the template as its author wrote it.
func checkSuggestions(t *testing.T, judge *kubescheduler.Scheduler, snapshot *whatif.Snapshot, template *corev1.PodTemplateSpec, p *placement.Placement) {
	t.Helper()
	for i, s := range p.Suggestions {
		if i > 0 && len(s.Changes) < len(p.Suggestions[i-1].Changes) {
			t.Errorf("suggestion %d is smaller than the one before", i)
		}
		if fits := fitsWith(t, judge, snapshot, template, s); !slices.Equal(fits, s.Fits) {
			t.Errorf("%s: fits on %v, promised are %v", said(s), fits, s.Fits)
		}
		for leave := range s.Changes {
			less := placement.Suggestion{Changes: slices.Delete(slices.Clone(s.Changes), leave, leave+1)}
			if fits := fitsWith(t, judge, snapshot, template, less); len(fits) > 0 {
				t.Errorf("%s: %s is not needed", said(s), s.Changes[leave].Kind)
			}
		}
	}
}

func said(s placement.Suggestion) string {
	var texts []string
	for _, c := range s.Changes {
		texts = append(texts, fmt.Sprintf(c.Text.Key, c.Text.Args...))
	}
	return strings.Join(texts, " and ")
}

func fitsWith(t *testing.T, judge *kubescheduler.Scheduler, snapshot *whatif.Snapshot, template *corev1.PodTemplateSpec, s placement.Suggestion) []string {
	t.Helper()
	changed := s.Snapshot(snapshot)
	edited := template.DeepCopy()
	s.Edit(&edited.Spec)
	pod, err := judge.Admit(changed, namespace, edited)
	if err != nil {
		t.Fatalf("%s: %v", said(s), err)
	}
	answer, err := judge.Ask(t.Context(), changed, pod)
	if err != nil {
		t.Fatal(err)
	}
	return answer.Feasible()
}

func causes(p *placement.Placement) []string {
	var found []string
	for _, l := range p.Pod {
		found = append(found, "pod "+l.Kind+"/"+l.Subject)
	}
	for _, n := range p.Nodes {
		for _, l := range n.Levers {
			found = append(found, n.Name+" "+l.Kind+"/"+l.Subject)
		}
	}
	slices.Sort(found)
	return found
}

func expand(causes []string) []string {
	var all []string
	for _, c := range causes {
		rest, every := strings.CutPrefix(c, "n* ")
		if !every {
			all = append(all, c)
			continue
		}
		for _, node := range []string{"n1", "n2", "n3", "n4"} {
			all = append(all, node+" "+rest)
		}
	}
	slices.Sort(all)
	return all
}

func newScheduler(t *testing.T) *kubescheduler.Scheduler {
	t.Helper()
	s, err := kubescheduler.New(kubescheduler.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// four nodes in three zones, each with 4 CPUs; n4 has two graphics cards.
func four(objects ...runtime.Object) *whatif.Snapshot {
	gpu := newNode("n4", "zone=c disk=ssd gpu.memory=32g gpu.homelab/tier=xlarge")
	gpu.Status.Allocatable["nvidia.com/gpu"] = resource.MustParse("2")
	return &whatif.Snapshot{
		Nodes: []*corev1.Node{
			newNode("n1", "zone=a disk=ssd"), newNode("n2", "zone=a disk=hdd cores=16"), newNode("n3", "zone=b disk=nvme cores=32"), gpu,
		},
		Objects: objects,
	}
}

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

func decodeAll(t *testing.T, texts []string) []runtime.Object {
	t.Helper()
	var objects []runtime.Object
	for _, text := range texts {
		data, err := yaml.YAMLToJSON([]byte(text))
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		object, _, err := scheme.Codecs.UniversalDeserializer().Decode(data, nil, nil)
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		objects = append(objects, object)
	}
	return objects
}

func templateOf(t *testing.T, text string) *corev1.PodTemplateSpec {
	t.Helper()
	made := &corev1.PodTemplateSpec{}
	if err := yaml.UnmarshalStrict([]byte(text), made); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	made.Name = "waiting"
	if made.Spec.Containers == nil {
		made.Spec.Containers = []corev1.Container{{Name: "c", Image: "nginx"}}
	}
	return made
}

// runs is a Pod that runs on a node already; text is a Pod in YAML with at least its name.
func runs(node, text string) whatif.Change {
	return func(s *whatif.Snapshot) {
		pod := &corev1.Pod{}
		if err := yaml.UnmarshalStrict([]byte(text), pod); err != nil {
			panic(err) // a mistake in this file
		}
		if pod.Namespace == "" {
			pod.Namespace = namespace
		}
		pod.Spec.NodeName, pod.Status.Phase = node, corev1.PodRunning
		if pod.Spec.Containers == nil {
			pod.Spec.Containers = []corev1.Container{{Name: "c", Image: "nginx"}}
		}
		s.Pods = append(s.Pods, pod)
	}
}

// TestTheSameChangeToFurtherNodesIsNamed: of equal workers none is left out.
func TestTheSameChangeToFurtherNodesIsNamed(t *testing.T) {
	scheduler := newScheduler(t)
	snapshot := &whatif.Snapshot{Nodes: []*corev1.Node{newNode("w1", ""), newNode("w2", ""), newNode("w3", ""), newNode("w4", "")}}
	pod, err := scheduler.Admit(snapshot, namespace, templateOf(t, "spec: {nodeSelector: {disk: ssd}}"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := placement.Explain(t.Context(), scheduler, snapshot, pod)
	if err != nil {
		t.Fatal(err)
	}
	var labelled []string
	for _, s := range p.Suggestions {
		if s.Changes[0].Node != "" {
			labelled = append(append(labelled, s.Changes[0].Node), s.Alike...)
		}
	}
	slices.Sort(labelled)
	if !slices.Equal(labelled, []string{"w1", "w2", "w3", "w4"}) {
		t.Errorf("suggested for %v: %+v", labelled, p.Suggestions)
	}
}

// TestAPodThatNamesItsNodeIsKeptFromAllOthers: the scheduler is not asked about such a Pod, so it never waits for one. Whoever asks what
// would be if it was gets the lever on every other node, and what is in the way on its own.
func TestAPodThatNamesItsNodeIsKeptFromAllOthers(t *testing.T) {
	scheduler := newScheduler(t)
	snapshot := four().With(func(s *whatif.Snapshot) { s.Nodes[1].Spec.Unschedulable = true })
	pod, err := scheduler.Admit(snapshot, namespace, templateOf(t, "spec: {}"))
	if err != nil {
		t.Fatal(err)
	}
	pod.Spec.NodeName = "n2"
	p, err := placement.Explain(t.Context(), scheduler, snapshot, pod)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"n1 nodeName/n2", "n2 cordon/n2", "n3 nodeName/n2", "n4 nodeName/n2"}
	if got := causes(p); !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
	if first := firstKinds(p); first != "uncordon" {
		t.Errorf("first suggestion %q", first)
	}
}
