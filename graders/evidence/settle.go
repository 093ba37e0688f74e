package evidence

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// ErrUnsettled is wrapped when the cluster was still moving at the end of the time allowed.
var ErrUnsettled = errors.New("the cluster did not come to rest")

// SettleOptions says what rest means; the zero value has the defaults named below.
type SettleOptions struct {
	// Quiet is how long nothing may change once every controller has caught up (75 ms).
	Quiet time.Duration
	// Patience is how long nothing may change while something is still unfinished, such as a Pod that is not
	// ready yet (2 s). Longest waits that objects themselves ask for, such as minReadySeconds, are added.
	Patience time.Duration
	// Attention is how long nothing may change while somebody is certain to act: a controller, the scheduler or a kubelet has not
	// yet looked at an object at all, or has nothing that holds it up. However busy the machine is, none leaves it at that (10 s).
	Attention time.Duration
	// Reconsider is how long nothing may change after something that could make room for a Pod without a node: the
	// scheduler takes such Pods up again by itself (250 ms).
	Reconsider time.Duration
	// Kubelet is how long nothing may change while a Pod is on its way up or down, or owed by a controller, on real nodes:
	// making a volume, starting a container or asking a probe again takes seconds in which nobody reports anything. Zero is
	// for simulated ones.
	Kubelet time.Duration
}

func (o SettleOptions) withDefaults() SettleOptions {
	if o.Quiet == 0 {
		o.Quiet = 75 * time.Millisecond
	}
	if o.Patience == 0 {
		o.Patience = 2 * time.Second
	}
	if o.Attention == 0 {
		o.Attention = 10 * time.Second
	}
	if o.Reconsider == 0 {
		o.Reconsider = 250 * time.Millisecond
	}
	return o
}

// Settler waits for a recorded cluster to come to rest, time and again. What has once been waited for in vain,
// and has not changed since, is not waited for again.
type Settler struct {
	history *History
	options SettleOptions
	rested  map[types.UID]uint64
	room    int // changes that could make room for a Pod, when the cluster last came to rest
}

// NewSettler returns a Settler over a history that is being recorded.
func NewSettler(history *History, options SettleOptions) *Settler {
	return &Settler{history: history, options: options.withDefaults(), rested: map[types.UID]uint64{}}
}

// Settle blocks until the cluster is at rest: no version arrived for a while, and either nothing is unfinished
// or nothing has moved for the whole patience. It never sleeps for a fixed time. If ctx ends first it returns ErrUnsettled.
func (s *Settler) Settle(ctx context.Context) error {
	for {
		changed := s.history.Changed()
		if err := s.history.Complete(); err != nil {
			return err
		}
		timer := time.NewTimer(s.restAfter(time.Now()))
		select {
		case <-ctx.Done():
			timer.Stop()
			return fmt.Errorf("%w: %w", ErrUnsettled, ctx.Err())
		case <-changed:
			timer.Stop()
		case <-timer.C:
			s.remember()
			return nil
		}
	}
}

// restAfter says how long the cluster must stay as it is to count as settled, from the instant of its last change on.
func (s *Settler) restAfter(changed time.Time) time.Duration {
	wait := s.options.Quiet
	running := s.history.runsByItself()
	left := func(v *Version, patience time.Duration) time.Duration {
		if !running[v.UID()] {
			return patience
		}
		return max(patience-changed.Sub(v.At), s.nextProbe(v))
	}
	if s.reconsidering() {
		wait = max(wait, s.options.Reconsider)
	}
	for _, v := range s.history.unfinished() {
		if !s.hasRested(v) {
			wait = max(wait, left(v, s.options.Patience+selfImposedWait(v)))
		}
	}
	for _, v := range s.history.unattended() {
		if !s.hasRested(v) {
			wait = max(wait, s.options.Attention)
		}
	}
	for _, v := range s.withKubelets() {
		if !s.hasRested(v) {
			wait = max(wait, left(v, s.options.Kubelet+selfImposedWait(v)+firstProbes(v)))
		}
	}
	return wait
}

// withKubelets are what real nodes have to do with next, or the controllers beside them: they share the machine with all
// containers, and are as slow as these.
func (s *Settler) withKubelets() []*Version {
	if s.options.Kubelet == 0 {
		return nil
	}
	return s.history.betweenStates()
}

// hasRested is true for what has been waited for in vain, and has not changed since.
func (s *Settler) hasRested(v *Version) bool { return s.rested[v.UID()] == v.RV }

func (s *Settler) remember() {
	clear(s.rested)
	s.room = s.history.roomChanges()
	for _, v := range slices.Concat(s.history.unfinished(), s.history.unattended(), s.withKubelets()) {
		s.rested[v.UID()] = v.RV
	}
}

// unfinished returns the objects for which some controller or kubelet is expected to do more by itself.
func (h *History) unfinished() []*Version {
	return h.latestWhere(func(v *Version) bool {
		return isUnfinished(v) && !h.waitsForANode(v) || h.abandoned(v) || h.keepsTooMany(v) || h.isReconsidered(v) || h.listsOthers(v) || h.isOwed(v)
	})
}

// latestWhere are the objects as they are now for which something holds.
func (h *History) latestWhere(holds func(*Version) bool) []*Version {
	h.mu.RLock()
	defer h.mu.RUnlock()
	var found []*Version
	for _, v := range h.latest {
		if holds(v) {
			found = append(found, v)
		}
	}
	return found
}

// abandoned is true for an object whose controlling owner is gone: the garbage collector will delete it.
func (h *History) abandoned(v *Version) bool {
	owner := metav1.GetControllerOf(v.Object)
	return owner != nil && h.ended[owner.UID]
}

// keepsTooMany is true for a Deployment with more old ReplicaSets than its revisionHistoryLimit: its controller tidies
// up after it has reported the end of a rollout.
func (h *History) keepsTooMany(v *Version) bool {
	d, ok := v.Object.(*appsv1.Deployment)
	if !ok || d.Spec.RevisionHistoryLimit == nil {
		return false
	}
	old := 0
	for _, other := range h.latest {
		if rs, ok := other.Object.(*appsv1.ReplicaSet); ok && metav1.IsControlledBy(rs, d) && valueOr(rs.Spec.Replicas, 1) == 0 {
			old++
		}
	}
	return old > int(*d.Spec.RevisionHistoryLimit)
}

// isUnfinished reads what the object's own controller says of it.
func isUnfinished(v *Version) bool {
	switch o := v.Object.(type) {
	case *appsv1.Deployment:
		want := valueOr(o.Spec.Replicas, 1)
		done := o.Status.UpdatedReplicas == want && o.Status.Replicas == want && o.Status.AvailableReplicas == want
		return o.Status.ObservedGeneration < o.Generation || !done && !o.Spec.Paused
	case *appsv1.ReplicaSet:
		return o.Status.ObservedGeneration < o.Generation || o.Status.Replicas != valueOr(o.Spec.Replicas, 1)
	case *appsv1.DaemonSet:
		rolling := o.Spec.UpdateStrategy.Type != appsv1.OnDeleteDaemonSetStrategyType
		done := o.Status.NumberAvailable == o.Status.DesiredNumberScheduled && (!rolling || o.Status.UpdatedNumberScheduled == o.Status.DesiredNumberScheduled)
		return o.Status.ObservedGeneration < o.Generation || !done
	case *appsv1.StatefulSet:
		want := valueOr(o.Spec.Replicas, 1)
		return o.Status.ObservedGeneration < o.Generation || o.Status.AvailableReplicas != want || o.Status.Replicas != want
	case *batchv1.Job:
		return !jobEnded(o) && !valueOr(o.Spec.Suspend, false)
	case *corev1.PersistentVolumeClaim:
		return o.Status.Phase == corev1.ClaimPending
	case *corev1.Pod:
		return o.DeletionTimestamp != nil || isOnItsWay(o)
	}
	return v.Object.GetDeletionTimestamp() != nil
}

// endpointsBackOff is how long the EndpointSlice controller may pause when it has met a cache that was behind, twice in a
// row: one second, then two (defaultSyncBackOff in k8s.io/kubernetes/pkg/controller/endpointslice).
const endpointsBackOff = 3 * time.Second

// selfImposedWait is the time that the object itself orders its controller to let pass.
func selfImposedWait(v *Version) time.Duration {
	switch o := v.Object.(type) {
	case *appsv1.Deployment:
		return time.Duration(o.Spec.MinReadySeconds) * time.Second
	case *appsv1.DaemonSet:
		return time.Duration(o.Spec.MinReadySeconds) * time.Second
	case *appsv1.StatefulSet:
		return time.Duration(o.Spec.MinReadySeconds) * time.Second
	case *corev1.Pod:
		return time.Duration(valueOr(o.DeletionGracePeriodSeconds, 0)) * time.Second
	case *corev1.Service:
		return endpointsBackOff
	}
	return 0
}

func jobEnded(job *batchv1.Job) bool {
	for _, condition := range job.Status.Conditions {
		if condition.Status == corev1.ConditionTrue && (condition.Type == batchv1.JobComplete || condition.Type == batchv1.JobFailed) {
			return true
		}
	}
	return false
}

func valueOr[T any](value *T, otherwise T) T {
	if value == nil {
		return otherwise
	}
	return *value
}
