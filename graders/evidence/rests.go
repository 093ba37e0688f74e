package evidence

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Rests finds in a recorded history where the cluster had come to rest between the requests of somebody who worked on
// it, by the rule that a Settler follows while it happens.
type Rests struct {
	arrived []*Version
	next    int
	settler *Settler
	since   time.Time // of the last change or answer
	seen    uint64    // the newest version that has arrived
	want    uint64    // the version that the last request made
}

// NewRests begins at the beginning of the history.
func NewRests(history *History, options SettleOptions) *Rests {
	arrived := slices.Clone(history.Versions())
	slices.SortStableFunc(arrived, func(a, b *Version) int { return a.At.Compare(b.At) })
	return &Rests{arrived: arrived, settler: NewSettler(NewHistory(), options)}
}

// Before goes on to a request and says whether the cluster had come to rest since the one before it: nothing moved for
// as long as a Settler waits, or all was done when the request came, or nothing moved and nothing would have moved.
// Requests must come in their order.
func (r *Rests) Before(request Request) bool {
	rested := r.goTo(request.At)
	r.catchUp(request)
	quiet := r.quietUntil(request.At)
	if !rested && r.seen >= r.want {
		busy := slices.DeleteFunc(r.settler.history.unfinished(), func(v *Version) bool { return r.settler.history.isAftermath(v) || r.settler.hasRested(v) })
		stuck := quiet >= r.settler.options.Quiet && !slices.ContainsFunc(busy, r.settler.history.onItsWay)
		rested = len(busy) == 0 || stuck
	}
	if rested {
		r.settler.remember()
	}
	r.since = request.Answered
	if made := revisionOf(request); made > 0 {
		r.want = made
	}
	return rested
}

// goTo takes in what had arrived by the instant t.
func (r *Rests) goTo(t time.Time) bool {
	rested := false
	for ; r.next < len(r.arrived) && !r.arrived[r.next].At.After(t); r.next++ {
		v := r.arrived[r.next]
		rested = r.restedBy(v.At) || rested
		r.settler.history.Add(v)
		r.since, r.seen = v.At, max(r.seen, v.RV)
	}
	return r.restedBy(t) || rested
}

// catchUp takes in what is older than what the request made, though it arrived later: who made the request may have seen it
// before the recorder did.
func (r *Rests) catchUp(request Request) {
	made := revisionOf(request)
	var late, other []*Version
	for _, v := range r.arrived[r.next:] {
		if v.RV < made {
			late = append(late, v)
		} else {
			other = append(other, v)
		}
	}
	if len(late) == 0 {
		return
	}
	for _, v := range late {
		r.settler.history.Add(v)
		r.since, r.seen = request.At, max(r.seen, v.RV)
	}
	r.arrived = slices.Concat(r.arrived[:r.next], late, other)
	r.next += len(late)
}

func (r *Rests) restedBy(t time.Time) bool {
	return r.seen >= r.want && !r.since.IsZero() && r.quietUntil(t) >= r.settler.restAfter(r.since)
}

func (r *Rests) quietUntil(t time.Time) time.Duration { return t.Sub(r.since) }

// revisionOf is the resourceVersion of the object that a request left behind, 0 if it changed none.
func revisionOf(request Request) uint64 {
	var answer struct {
		Kind     string            `json:"kind"`
		Metadata metav1.ObjectMeta `json:"metadata"`
	}
	if request.Code >= 300 || request.DryRun || json.Unmarshal(request.Response, &answer) != nil || !recorded(answer.Kind) {
		return 0
	}
	revision, err := parseRevision(answer.Metadata.ResourceVersion)
	if err != nil {
		return 0
	}
	return revision
}

func recorded(kindName string) bool {
	_, ok := kindNamed(kindName)
	return ok
}

// isAftermath is true for what still follows by itself when somebody who works on the cluster sees that it has done what they
// wanted (kubectl rollout status, for example) and goes on: a Deployment has old ReplicaSets too many, the Pod of a controller is
// on its way out, an EndpointSlice is behind its Pods.
func (h *History) isAftermath(v *Version) bool {
	switch o := v.Object.(type) {
	case *appsv1.Deployment:
		return !isUnfinished(v) && h.keepsTooMany(v)
	case *corev1.Pod:
		return o.DeletionTimestamp != nil && metav1.GetControllerOf(o) != nil
	case *corev1.Service:
		return o.DeletionTimestamp == nil
	}
	return false
}

// onItsWay is true for an unfinished object that somebody is working on; what waits for a Pod that cannot start is not.
func (h *History) onItsWay(v *Version) bool {
	switch o := v.Object.(type) {
	case *appsv1.Deployment:
		return o.Status.ObservedGeneration < o.Generation || h.hasPodOnItsWay(v)
	case *appsv1.DaemonSet:
		return o.Status.ObservedGeneration < o.Generation || h.hasPodOnItsWay(v)
	case *appsv1.StatefulSet:
		return o.Status.ObservedGeneration < o.Generation || h.hasPodOnItsWay(v)
	case *batchv1.Job:
		return !jobEnded(o)
	case *corev1.PersistentVolumeClaim:
		return o.DeletionTimestamp != nil
	}
	return true
}

// hasPodOnItsWay looks at all Pods of the namespace: which of them the object waits for does not matter.
func (h *History) hasPodOnItsWay(v *Version) bool {
	return slices.ContainsFunc(h.alive("Pod"), func(other *Version) bool {
		pod, ok := other.Object.(*corev1.Pod)
		return ok && pod.Namespace == v.Object.GetNamespace() && podOnItsWay(pod)
	})
}

func podOnItsWay(pod *corev1.Pod) bool {
	switch {
	case pod.DeletionTimestamp != nil:
		return true
	case !Active(pod), Ready(pod):
		return false
	}
	unschedulable := slices.ContainsFunc(pod.Status.Conditions, func(c corev1.PodCondition) bool {
		return c.Type == corev1.PodScheduled && c.Status == corev1.ConditionFalse && c.Reason == corev1.PodReasonUnschedulable
	})
	waiting := slices.ContainsFunc(pod.Status.ContainerStatuses, func(s corev1.ContainerStatus) bool {
		reason := ""
		if s.State.Waiting != nil {
			reason = s.State.Waiting.Reason
		}
		return cmp.Or(reason, "ContainerCreating") != "ContainerCreating" && reason != "PodInitializing"
	})
	return !unschedulable && !waiting
}
