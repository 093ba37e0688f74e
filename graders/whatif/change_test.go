package whatif_test

import (
	"reflect"
	"slices"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podium-labs/podium/graders/whatif"
)

func node(name string) *corev1.Node {
	return &corev1.Node{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{corev1.LabelHostname: name, "tier": "small"}},
		Spec:       corev1.NodeSpec{Taints: []corev1.Taint{{Key: "old", Effect: corev1.TaintEffectNoSchedule}, {Key: "old", Effect: corev1.TaintEffectNoExecute}}},
		Status: corev1.NodeStatus{Allocatable: corev1.ResourceList{
			corev1.ResourceCPU: resource.MustParse("4"), corev1.ResourceMemory: resource.MustParse("8Gi"), corev1.ResourcePods: resource.MustParse("5"),
		}},
	}
}

func pod(name, node, cpu string) *corev1.Pod {
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: "lab", Name: name, UID: "real"},
		Spec: corev1.PodSpec{NodeName: node, Containers: []corev1.Container{{Name: "c", Resources: corev1.ResourceRequirements{
			Requests: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse(cpu)},
		}}}},
	}
}

func two() *whatif.Snapshot {
	return &whatif.Snapshot{Nodes: []*corev1.Node{node("n1"), node("n2")}, Pods: []*corev1.Pod{pod("a", "n1", "1"), pod("b", "n2", "500m")}}
}

func labelsOf(s *whatif.Snapshot, name string) map[string]string {
	for _, n := range s.Nodes {
		if n.Name == name {
			return n.Labels
		}
	}
	return nil
}

func taintsOf(s *whatif.Snapshot, name string) []string {
	var taints []string
	for _, n := range s.Nodes {
		for _, t := range n.Spec.Taints {
			if n.Name == name {
				taints = append(taints, t.ToString())
			}
		}
	}
	return taints
}

func podsOf(s *whatif.Snapshot) []string {
	var pods []string
	for _, p := range s.Pods {
		pods = append(pods, p.Namespace+"/"+p.Name+"@"+p.Spec.NodeName)
	}
	return pods
}

func TestChangesOfNodes(t *testing.T) {
	for _, c := range []struct {
		name   string
		change []whatif.Change
		labels map[string]string
		taints []string
		cordon bool
	}{
		{"nothing", nil, map[string]string{corev1.LabelHostname: "n1", "tier": "small"}, []string{"old:NoSchedule", "old:NoExecute"}, false},
		{"label", []whatif.Change{whatif.Label("n1", "tier", "big"), whatif.Untaint("n1", "old")}, map[string]string{corev1.LabelHostname: "n1", "tier": "big"}, nil, false},
		{"unlabel", []whatif.Change{whatif.Unlabel("n1", "tier"), whatif.Untaint("n1", "old")}, map[string]string{corev1.LabelHostname: "n1"}, nil, false},
		{"relabel", []whatif.Change{whatif.Relabel("n1", map[string]string{"x": "y"}), whatif.Untaint("n1", "old")}, map[string]string{corev1.LabelHostname: "n1", "x": "y"}, nil, false},
		{"relabel with nothing", []whatif.Change{whatif.Relabel("n1", nil), whatif.Untaint("n1", "old")}, map[string]string{corev1.LabelHostname: "n1"}, nil, false},
		{"taint", []whatif.Change{whatif.Taint("n1", "old", "v", corev1.TaintEffectNoSchedule), whatif.Unlabel("n1", "tier")}, map[string]string{corev1.LabelHostname: "n1"}, []string{"old:NoExecute", "old=v:NoSchedule"}, false},
		{"cordon", []whatif.Change{whatif.Untaint("n1", "old"), whatif.Cordon("n1"), whatif.Unlabel("n1", "tier")}, map[string]string{corev1.LabelHostname: "n1"}, []string{"node.kubernetes.io/unschedulable:NoSchedule"}, true},
		{"uncordon", []whatif.Change{whatif.Untaint("n1", "old"), whatif.Cordon("n1"), whatif.Uncordon("n1"), whatif.Unlabel("n1", "tier")}, map[string]string{corev1.LabelHostname: "n1"}, nil, false},
		{"all nodes", []whatif.Change{whatif.EditAll(func(n *corev1.Node) { n.Labels, n.Spec.Taints = nil, nil })}, nil, nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := two()
			after := before.With(c.change...)
			if !reflect.DeepEqual(before, two()) {
				t.Error("the snapshot itself was changed")
			}
			if got := labelsOf(after, "n1"); !reflect.DeepEqual(got, c.labels) {
				t.Errorf("labels %v, want %v", got, c.labels)
			}
			if got := taintsOf(after, "n1"); !slices.Equal(got, c.taints) {
				t.Errorf("taints %v, want %v", got, c.taints)
			}
			if got := after.Nodes[0].Spec.Unschedulable; got != c.cordon {
				t.Errorf("unschedulable %v, want %v", got, c.cordon)
			}
		})
	}
}

func TestNodesComeAndGo(t *testing.T) {
	replaced := node("n2")
	replaced.Labels["tier"] = "big"
	after := two().With(whatif.AddNode(node("n3")), whatif.AddNode(replaced), whatif.RemoveNode("n1"), whatif.Cordon("n9"))
	if len(after.Nodes) != 2 || labelsOf(after, "n2")["tier"] != "big" || labelsOf(after, "n3") == nil {
		t.Errorf("nodes %v", after.Nodes)
	}
	if got := podsOf(after); !slices.Equal(got, []string{"lab/b@n2"}) {
		t.Errorf("pods %v: those of a removed node are to go, no others", got)
	}
	if object := after.With(whatif.AddObject(&corev1.Namespace{})); len(object.Objects) != 1 || len(after.Objects) != 0 {
		t.Error("an added object is to be in the copy only")
	}
}

func TestPlacedPodsAreApart(t *testing.T) {
	once := two().With(whatif.Place(pod("a", "", "1"), "n2"), whatif.Place(pod("a", "", "1"), "n2"))
	again := once.With(whatif.RemovePod("lab", "a-placed-1"), whatif.RemovePod("lab", "b"), whatif.Place(pod("a", "", "1"), "n1"))
	if got, want := podsOf(once), []string{"lab/a@n1", "lab/b@n2", "lab/a-placed-1@n2", "lab/a-placed-2@n2"}; !slices.Equal(got, want) {
		t.Errorf("pods %v, want %v", got, want)
	}
	if got, want := podsOf(again), []string{"lab/a@n1", "lab/a-placed-2@n2", "lab/a-placed-1@n1"}; !slices.Equal(got, want) {
		t.Errorf("pods %v, want %v", got, want)
	}
	seen := map[string]bool{}
	for _, p := range again.Pods {
		if seen[string(p.UID)] {
			t.Errorf("UID %s twice", p.UID)
		}
		seen[string(p.UID)] = true
	}
}

func TestFillLeaves(t *testing.T) {
	for _, c := range []struct {
		name  string
		leave corev1.ResourceList
		want  corev1.ResourceList
		pods  int
	}{
		{"some", corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("250m")}, corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("2750m")}, 1},
		{"nothing", corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("0"), corev1.ResourceMemory: resource.MustParse("0")}, corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("3"), corev1.ResourceMemory: resource.MustParse("8Gi")}, 1},
		{"more than there is", corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("9")}, corev1.ResourceList{}, 1},
		{"a resource that the node does not have", corev1.ResourceList{"gpu": resource.MustParse("0")}, corev1.ResourceList{}, 1},
		{"places for Pods", corev1.ResourceList{corev1.ResourcePods: resource.MustParse("1")}, corev1.ResourceList{}, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			done := pod("done", "n1", "4")
			done.Status.Phase = corev1.PodSucceeded
			before := two().With(func(s *whatif.Snapshot) { s.Pods = append(s.Pods, done) })
			after := before.With(whatif.Fill("n1", c.leave))
			added := after.Pods[len(before.Pods):]
			if len(added) != c.pods {
				t.Fatalf("%d Pods added, want %d", len(added), c.pods)
			}
			got := added[0].Spec.Containers[0].Resources.Requests
			if len(got) != len(c.want) {
				t.Fatalf("requests %v, want %v", got, c.want)
			}
			for name, want := range c.want {
				if quantity := got[name]; quantity.Cmp(want) != 0 {
					t.Errorf("%s: %s, want %s", name, quantity.String(), want.String())
				}
			}
			if added[0].Spec.NodeName != "n1" || *added[0].Spec.Priority < 2000000000 {
				t.Errorf("on %s with priority %d", added[0].Spec.NodeName, *added[0].Spec.Priority)
			}
		})
	}
	if after := two().With(whatif.Fill("n9", nil)); len(after.Pods) != 2 {
		t.Error("an unknown node was filled")
	}
}
