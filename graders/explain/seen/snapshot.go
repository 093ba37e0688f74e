package seen

import (
	"context"
	"slices"

	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	resourcev1 "k8s.io/api/resource/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	storagev1 "k8s.io/api/storage/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/whatif"
)

// manyNodes is from where on the real scheduler looks at some of the nodes only (minFeasibleNodesToFind).
const manyNodes = 100

// waiting are the Pods below the target that have no node.
func (r *reader) waiting() []*corev1.Pod {
	return slices.DeleteFunc(r.state.below(), func(p *corev1.Pod) bool {
		return p.Spec.NodeName != "" || p.Status.Phase == corev1.PodSucceeded || p.Status.Phase == corev1.PodFailed
	})
}

// below are the Pods of the target, in a slice of its own.
func (s *State) below() []*corev1.Pod {
	t := s.Target
	switch t.Kind {
	case Pod:
		if pod, ok := Find(t.Name, s.Pods); ok {
			return []*corev1.Pod{pod}
		}
	case Deployment:
		var pods []*corev1.Pod
		if d, ok := Find(t.Name, s.Deployments); ok {
			for _, rs := range OwnedBy(d, s.ReplicaSets) {
				pods = append(pods, OwnedBy(rs, s.Pods)...)
			}
		}
		return pods
	case ReplicaSet:
		return below(t.Name, s.ReplicaSets, s.Pods)
	case StatefulSet:
		return below(t.Name, s.StatefulSets, s.Pods)
	case DaemonSet:
		return below(t.Name, s.DaemonSets, s.Pods)
	case Job:
		return below(t.Name, s.Jobs, s.Pods)
	case CronJob:
		var pods []*corev1.Pod
		if c, ok := Find(t.Name, s.CronJobs); ok {
			for _, job := range OwnedBy(c, s.Jobs) {
				pods = append(pods, OwnedBy(job, s.Pods)...)
			}
		}
		return pods
	case Service:
		if service, ok := Find(t.Name, s.Services); ok {
			return Selected(service, s.Pods)
		}
	}
	return nil
}

// snapshot reads what the plugins of the scheduler would look at for these Pods.
func (r *reader) snapshot(ctx context.Context, waiting []*corev1.Pod) {
	s, core := r.state, r.client.CoreV1()
	snapshot := &whatif.Snapshot{Nodes: s.Nodes}
	before := len(s.Limits)
	snapshot.Pods = objects[corev1.Pod](ctx, r, "pods of all namespaces", core.Pods("").List)
	if len(s.Limits) > before {
		s.Limits[len(s.Limits)-1] = lang.M("Pods of other namespaces could not be read (permission \"list pods\" in all namespaces is missing): what they take of the nodes is not counted, so a node may seem to have more room than it has")
		snapshot.Pods = s.Pods
	}
	add(snapshot, objects[schedulingv1.PriorityClass](ctx, r, "priorityclasses", r.client.SchedulingV1().PriorityClasses().List))
	add(snapshot, objects[corev1.Namespace](ctx, r, "namespaces", core.Namespaces().List))
	add(snapshot, objects[policyv1.PodDisruptionBudget](ctx, r, "poddisruptionbudgets", r.client.PolicyV1().PodDisruptionBudgets(s.Target.Namespace).List))
	if slices.ContainsFunc(waiting, usesClaims) {
		r.volumes(ctx, snapshot)
	}
	if slices.ContainsFunc(waiting, func(p *corev1.Pod) bool { return len(p.Spec.ResourceClaims) > 0 }) {
		r.devices(ctx, snapshot)
	}
	if len(s.Nodes) > manyNodes {
		s.Limits = append(s.Limits, lang.M("with more than 100 nodes the scheduler looks at some of them only, in turn; here all are asked"))
	}
	s.Snapshot = snapshot
}

func add[T runtime.Object](snapshot *whatif.Snapshot, objects []T) {
	for _, object := range objects {
		snapshot.Objects = append(snapshot.Objects, object)
	}
}

func usesClaims(pod *corev1.Pod) bool {
	return slices.ContainsFunc(pod.Spec.Volumes, func(v corev1.Volume) bool {
		return v.PersistentVolumeClaim != nil || v.Ephemeral != nil || v.CSI != nil
	})
}

func (r *reader) volumes(ctx context.Context, snapshot *whatif.Snapshot) {
	core, storage := r.client.CoreV1(), r.client.StorageV1()
	add(snapshot, objects[corev1.PersistentVolumeClaim](ctx, r, "persistentvolumeclaims", core.PersistentVolumeClaims(r.state.Target.Namespace).List))
	add(snapshot, objects[corev1.PersistentVolume](ctx, r, "persistentvolumes", core.PersistentVolumes().List))
	add(snapshot, objects[storagev1.StorageClass](ctx, r, "storageclasses", storage.StorageClasses().List))
	add(snapshot, objects[storagev1.CSINode](ctx, r, "csinodes", storage.CSINodes().List))
	add(snapshot, objects[storagev1.CSIDriver](ctx, r, "csidrivers", storage.CSIDrivers().List))
}

func (r *reader) devices(ctx context.Context, snapshot *whatif.Snapshot) {
	resources := r.client.ResourceV1()
	add(snapshot, objects[resourcev1.ResourceClaim](ctx, r, "resourceclaims", resources.ResourceClaims(r.state.Target.Namespace).List))
	add(snapshot, objects[resourcev1.ResourceSlice](ctx, r, "resourceslices", resources.ResourceSlices().List))
	add(snapshot, objects[resourcev1.DeviceClass](ctx, r, "deviceclasses", resources.DeviceClasses().List))
}
