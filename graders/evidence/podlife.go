package evidence

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// evictedForTaint is the reason of the DisruptionTarget condition that the taint eviction controller sets before it deletes
// a Pod (k8s.io/kubernetes/pkg/controller/tainteviction); the API has no constant for it.
const evictedForTaint = "DeletionByTaintManager"

// Life is what became of one Pod. A Moment that never came is zero.
type Life struct {
	// Workload is the name of the object at the top of the Pod's owners, or the Pod's own if it has none.
	Workload string
	// Pod is its last state.
	Pod *corev1.Pod
	// Created and Bound are when it appeared and got its node; Leaving is when it was told to go, and Gone when it was gone.
	Created, Bound, Leaving, Gone Moment
	// Unschedulable is when the scheduler first found no node for it.
	Unschedulable Moment
	// Ready is when it first became ready.
	Ready Moment
	// Unready is when it last ceased to be ready without being deleted.
	Unready Moment
	// Ended is true if some container of it came to an end before the Pod was deleted.
	Ended bool
	// Nominated are the nodes on which the scheduler made room for it.
	Nominated []string
	// Disrupted is the reason of its DisruptionTarget condition: who pushed it out.
	Disrupted string
}

// Served is true if the Pod got ready and its containers kept running.
func (l *Life) Served() bool { return !l.Ready.IsZero() && !l.Ended }

// BypassedScheduler is true if the Pod was created with its node's name in it.
func (l *Life) BypassedScheduler() bool { return !l.Bound.IsZero() && l.Bound.RV == l.Created.RV }

// EvictedForTaint is true if the taint eviction controller removed the Pod. No learner may write a Pod's status, so the
// condition can be believed.
func (l *Life) EvictedForTaint() bool { return l.Disrupted == evictedForTaint }

// Preempted is true if the scheduler removed the Pod to make room for another.
func (l *Life) Preempted() bool { return l.Disrupted == corev1.PodReasonPreemptionByScheduler }

// PodLives are those of all Pods of a namespace, in the order in which they were created.
func (h *History) PodLives(namespace string) ([]*Life, error) {
	var lives []*Life
	known := map[types.UID]*Life{}
	err := h.Walk(func(w *World) bool {
		pod, ok := w.Last.Object.(*corev1.Pod)
		if !ok || pod.Namespace != namespace {
			return true
		}
		life := known[pod.UID]
		if life == nil {
			life = &Life{Workload: w.workloadOf(pod), Created: w.Moment()}
			known[pod.UID] = life
			lives = append(lives, life)
		}
		life.follow(w.Last, pod)
		return true
	})
	return lives, err
}

func (l *Life) follow(v *Version, pod *corev1.Pod) {
	wasReady := l.Pod != nil && Ready(l.Pod)
	l.Pod = pod
	if v.Deleted {
		l.Gone = v.Moment()
		setOnce(&l.Leaving, l.Gone, true)
		return
	}
	at := v.Moment()
	setOnce(&l.Bound, at, pod.Spec.NodeName != "")
	setOnce(&l.Unschedulable, at, Unschedulable(pod))
	setOnce(&l.Ready, at, Ready(pod))
	setOnce(&l.Leaving, at, pod.DeletionTimestamp != nil)
	if pod.DeletionTimestamp == nil {
		l.Ended = l.Ended || HasEnded(pod)
		if wasReady && !Ready(pod) {
			l.Unready = at
		}
	}
	if node := pod.Status.NominatedNodeName; node != "" {
		l.Nominated = append(l.Nominated, node)
	}
	for _, condition := range pod.Status.Conditions {
		if condition.Type == corev1.DisruptionTarget && condition.Status == corev1.ConditionTrue {
			l.Disrupted = condition.Reason
		}
	}
}

func setOnce(at *Moment, now Moment, holds bool) {
	if at.IsZero() && holds {
		*at = now
	}
}

// workloadOf climbs from a Pod over its controlling owners and returns the name of the last that exists.
func (w *World) workloadOf(pod *corev1.Pod) string {
	name, owner := pod.Name, metav1.GetControllerOf(pod)
	for owner != nil {
		name = owner.Name
		above := w.live[owner.Kind][owner.UID]
		if above == nil {
			break
		}
		owner = metav1.GetControllerOf(above.Object)
	}
	return name
}

// PodsUnder returns the Pods whose topmost owner has that name, whatever its kind, and the Pod of that name if it has no owner.
func (w *World) PodsUnder(namespace, name string) []*corev1.Pod {
	return list(w, "Pod", func(p *corev1.Pod) bool { return p.Namespace == namespace && w.workloadOf(p) == name })
}
