package ladder

import (
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain/report"
	"github.com/podium-labs/podium/graders/explain/seen"
	"github.com/podium-labs/podium/graders/lang"
)

// kubelet says how far the kubelet of a Pod's node has come with it.
func (b *builder) kubelet(pod *corev1.Pod) stage {
	if s, gone := b.nodeGone(pod); gone && evidence.Active(pod) {
		return s
	}
	switch {
	case pod.DeletionTimestamp != nil:
		return deleting(seen.Pod, pod)
	case pod.Status.Phase == corev1.PodSucceeded:
		return stage{report.Reached, lang.M("Pod %s has ended: all containers with exit code 0", pod.Name), []report.Evidence{field(seen.Pod, pod, "status.phase", pod.Status.Phase)}}
	case pod.Status.Phase == corev1.PodFailed:
		return b.failed(pod)
	}
	for _, status := range pod.Status.InitContainerStatuses {
		if s, stops := b.initContainer(pod, status); stops {
			return s
		}
	}
	waiting, found := stage{}, false
	for _, status := range pod.Status.ContainerStatuses {
		s, stops := b.container(pod, status)
		if stops && s.state == report.Stopped {
			return s
		}
		if stops && !found {
			waiting, found = s, true
		}
	}
	switch {
	case found:
		return waiting
	case len(pod.Status.ContainerStatuses) == 0:
		return stage{report.Waiting, lang.M("the kubelet of node %s has not reported about Pod %s yet", pod.Spec.NodeName, pod.Name), nil}
	case !evidence.Ready(pod):
		return b.gated(pod)
	}
	return stage{state: report.Reached, why: lang.M("Pod %s is ready", pod.Name), evidence: []report.Evidence{field(seen.Pod, pod, "status.conditions[Ready]", "True")}}
}

// nodeGone is for a node that does not exist, or whose kubelet does not report: whatever else is said of the Pod is old then.
func (b *builder) nodeGone(pod *corev1.Pod) (stage, bool) {
	if b.NodesHidden || len(b.Nodes) == 0 {
		return stage{}, false
	}
	node := b.Node(pod.Spec.NodeName)
	if node == nil {
		return stage{report.Stopped, lang.M("node %s of Pod %s does not exist", pod.Spec.NodeName, pod.Name), []report.Evidence{field(seen.Pod, pod, "spec.nodeName", pod.Spec.NodeName)}}, true
	}
	for _, c := range node.Status.Conditions {
		if c.Type == corev1.NodeReady && c.Status != corev1.ConditionTrue {
			return stage{
				report.Stopped, lang.M("the kubelet of node %s does not report that it is ready (Ready is %s)", node.Name, c.Status),
				[]report.Evidence{{Object: "node/" + node.Name, Field: "status.conditions[Ready]", Value: c.Reason + ": " + c.Message}},
			}, true
		}
	}
	return stage{}, false
}

// failed is a Pod that is over: the kubelet or a controller ended it, or a container did.
func (b *builder) failed(pod *corev1.Pod) stage {
	if pod.Status.Reason != "" {
		return stage{
			report.Stopped, lang.M("Pod %s failed: %s: %s", pod.Name, pod.Status.Reason, pod.Status.Message),
			[]report.Evidence{field(seen.Pod, pod, "status.reason", pod.Status.Reason)},
		}
	}
	for _, status := range slices.Concat(pod.Status.InitContainerStatuses, pod.Status.ContainerStatuses) {
		if t := status.State.Terminated; t != nil && t.ExitCode != 0 {
			return ended(pod, status, t, "state.terminated")
		}
	}
	return stage{report.Stopped, lang.M("Pod %s failed", pod.Name), []report.Evidence{field(seen.Pod, pod, "status.phase", pod.Status.Phase)}}
}

// gated is a Pod whose containers are ready, but which waits for a readiness gate.
func (b *builder) gated(pod *corev1.Pod) stage {
	for _, gate := range pod.Spec.ReadinessGates {
		at := slices.IndexFunc(pod.Status.Conditions, func(c corev1.PodCondition) bool { return c.Type == gate.ConditionType })
		if at < 0 || pod.Status.Conditions[at].Status != corev1.ConditionTrue {
			return stage{
				report.Waiting, lang.M("readiness gate %s of Pod %s is not set to True: some controller has to do that", gate.ConditionType, pod.Name),
				[]report.Evidence{field(seen.Pod, pod, "spec.readinessGates", gate.ConditionType)},
			}
		}
	}
	return stage{state: report.Waiting, why: lang.M("the containers were still being started")}
}

func (b *builder) initContainer(pod *corev1.Pod, status corev1.ContainerStatus) (stage, bool) {
	if sidecar(pod, status.Name) {
		s, stops := b.container(pod, status)
		return s, stops && s.state == report.Stopped
	}
	switch state := status.State; {
	case state.Running != nil:
		return stage{report.Waiting, lang.M("init container %s runs; the others wait until it has ended", status.Name), []report.Evidence{container(pod, status, "state.running.startedAt", state.Running.StartedAt)}}, true
	case state.Terminated != nil && state.Terminated.ExitCode == 0:
		return stage{}, false
	case state.Waiting != nil && state.Waiting.Reason == "PodInitializing":
		return stage{state: report.Waiting, why: lang.M("the containers were still being started")}, true
	}
	return b.container(pod, status)
}

func sidecar(pod *corev1.Pod, name string) bool {
	return slices.ContainsFunc(pod.Spec.InitContainers, func(c corev1.Container) bool {
		return c.Name == name && c.RestartPolicy != nil && *c.RestartPolicy == corev1.ContainerRestartPolicyAlways
	})
}
