package evidence

import (
	"cmp"
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// World is the state of everything in scope at one moment of the history.
type World struct {
	// Last is the version that made this moment; nil before the first.
	Last *Version

	live  map[string]map[types.UID]*Version
	first map[types.UID]*Version // of nodes: as they were before anybody could label them
}

func newWorld() *World {
	return &World{live: map[string]map[types.UID]*Version{}, first: map[types.UID]*Version{}}
}

// apply moves the world on by one version.
func (w *World) apply(v *Version) {
	w.Last = v
	if v.Deleted {
		delete(w.live[v.Kind], v.UID())
		return
	}
	if w.live[v.Kind] == nil {
		w.live[v.Kind] = map[types.UID]*Version{}
	}
	w.live[v.Kind][v.UID()] = v
	if v.Kind == "Node" && w.first[v.UID()] == nil {
		w.first[v.UID()] = v
	}
}

// Moment is the instant of this state.
func (w *World) Moment() Moment {
	if w.Last == nil {
		return Moment{}
	}
	return w.Last.Moment()
}

// list returns the live objects of a kind that keep says yes to, oldest first, so that results do not depend on map order.
func list[T client.Object](w *World, kindName string, keep func(T) bool) []T {
	var found []T
	for _, v := range w.live[kindName] {
		if object, ok := v.Object.(T); ok && keep(object) {
			found = append(found, object)
		}
	}
	slices.SortFunc(found, func(a, b T) int {
		ta, tb := a.GetCreationTimestamp(), b.GetCreationTimestamp()
		return cmp.Or(ta.Compare(tb.Time), cmp.Compare(a.GetName(), b.GetName()))
	})
	return found
}

// find returns the live object of that name.
func find[T client.Object](w *World, kindName, namespace, name string) (T, bool) {
	for _, v := range w.live[kindName] {
		if v.Object.GetName() == name && v.Object.GetNamespace() == namespace {
			object, ok := v.Object.(T)
			return object, ok
		}
	}
	var none T
	return none, false
}

// Deployment finds a Deployment by name.
func (w *World) Deployment(namespace, name string) (*appsv1.Deployment, bool) {
	return find[*appsv1.Deployment](w, "Deployment", namespace, name)
}

// DaemonSet finds a DaemonSet by name.
func (w *World) DaemonSet(namespace, name string) (*appsv1.DaemonSet, bool) {
	return find[*appsv1.DaemonSet](w, "DaemonSet", namespace, name)
}

// StatefulSet finds a StatefulSet by name.
func (w *World) StatefulSet(namespace, name string) (*appsv1.StatefulSet, bool) {
	return find[*appsv1.StatefulSet](w, "StatefulSet", namespace, name)
}

// Service finds a Service by name.
func (w *World) Service(namespace, name string) (*corev1.Service, bool) {
	return find[*corev1.Service](w, "Service", namespace, name)
}

// ConfigMap finds a ConfigMap by name.
func (w *World) ConfigMap(namespace, name string) (*corev1.ConfigMap, bool) {
	return find[*corev1.ConfigMap](w, "ConfigMap", namespace, name)
}

// Claim finds a PersistentVolumeClaim by name.
func (w *World) Claim(namespace, name string) (*corev1.PersistentVolumeClaim, bool) {
	return find[*corev1.PersistentVolumeClaim](w, "PersistentVolumeClaim", namespace, name)
}

// Pod finds a Pod by name.
func (w *World) Pod(namespace, name string) (*corev1.Pod, bool) {
	return find[*corev1.Pod](w, "Pod", namespace, name)
}

// Nodes returns all nodes.
func (w *World) Nodes() []*corev1.Node {
	return list(w, "Node", func(*corev1.Node) bool { return true })
}

// Deployments returns the Deployments of a namespace.
func (w *World) Deployments(namespace string) []*appsv1.Deployment {
	return list(w, "Deployment", inNamespace[*appsv1.Deployment](namespace))
}

// ReplicaSetsOf returns the ReplicaSets that owner controls.
func (w *World) ReplicaSetsOf(owner client.Object) []*appsv1.ReplicaSet {
	return list(w, "ReplicaSet", controlledBy[*appsv1.ReplicaSet](owner))
}

// PodsOf returns the Pods that owner controls directly.
func (w *World) PodsOf(owner client.Object) []*corev1.Pod {
	return list(w, "Pod", controlledBy[*corev1.Pod](owner))
}

// PodsOfDeployment returns the Pods of all of a Deployment's ReplicaSets.
func (w *World) PodsOfDeployment(owner *appsv1.Deployment) []*corev1.Pod {
	var pods []*corev1.Pod
	for _, rs := range w.ReplicaSetsOf(owner) {
		pods = append(pods, w.PodsOf(rs)...)
	}
	return pods
}

func inNamespace[T client.Object](namespace string) func(T) bool {
	return func(object T) bool { return object.GetNamespace() == namespace }
}

func controlledBy[T client.Object](owner client.Object) func(T) bool {
	return func(object T) bool { return metav1.IsControlledBy(object, owner) }
}
