package placement_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"sigs.k8s.io/e2e-framework/klient/k8s"
	"sigs.k8s.io/e2e-framework/klient/k8s/resources"

	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/fixtures/embedded/embeddedtest"
	"github.com/podium-labs/podium/fixtures/objects"
	"github.com/podium-labs/podium/graders/whatif"
)

const (
	clusterPoll = 20 * time.Millisecond
	// clusterPatience is how long anything on the cluster may take; nothing waits for it unless something is wrong.
	clusterPatience = 30 * time.Second
)

// cluster is a real one that is made to look like snapshots, one after the other.
type cluster struct {
	t      *testing.T
	client *resources.Resources
	// has is what was made on it, by kind and name.
	has map[string]k8s.Object
	// round counts how often its nodes were looked at: see seen.
	round *int
}

// newCluster starts a cluster and takes off it all that is there at first: nodes, and what runs in kube-system.
func newCluster(t *testing.T) *cluster {
	running := embeddedtest.Start(t, embedded.Options{PodReadyDelay: 10 * time.Millisecond})
	client, err := resources.New(running.KubernetesRestConfig())
	if err != nil {
		t.Fatal(err)
	}
	c := &cluster{t: t, client: client, has: map[string]k8s.Object{}, round: new(int)}
	for _, list := range []k8s.ObjectList{&appsv1.DeploymentList{}, &appsv1.DaemonSetList{}, &corev1.NodeList{}, &corev1.PodList{}} {
		c.must(client.List(t.Context(), list))
		for _, object := range items(list) {
			c.delete(object)
		}
	}
	return c
}

func items(list k8s.ObjectList) []k8s.Object {
	var all []k8s.Object
	switch list := list.(type) {
	case *appsv1.DeploymentList:
		for i := range list.Items {
			all = append(all, &list.Items[i])
		}
	case *appsv1.DaemonSetList:
		for i := range list.Items {
			all = append(all, &list.Items[i])
		}
	case *corev1.NodeList:
		for i := range list.Items {
			all = append(all, &list.Items[i])
		}
	case *corev1.PodList:
		for i := range list.Items {
			all = append(all, &list.Items[i])
		}
	}
	return all
}

// in is the cluster for a test of its own.
func (c *cluster) in(t *testing.T) *cluster {
	return &cluster{t: t, client: c.client, has: c.has, round: c.round}
}

func (c *cluster) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

// until waits for something; what says what.
func (c *cluster) until(what string, done func(context.Context) (bool, error)) {
	c.t.Helper()
	if err := wait.PollUntilContextTimeout(c.t.Context(), clusterPoll, clusterPatience, true, done); err != nil {
		c.t.Fatalf("wait until %s: %v", what, err)
	}
}

// delete removes an object and waits until it has gone.
func (c *cluster) delete(object k8s.Object) {
	c.t.Helper()
	grace := func(o *metav1.DeleteOptions) { o.GracePeriodSeconds = new(int64) }
	if err := c.client.Delete(c.t.Context(), object, grace); !apierrors.IsNotFound(err) {
		c.must(err)
	}
	c.until(fmt.Sprintf("%T %s is gone", object, object.GetName()), func(ctx context.Context) (bool, error) {
		err := c.client.Get(ctx, object.GetName(), object.GetNamespace(), object)
		return apierrors.IsNotFound(err), nil
	})
}

// begins makes the cluster look like a snapshot, all but the nodes made anew.
func (c *cluster) begins(s *whatif.Snapshot) {
	c.t.Helper()
	c.becomes(&whatif.Snapshot{Nodes: s.Nodes})
	c.seen(s.Nodes[len(s.Nodes)-1].Name)
	c.becomes(s)
}

// becomes makes the cluster look like a snapshot. Nodes are changed in place, as one would; all else is made anew if it differs.
func (c *cluster) becomes(s *whatif.Snapshot) {
	c.t.Helper()
	wanted := standing(s)
	byKind := func(of map[string]k8s.Object) func(a, b string) int {
		return func(a, b string) int { return cmp.Or(cmp.Compare(rank(of[a]), rank(of[b])), cmp.Compare(a, b)) }
	}
	for _, key := range slices.Backward(slices.SortedFunc(maps.Keys(c.has), byKind(c.has))) {
		object, to := c.has[key], wanted[key]
		switch object.(type) {
		case *corev1.Namespace:
			continue // it takes long to go, and is in nobody's way
		case *corev1.Node:
			if to != nil {
				continue
			}
		}
		if to == nil || !equality.Semantic.DeepEqual(to, object) {
			c.delete(object.DeepCopyObject().(k8s.Object))
			delete(c.has, key)
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(wanted), byKind(wanted)) {
		object := wanted[key]
		switch was := c.has[key]; {
		case was == nil:
			c.create(object)
		case !equality.Semantic.DeepEqual(object, was):
			c.change(object.(*corev1.Node))
		}
		c.has[key] = object
	}
}

// rank is the order in which objects are made: each kind after those that it refers to.
func rank(object k8s.Object) int {
	switch object.(type) {
	case *corev1.Namespace:
		return 0
	case *corev1.Node:
		return 1
	case *corev1.Pod:
		return 3
	default:
		return 2
	}
}

// standing is what a snapshot holds, without what only a drawing of a cluster can have: owners that are not there, volumes
// made of nothing, and claims that say they are bound.
func standing(s *whatif.Snapshot) map[string]k8s.Object {
	all := map[string]k8s.Object{}
	put := func(object k8s.Object) {
		all[fmt.Sprintf("%T %s/%s", object, object.GetNamespace(), object.GetName())] = object
	}
	for i, n := range s.Nodes {
		node := objects.Node(objects.NodeSpec{Name: n.Name}, fmt.Sprintf("172.18.1.%d", i+1))
		node.Labels, node.Spec.Taints, node.Spec.Unschedulable = n.Labels, n.Spec.Taints, n.Spec.Unschedulable
		node.Status.Allocatable, node.Status.Capacity = n.Status.Allocatable, n.Status.Allocatable
		put(&node)
	}
	for _, p := range s.Pods {
		pod := p.DeepCopy()
		pod.OwnerReferences, pod.Status = nil, corev1.PodStatus{}
		put(pod)
		put(&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: pod.Namespace}})
	}
	for _, o := range s.Objects {
		object := o.DeepCopyObject().(k8s.Object)
		switch object := object.(type) {
		case *corev1.PersistentVolumeClaim:
			object.Annotations, object.Spec.VolumeName, object.Status = nil, "", corev1.PersistentVolumeClaimStatus{}
		case *corev1.PersistentVolume: // what it is made of is left open by a suggestion
			if source := &object.Spec.PersistentVolumeSource; *source == (corev1.PersistentVolumeSource{}) {
				source.HostPath = &corev1.HostPathVolumeSource{Path: "/data"}
			}
		}
		put(object)
	}
	return all
}

// create waits for the ServiceAccount of a new namespace.
func (c *cluster) create(object k8s.Object) {
	c.t.Helper()
	c.until(fmt.Sprintf("%T %s can be created", object, object.GetName()), func(ctx context.Context) (bool, error) {
		err := c.client.Create(ctx, object.DeepCopyObject().(k8s.Object))
		if _, isNamespace := object.(*corev1.Namespace); isNamespace && apierrors.IsAlreadyExists(err) || apierrors.IsForbidden(err) {
			return isNamespace, nil
		}
		return err == nil, err
	})
	if volume, is := object.(*corev1.PersistentVolume); is && volume.Spec.ClaimRef != nil {
		c.poke(volume.Spec.ClaimRef)
	}
}

// poke has the volume controller look at a claim, which it does every 15 seconds otherwise.
func (c *cluster) poke(claim *corev1.ObjectReference) {
	c.t.Helper()
	patch := k8s.Patch{PatchType: types.MergePatchType, Data: []byte(`{"metadata":{"annotations":{"podium.dev/look":"again"}}}`)}
	err := c.client.Patch(c.t.Context(), &corev1.PersistentVolumeClaim{ObjectMeta: metav1.ObjectMeta{Namespace: claim.Namespace, Name: claim.Name}}, patch)
	if !apierrors.IsNotFound(err) {
		c.must(err)
	}
}

// change gives a node other labels, taints and resources.
func (c *cluster) change(to *corev1.Node) {
	c.t.Helper()
	c.until("node "+to.Name+" is changed", func(ctx context.Context) (bool, error) {
		node := &corev1.Node{}
		if err := c.client.Get(ctx, to.Name, "", node); err != nil {
			return false, err
		}
		node.Labels, node.Spec.Taints, node.Spec.Unschedulable = to.Labels, to.Spec.Taints, to.Spec.Unschedulable
		err := c.client.Update(ctx, node)
		if err == nil {
			node.Status.Allocatable, node.Status.Capacity = to.Status.Allocatable, to.Status.Capacity
			err = c.client.UpdateStatus(ctx, node)
		}
		if apierrors.IsConflict(err) {
			return false, nil
		}
		return err == nil, err
	})
}

// roundLabel tells nodes as they are from nodes as they were.
const roundLabel = "podium.dev/round"

// seen returns when the scheduler knows the nodes as they are now: it binds a Pod that only the label of this round lets
// through, which the node gets last.
func (c *cluster) seen(node string) {
	c.t.Helper()
	*c.round++
	round := strconv.Itoa(*c.round)
	patch := k8s.Patch{PatchType: types.MergePatchType, Data: fmt.Appendf(nil, `{"metadata":{"labels":{%q:%q}}}`, roundLabel, round)}
	c.must(c.client.Patch(c.t.Context(), &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: node}}, patch))
	probe := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "probe"}, Spec: corev1.PodSpec{
		NodeSelector: map[string]string{roundLabel: round, corev1.LabelHostname: node},
		Tolerations:  []corev1.Toleration{{Operator: corev1.TolerationOpExists}},
		Containers:   []corev1.Container{{Name: "c", Image: "nginx"}},
	}}
	c.create(probe)
	c.until("the scheduler has seen node "+node, func(ctx context.Context) (bool, error) {
		err := c.client.Get(ctx, probe.Name, probe.Namespace, probe)
		return probe.Spec.NodeName != "", err
	})
	c.delete(probe)
}

func waiting(template *corev1.PodTemplateSpec) *corev1.Pod {
	pod := &corev1.Pod{ObjectMeta: *template.ObjectMeta.DeepCopy(), Spec: *template.Spec.DeepCopy()}
	pod.Namespace = namespace
	return pod
}

// waits creates a Pod and sees that the scheduler finds no place for it.
func (c *cluster) waits(template *corev1.PodTemplateSpec) {
	c.t.Helper()
	c.create(waiting(template))
	c.until("the Pod is turned down", func(ctx context.Context) (bool, error) {
		pod := waiting(template)
		if err := c.client.Get(ctx, pod.Name, pod.Namespace, pod); err != nil {
			return false, err
		}
		if pod.Spec.NodeName != "" {
			return false, fmt.Errorf("it is on %s", pod.Spec.NodeName)
		}
		return slices.ContainsFunc(pod.Status.Conditions, func(is corev1.PodCondition) bool {
			return is.Type == corev1.PodScheduled && is.Status == corev1.ConditionFalse
		}), nil
	})
}

// runs returns the node on which the Pod runs in the end.
func (c *cluster) runs(name string) string {
	c.t.Helper()
	pod := &corev1.Pod{}
	c.until("the Pod runs", func(ctx context.Context) (bool, error) {
		err := c.client.Get(ctx, name, namespace, pod)
		return pod.Status.Phase == corev1.PodRunning, err
	})
	return pod.Spec.NodeName
}
