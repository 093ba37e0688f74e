package ladder

import (
	"context"
	"maps"
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	corev1helpers "k8s.io/component-helpers/scheduling/corev1"
	"k8s.io/component-helpers/scheduling/corev1/nodeaffinity"
	"k8s.io/klog/v2"

	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/explain/report"
	"github.com/podium-labs/podium/graders/explain/seen"
	"github.com/podium-labs/podium/graders/lang"
)

func (b *builder) daemonSet(ctx context.Context, ds *appsv1.DaemonSet) error {
	b.stored(seen.DaemonSet, ds)
	b.next("describe daemonset " + ds.Name)
	pods := active(seen.OwnedBy(ds, b.Pods))
	b.add(explain.DaemonSet, object(seen.DaemonSet, ds), b.daemonSetStage(ds, pods))
	for _, node := range b.Nodes {
		if reasons := daemonAvoids(ds, node); len(reasons) > 0 {
			b.note(lang.M("no Pod on node %s: %s", node.Name, reasons))
		}
	}
	return b.podsRungs(ctx, pods)
}

func (b *builder) daemonSetStage(ds *appsv1.DaemonSet, pods []*corev1.Pod) stage {
	want := int(ds.Status.DesiredNumberScheduled)
	s := stage{state: report.Reached, why: lang.M("DaemonSet %s has a Pod on %d of %d nodes", ds.Name, len(pods), len(b.Nodes)), evidence: []report.Evidence{
		field(seen.DaemonSet, ds, "status.desiredNumberScheduled", want), field(seen.DaemonSet, ds, "status.numberReady", ds.Status.NumberReady),
	}}
	event := b.Warning(ds, "FailedCreate")
	switch {
	case ds.DeletionTimestamp != nil:
		return deleting(seen.DaemonSet, ds)
	case ds.Status.ObservedGeneration < ds.Generation:
		s.state, s.why = report.Waiting, lang.M("the DaemonSet controller has not seen generation %d yet", ds.Generation)
	case want == 0 && len(b.Nodes) > 0:
		s.state, s.why = report.Stopped, lang.M("DaemonSet %s wants a Pod on no node", ds.Name)
	case len(pods) < want && event != nil:
		return b.refused(seen.DaemonSet, ds, lang.M("DaemonSet %s has %d of %d Pods: the API server refuses more: %s", ds.Name, len(pods), want, event.Message))
	case len(pods) < want:
		s.state, s.why = report.Waiting, lang.M("DaemonSet %s has %d of %d Pods", ds.Name, len(pods), want)
	case int(ds.Status.UpdatedNumberScheduled) < want && ds.Spec.UpdateStrategy.Type == appsv1.OnDeleteDaemonSetStrategyType:
		s.state, s.why = report.Stopped, lang.M("updateStrategy OnDelete: %d Pods keep the old template until somebody deletes them", want-int(ds.Status.UpdatedNumberScheduled))
	}
	return s
}

// daemonAvoids follows NodeShouldRunDaemonPod of the DaemonSet controller: the name of the node, its labels, and taints
// beyond those that every Pod of a DaemonSet tolerates. It returns all reasons.
func daemonAvoids(ds *appsv1.DaemonSet, node *corev1.Node) []lang.Message {
	spec := ds.Spec.Template.Spec
	var reasons []lang.Message
	if spec.NodeName != "" && spec.NodeName != node.Name {
		reasons = append(reasons, lang.M("spec.nodeName asks for %s", spec.NodeName))
	}
	for _, key := range slices.Sorted(maps.Keys(spec.NodeSelector)) {
		if value, has := node.Labels[key]; !has || value != spec.NodeSelector[key] {
			reasons = append(reasons, lang.M("nodeSelector %s=%s: the node has no such label", key, spec.NodeSelector[key]))
		}
	}
	affinity := &corev1.Pod{Spec: corev1.PodSpec{Affinity: spec.Affinity}}
	if matches, err := nodeaffinity.GetRequiredNodeAffinity(affinity).Match(node); err != nil || !matches {
		reasons = append(reasons, lang.M("its required node affinity does not match the node's labels"))
	}
	tolerations := append(daemonTolerations(&spec), spec.Tolerations...)
	for _, taint := range node.Spec.Taints {
		if taint.Effect != corev1.TaintEffectPreferNoSchedule && !corev1helpers.TolerationsTolerateTaint(klog.Background(), tolerations, &taint, false) {
			reasons = append(reasons, lang.M("taint %s is not tolerated", taint.ToString()))
		}
	}
	return reasons
}

// daemonTolerations are added by the DaemonSet controller: https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/#taints-and-tolerations.
func daemonTolerations(spec *corev1.PodSpec) []corev1.Toleration {
	exists := func(key string, effect corev1.TaintEffect) corev1.Toleration {
		return corev1.Toleration{Key: key, Operator: corev1.TolerationOpExists, Effect: effect}
	}
	all := []corev1.Toleration{
		exists(corev1.TaintNodeNotReady, corev1.TaintEffectNoExecute), exists(corev1.TaintNodeUnreachable, corev1.TaintEffectNoExecute),
		exists(corev1.TaintNodeDiskPressure, corev1.TaintEffectNoSchedule), exists(corev1.TaintNodeMemoryPressure, corev1.TaintEffectNoSchedule),
		exists(corev1.TaintNodePIDPressure, corev1.TaintEffectNoSchedule), exists(corev1.TaintNodeUnschedulable, corev1.TaintEffectNoSchedule),
	}
	if spec.HostNetwork {
		all = append(all, exists(corev1.TaintNodeNetworkUnavailable, corev1.TaintEffectNoSchedule))
	}
	return all
}
