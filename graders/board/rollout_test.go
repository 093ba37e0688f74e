package board_test

import (
	"slices"
	"strconv"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// workload is a Deployment of an attempt with what its controllers made.
type workload struct {
	a        *attempt
	d        *appsv1.Deployment
	sets     []*appsv1.ReplicaSet
	pods     map[*appsv1.ReplicaSet][]*corev1.Pod
	revision int
	nodes    []string
}

// deploy creates a Deployment with maxSurge 2 and maxUnavailable 0.
func (a *attempt) deploy(name, image string, replicas int32, nodes ...string) *workload {
	surge, unavailable := intstr.FromInt32(2), intstr.FromInt32(0)
	d := &appsv1.Deployment{ObjectMeta: a.meta(name, nil, "")}
	d.Spec.Replicas = &replicas
	d.Spec.Strategy = appsv1.DeploymentStrategy{Type: appsv1.RollingUpdateDeploymentStrategyType, RollingUpdate: &appsv1.RollingUpdateDeployment{MaxSurge: &surge, MaxUnavailable: &unavailable}}
	w := &workload{a: a, d: d, pods: map[*appsv1.ReplicaSet][]*corev1.Pod{}, nodes: nodes}
	w.template(image)
	w.roll()
	return w
}

func (w *workload) template(image string) {
	w.d.Spec.Template.Spec.Containers = []corev1.Container{{Name: "c", Image: image}}
	w.d.Generation++
	w.a.put("Deployment", w.d)
}

// set is the ReplicaSet of the Deployment's template, with a revision of its own.
func (w *workload) set() *appsv1.ReplicaSet {
	image := w.d.Spec.Template.Spec.Containers[0].Image
	i := slices.IndexFunc(w.sets, func(rs *appsv1.ReplicaSet) bool { return rs.Spec.Template.Spec.Containers[0].Image == image })
	if i < 0 {
		none := int32(0)
		rs := &appsv1.ReplicaSet{ObjectMeta: w.a.meta(w.a.name(w.d.Name), w.d, "Deployment")}
		rs.Spec.Replicas, rs.Spec.Template = &none, *w.d.Spec.Template.DeepCopy()
		i, w.sets = len(w.sets), append(w.sets, rs)
	}
	w.revision++
	w.sets[i].Annotations["deployment.kubernetes.io/revision"] = strconv.Itoa(w.revision)
	w.d.Annotations["deployment.kubernetes.io/revision"] = strconv.Itoa(w.revision)
	return w.sets[i]
}

// image rolls out another image, or goes back to one.
func (w *workload) image(image string) {
	w.template(image)
	w.roll()
}

func (w *workload) roll() {
	next := w.set()
	want := int(*w.d.Spec.Replicas)
	surge := w.d.Spec.Strategy.RollingUpdate.MaxSurge.IntValue()
	for len(w.pods[next]) < want {
		room := min(want+surge-w.count(), want-len(w.pods[next]))
		w.scale(next, len(w.pods[next])+room)
		w.grow(next, room)
		for w.count() > want {
			w.shrink(next)
		}
	}
	w.status(next)
}

func (w *workload) count() int {
	n := 0
	for _, pods := range w.pods {
		n += len(pods)
	}
	return n
}

func (w *workload) scale(rs *appsv1.ReplicaSet, n int) {
	replicas := int32(n)
	rs.Spec.Replicas = &replicas
	w.a.put("ReplicaSet", rs)
}

func (w *workload) grow(rs *appsv1.ReplicaSet, n int) {
	var made []*corev1.Pod
	for range n {
		made = append(made, w.a.pod(w.a.name(rs.Name), rs, "ReplicaSet", rs.Spec.Template.Spec.Containers[0].Image))
	}
	for i, pod := range made {
		w.a.bind(pod, w.nodes[(w.a.names+i)%len(w.nodes)])
	}
	for _, ready := range []bool{false, true} {
		w.a.wait(120 * time.Millisecond)
		for _, pod := range made {
			w.a.start(pod, ready)
		}
	}
	w.pods[rs] = append(w.pods[rs], made...)
	w.status(rs)
}

// shrink takes one Pod from a ReplicaSet that is not the newest.
func (w *workload) shrink(newest *appsv1.ReplicaSet) {
	for _, rs := range w.sets {
		pods := w.pods[rs]
		if rs == newest || len(pods) == 0 {
			continue
		}
		w.scale(rs, len(pods)-1)
		w.pods[rs] = pods[1:]
		w.a.end(pods[0])
		return
	}
}

func (w *workload) status(newest *appsv1.ReplicaSet) {
	n := int32(w.count())
	newest.Status.ReadyReplicas = int32(len(w.pods[newest]))
	w.a.put("ReplicaSet", newest)
	w.d.Status = appsv1.DeploymentStatus{ObservedGeneration: w.d.Generation, Replicas: n, ReadyReplicas: n, AvailableReplicas: n, UpdatedReplicas: newest.Status.ReadyReplicas}
	w.a.put("Deployment", w.d)
}
