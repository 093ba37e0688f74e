package ladder

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/explain/report"
	"github.com/podium-labs/podium/graders/explain/seen"
	"github.com/podium-labs/podium/graders/lang"
)

// container is a field of a container's status as evidence.
func container(pod *corev1.Pod, status corev1.ContainerStatus, path string, value any) report.Evidence {
	return field(seen.Pod, pod, "status.containerStatuses["+status.Name+"]."+path, value)
}

// container says what one container waits for; nothing if it runs and is ready.
func (b *builder) container(pod *corev1.Pod, status corev1.ContainerStatus) (stage, bool) {
	switch state := status.State; {
	case state.Waiting != nil:
		return b.waiting(pod, status), true
	case state.Terminated != nil:
		s := ended(pod, status, state.Terminated, "state.terminated")
		if state.Terminated.ExitCode == 0 && pod.Spec.RestartPolicy != corev1.RestartPolicyAlways {
			return stage{}, false // its work is done
		}
		return s, true
	case state.Running != nil && !status.Ready:
		return b.notReady(pod, status), true
	}
	return stage{}, false
}

func (b *builder) waiting(pod *corev1.Pod, status corev1.ContainerStatus) stage {
	w := status.State.Waiting
	s := stage{state: report.Stopped, evidence: []report.Evidence{container(pod, status, "state.waiting", strings.TrimSuffix(w.Reason+": "+w.Message, ": "))}}
	switch w.Reason {
	case "", "ContainerCreating", "PodInitializing":
		return b.creating(pod, status)
	case "ErrImagePull", "ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull":
		s.why = lang.M("container %s: image %s cannot be pulled (%s)", status.Name, imageOf(pod, status), w.Reason)
	case "CrashLoopBackOff":
		return b.crashes(pod, status)
	case "CreateContainerConfigError":
		s.why = lang.M("container %s cannot be configured: %s (%s)", status.Name, w.Message, w.Reason)
	default:
		s.why = lang.M("container %s is waiting: %s", status.Name, strings.TrimSuffix(w.Reason+": "+w.Message, ": "))
	}
	return s
}

func imageOf(pod *corev1.Pod, status corev1.ContainerStatus) string {
	for _, c := range slices.Concat(pod.Spec.InitContainers, pod.Spec.Containers) {
		if c.Name == status.Name {
			return c.Image
		}
	}
	return status.Image
}

// creating is a container on its way, unless the kubelet warns that a volume or the network is missing.
func (b *builder) creating(pod *corev1.Pod, status corev1.ContainerStatus) stage {
	if event := b.Warning(pod, "FailedMount", "FailedAttachVolume", "FailedCreatePodSandBox", "FailedMapVolume"); event != nil {
		return stage{
			report.Stopped, lang.M("container %s is not created: %s", status.Name, event.Message),
			[]report.Evidence{field(seen.Pod, pod, "Event "+event.Reason, event.Message)},
		}
	}
	return stage{report.Waiting, lang.M("the containers were still being started"), []report.Evidence{container(pod, status, "state.waiting.reason", "ContainerCreating")}}
}

// crashes says how a container ended that is started again and again.
func (b *builder) crashes(pod *corev1.Pod, status corev1.ContainerStatus) stage {
	last := status.LastTerminationState.Terminated
	if last == nil {
		return stage{report.Stopped, lang.M("container %s ends again and again (%d restarts)", status.Name, status.RestartCount), nil}
	}
	s := ended(pod, status, last, "lastState.terminated")
	s.evidence = append(s.evidence, container(pod, status, "restartCount", status.RestartCount))
	if event := b.Warning(pod, "Unhealthy"); event != nil && strings.HasPrefix(event.Message, "Liveness") {
		s.why = lang.M("container %s is killed because its liveness probe fails: %s", status.Name, event.Message)
		s.evidence = append(s.evidence, field(seen.Pod, pod, "Event Unhealthy", event.Message))
	}
	return s
}

// ended says what an exit code means: https://kubernetes.io/docs/tasks/debug/debug-application/determine-reason-pod-failure/
// and, from 126, the conventions of shells; above 128 it is 128 and the signal.
func ended(pod *corev1.Pod, status corev1.ContainerStatus, t *corev1.ContainerStateTerminated, path string) stage {
	s := stage{state: report.Stopped, evidence: []report.Evidence{container(pod, status, path, strings.TrimSpace(t.Reason+" "+t.Message)), container(pod, status, path+".exitCode", t.ExitCode)}}
	const notExecutable, notFound, aborted, killed, segfault, terminated = 126, 127, 134, 137, 139, 143
	switch {
	case t.Reason == "OOMKilled":
		s.why = lang.M("container %s used more memory than its limit %s and was killed (OOMKilled, exit code %d)", status.Name, memoryLimit(pod, status), t.ExitCode)
	case t.ExitCode == 0:
		s.why = lang.M("the program of container %s ends by itself (exit code 0), and restartPolicy Always starts it again; work that ends belongs into a Job", status.Name)
	case t.ExitCode == notExecutable || t.ExitCode == notFound || t.Reason == "StartError" || t.Reason == "ContainerCannotRun":
		s.why = lang.M("container %s: its command is not found or cannot be executed (exit code %d)", status.Name, t.ExitCode)
	case t.ExitCode == killed:
		s.why = lang.M("container %s was killed by SIGKILL (exit code %d)", status.Name, t.ExitCode)
	case t.ExitCode == terminated:
		s.why = lang.M("container %s was told to end by SIGTERM (exit code %d)", status.Name, t.ExitCode)
	case t.ExitCode == segfault || t.ExitCode == aborted:
		s.why = lang.M("the program of container %s crashed (exit code %d)", status.Name, t.ExitCode)
	default:
		s.why = lang.M("container %s ended with exit code %d", status.Name, t.ExitCode)
	}
	return s
}

func memoryLimit(pod *corev1.Pod, status corev1.ContainerStatus) string {
	for _, c := range slices.Concat(pod.Spec.InitContainers, pod.Spec.Containers) {
		if c.Name == status.Name && !c.Resources.Limits.Memory().IsZero() {
			return c.Resources.Limits.Memory().String()
		}
	}
	return "-"
}

// notReady is a container that runs without being ready: a probe decides.
func (b *builder) notReady(pod *corev1.Pod, status corev1.ContainerStatus) stage {
	s := stage{state: report.Waiting, evidence: []report.Evidence{container(pod, status, "ready", false)}}
	s.why = lang.M("container %s runs and was not ready yet", status.Name)
	for _, c := range slices.Concat(pod.Spec.InitContainers, pod.Spec.Containers) {
		switch {
		case c.Name != status.Name:
		case c.StartupProbe != nil && (status.Started == nil || !*status.Started):
			s.why = lang.M("container %s runs, but its startup probe has not succeeded yet", status.Name)
		case c.ReadinessProbe != nil:
			s.why = lang.M("container %s runs, but its readiness probe does not succeed", status.Name)
			s.evidence = append(s.evidence, field(seen.Pod, pod, "spec.containers["+c.Name+"].readinessProbe", probeText(c.ReadinessProbe)))
		}
	}
	if event := b.Warning(pod, "Unhealthy"); event != nil {
		s.state = report.Stopped
		s.evidence = append(s.evidence, field(seen.Pod, pod, "Event Unhealthy", event.Message))
	}
	if status.RestartCount > 0 {
		s.evidence = append(s.evidence, container(pod, status, "restartCount", status.RestartCount))
	}
	return s
}

func probeText(p *corev1.Probe) string {
	switch {
	case p.HTTPGet != nil:
		return "httpGet " + p.HTTPGet.Path + " port " + p.HTTPGet.Port.String()
	case p.TCPSocket != nil:
		return "tcpSocket port " + p.TCPSocket.Port.String()
	case p.Exec != nil:
		return "exec " + strings.Join(p.Exec.Command, " ")
	case p.GRPC != nil:
		return "grpc"
	}
	return ""
}
