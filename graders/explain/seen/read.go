package seen

import (
	"context"
	"fmt"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes"

	"github.com/podium-labs/podium/graders/lang"
)

// reader reads one state. What is forbidden is noted down; any other failure ends the reading.
type reader struct {
	client kubernetes.Interface
	state  *State
	failed error
}

// Read reads what an explanation of the target needs. The error is the API server's about the target itself, which
// apierrors.IsNotFound and IsForbidden understand, or one of the connection.
func Read(ctx context.Context, client kubernetes.Interface, target Target) (*State, error) {
	r := &reader{client: client, state: &State{Target: target, Now: time.Now()}}
	if err := r.exists(ctx); err != nil {
		return nil, err
	}
	r.workloads(ctx)
	r.pods(ctx)
	r.priorityClasses(ctx)
	r.nodes(ctx)
	if waiting := r.waiting(); len(waiting) > 0 && !r.state.NodesHidden {
		r.snapshot(ctx, waiting)
	}
	return r.state, r.failed
}

// exists asks for the target alone, so that a wrong name is told apart from a missing permission to list.
func (r *reader) exists(ctx context.Context) error {
	t, get := r.state.Target, metav1.GetOptions{}
	var err error
	switch t.Kind {
	case Pod:
		_, err = r.client.CoreV1().Pods(t.Namespace).Get(ctx, t.Name, get)
	case Deployment:
		_, err = r.client.AppsV1().Deployments(t.Namespace).Get(ctx, t.Name, get)
	case ReplicaSet:
		_, err = r.client.AppsV1().ReplicaSets(t.Namespace).Get(ctx, t.Name, get)
	case StatefulSet:
		_, err = r.client.AppsV1().StatefulSets(t.Namespace).Get(ctx, t.Name, get)
	case DaemonSet:
		_, err = r.client.AppsV1().DaemonSets(t.Namespace).Get(ctx, t.Name, get)
	case Job:
		_, err = r.client.BatchV1().Jobs(t.Namespace).Get(ctx, t.Name, get)
	case CronJob:
		_, err = r.client.BatchV1().CronJobs(t.Namespace).Get(ctx, t.Name, get)
	case Service:
		_, err = r.client.CoreV1().Services(t.Namespace).Get(ctx, t.Name, get)
	}
	if err != nil {
		return fmt.Errorf("get %s in namespace %s: %w", t, t.Namespace, err)
	}
	return nil
}

// workloads reads the kinds above and below the target.
func (r *reader) workloads(ctx context.Context) {
	s, ns, apps, batch := r.state, r.state.Target.Namespace, r.client.AppsV1(), r.client.BatchV1()
	kind := s.Target.Kind
	if kind == Pod || kind == Deployment || kind == ReplicaSet {
		s.Deployments = objects[appsv1.Deployment](ctx, r, "deployments", apps.Deployments(ns).List)
		s.ReplicaSets = objects[appsv1.ReplicaSet](ctx, r, "replicasets", apps.ReplicaSets(ns).List)
	}
	if kind == Pod || kind == StatefulSet {
		s.StatefulSets = objects[appsv1.StatefulSet](ctx, r, "statefulsets", apps.StatefulSets(ns).List)
	}
	if kind == Pod || kind == DaemonSet {
		s.DaemonSets = objects[appsv1.DaemonSet](ctx, r, "daemonsets", apps.DaemonSets(ns).List)
	}
	if kind == Pod || kind == Job || kind == CronJob {
		s.Jobs = objects[batchv1.Job](ctx, r, "jobs", batch.Jobs(ns).List)
		s.CronJobs = objects[batchv1.CronJob](ctx, r, "cronjobs", batch.CronJobs(ns).List)
	}
	if kind == Service {
		s.Services = objects[corev1.Service](ctx, r, "services", r.client.CoreV1().Services(ns).List)
		s.Slices = objects[discoveryv1.EndpointSlice](ctx, r, "endpointslices", r.client.DiscoveryV1().EndpointSlices(ns).List)
	}
}

func (r *reader) pods(ctx context.Context) {
	s, core := r.state, r.client.CoreV1()
	s.Pods = objects[corev1.Pod](ctx, r, "pods", core.Pods(s.Target.Namespace).List)
	s.Warnings = objects[corev1.Event](ctx, r, "events", func(ctx context.Context, o metav1.ListOptions) (*corev1.EventList, error) {
		o.FieldSelector = "type=" + corev1.EventTypeWarning
		return core.Events(s.Target.Namespace).List(ctx, o)
	})
	if s.Target.Kind == StatefulSet || s.Target.Kind == Pod {
		s.Claims = objects[corev1.PersistentVolumeClaim](ctx, r, "persistentvolumeclaims", core.PersistentVolumeClaims(s.Target.Namespace).List)
	}
}

func (r *reader) nodes(ctx context.Context) {
	before := len(r.state.Limits)
	r.state.Nodes = objects[corev1.Node](ctx, r, "nodes", r.client.CoreV1().Nodes().List)
	r.state.NodesHidden = len(r.state.Limits) > before
}

// objects lists one kind and returns pointers to its items.
func objects[T any, L runtime.Object](ctx context.Context, r *reader, resource string, list func(context.Context, metav1.ListOptions) (L, error)) []*T {
	if r.failed != nil {
		return nil
	}
	found, err := list(ctx, metav1.ListOptions{})
	switch {
	case apierrors.IsForbidden(err):
		r.state.Limits = append(r.state.Limits, lang.M("%s could not be read (permission \"list\" is missing): what depends on them is not told", resource))
	case err != nil && !absent(err):
		r.failed = fmt.Errorf("list %s: %w", resource, err)
	case err == nil:
		return items[T](r, found)
	}
	return nil
}

// absent is true if the server does not know the resource: an older cluster, or a feature that is off.
func absent(err error) bool { return apierrors.IsNotFound(err) }

func items[T any](r *reader, list runtime.Object) []*T {
	extracted, err := apimeta.ExtractList(list)
	if err != nil {
		r.failed = fmt.Errorf("read list: %w", err)
		return nil
	}
	typed := make([]*T, 0, len(extracted))
	for _, object := range extracted {
		if one, is := any(object).(*T); is {
			typed = append(typed, one)
		}
	}
	return typed
}
