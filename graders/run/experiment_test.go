package run

import (
	"context"
	"errors"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/podium-labs/podium/labs"
)

// place is a namespace in which the DaemonSet agent reacts to nodes as its controller would: it wants one Pod a node, and leaves
// the Pods of nodes that go.
func place(t *testing.T, objects ...client.Object) *laboratory {
	t.Helper()
	react := func(ctx context.Context, c client.Client, by int32) error {
		agent := &appsv1.DaemonSet{}
		if err := c.Get(ctx, client.ObjectKey{Namespace: "lab", Name: "agent"}, agent); err != nil {
			return client.IgnoreNotFound(err)
		}
		agent.Status.DesiredNumberScheduled += by
		return c.Status().Update(ctx, agent)
	}
	funcs := interceptor.Funcs{
		Create: func(ctx context.Context, c client.WithWatch, object client.Object, opts ...client.CreateOption) error {
			if err := c.Create(ctx, object, opts...); err != nil {
				return err
			}
			pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "lab", Name: "agent-" + object.GetName()}, Spec: corev1.PodSpec{NodeName: object.GetName()}}
			return errors.Join(c.Create(ctx, pod), react(ctx, c, 1))
		},
		Delete: func(ctx context.Context, c client.WithWatch, object client.Object, opts ...client.DeleteOption) error {
			err := c.Delete(ctx, object, opts...)
			if _, isPod := object.(*corev1.Pod); err == nil && isPod {
				return react(ctx, c, -1)
			}
			return err
		},
	}
	built := fake.NewClientBuilder().WithScheme(clientgoscheme.Scheme).WithObjects(objects...).WithStatusSubresource(&appsv1.DaemonSet{}).WithInterceptorFuncs(funcs)
	return &laboratory{client: built.Build(), namespace: "lab"}
}

func agent() *appsv1.DaemonSet {
	return &appsv1.DaemonSet{ObjectMeta: metav1.ObjectMeta{Namespace: "lab", Name: "agent"}}
}

func aNode() labs.Experiment {
	return labs.Experiment{
		Objects: []client.Object{&corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: "visitor"}}}, Subject: agent(),
		Reading:   func(o client.Object) int { return int(o.(*appsv1.DaemonSet).Status.DesiredNumberScheduled) },
		Leftovers: func(o client.Object) bool { return o.(*corev1.Pod).Spec.NodeName == "visitor" },
	}
}

func TestAnExperimentLeavesNothing(t *testing.T) {
	node := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: "visitor"}}
	kept := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "lab", Name: "kept"}}
	for name, before := range map[string][]client.Object{
		"fresh":                     {agent(), kept},
		"after one that was killed": {agent(), kept, node.DeepCopy()},
	} {
		l := place(t, before...)
		done, err := l.run(t.Context(), aNode())
		if err != nil || len(done.objects) != 1 {
			t.Fatalf("%s: %+v, %v", name, done, err)
		}
		if left := aNode().Reading(done.subject); left != 0 {
			t.Errorf("%s: the DaemonSet still wants %d Pods", name, left)
		}
		if err := l.client.Get(t.Context(), client.ObjectKeyFromObject(node), &corev1.Node{}); !apierrors.IsNotFound(err) {
			t.Errorf("%s: the node is still there: %v", name, err)
		}
		pods := &corev1.PodList{}
		if err := l.client.List(t.Context(), pods); err != nil || len(pods.Items) != 1 {
			t.Errorf("%s: %d Pods, %v", name, len(pods.Items), err)
		}
	}
}

func TestAnExperimentNeedsItsSubject(t *testing.T) {
	l := place(t)
	if _, err := l.run(t.Context(), aNode()); !errors.Is(err, errNoSubject) {
		t.Errorf("%v", err)
	}
	nodes := &corev1.NodeList{}
	if err := l.client.List(t.Context(), nodes); err != nil || len(nodes.Items) != 0 {
		t.Errorf("%d nodes, %v", len(nodes.Items), err)
	}
}
