package hint

import (
	"slices"
	"strconv"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/lang"
)

// EndsByItself reacts to a Pod of a workload whose program comes to an end, where no liveness probe did that.
func EndsByItself(workload string) When {
	return eachContainer(workload, func(pod *corev1.Pod, c corev1.Container, status corev1.ContainerStatus) lang.Message {
		for _, ended := range []*corev1.ContainerStateTerminated{status.LastTerminationState.Terminated, status.State.Terminated} {
			if ended != nil && c.LivenessProbe == nil {
				return lang.M("The program in container %s of Pod %s has come to an end (exit code %d). Give it one that keeps running.", c.Name, pod.Name, ended.ExitCode)
			}
		}
		return none()
	})
}

// ReadinessPort reacts to a Pod that runs and does not become ready because nothing answers its readiness probe.
func ReadinessPort(workload string) When {
	return eachContainer(workload, func(pod *corev1.Pod, c corev1.Container, status corev1.ContainerStatus) lang.Message {
		if port, is := probedPort(c.ReadinessProbe); is && status.State.Running != nil && !status.Ready && pod.DeletionTimestamp == nil && (status.Started == nil || *status.Started) {
			return lang.M("Pod %s runs, and its readiness probe asks port %s, where nothing answers. On which port does the program listen?", pod.Name, port)
		}
		return none()
	})
}

// LivenessPort reacts to a Pod that is restarted again and again because nothing answers its liveness probe.
func LivenessPort(workload string) When {
	return restartedByLiveness(workload, func(pod *corev1.Pod, c corev1.Container, port string) lang.Message {
		if servesOn(c, port) {
			return none()
		}
		return lang.M("Pod %s was restarted: its liveness probe asks port %s, where nothing answers. On which port does the program listen?", pod.Name, port)
	})
}

// LivenessTooEarly reacts to a Pod that is restarted because its liveness probe asks the right port before anything answers
// there, and no startup probe holds it back (https://kubernetes.io/docs/concepts/workloads/pods/probes/).
func LivenessTooEarly(workload string) When {
	return restartedByLiveness(workload, func(pod *corev1.Pod, c corev1.Container, port string) lang.Message {
		if c.StartupProbe != nil || !servesOn(c, port) {
			return none()
		}
		p := c.LivenessProbe
		last := p.InitialDelaySeconds + p.FailureThreshold*p.PeriodSeconds
		return lang.M("Pod %s was restarted: its liveness probe gives up after some %d seconds, before anything answers on port %s. A startup probe holds it back until the program has started.", pod.Name, last, port)
	})
}

// restartedByLiveness says something of a container that was restarted and has a liveness probe that asks a port.
func restartedByLiveness(workload string, say func(pod *corev1.Pod, c corev1.Container, port string) lang.Message) When {
	return eachContainer(workload, func(pod *corev1.Pod, c corev1.Container, status corev1.ContainerStatus) lang.Message {
		if port, is := probedPort(c.LivenessProbe); is && status.RestartCount > 0 {
			return say(pod, c, port)
		}
		return none()
	})
}

// servesOn is true if a container declares a port, or another of its probes asks it too.
func servesOn(c corev1.Container, port string) bool {
	for _, probe := range []*corev1.Probe{c.ReadinessProbe, c.StartupProbe} {
		if asked, is := probedPort(probe); is && asked == port {
			return true
		}
	}
	return slices.ContainsFunc(c.Ports, func(p corev1.ContainerPort) bool {
		return p.Name == port || strconv.Itoa(int(p.ContainerPort)) == port
	})
}

func eachContainer(workload string, say func(*corev1.Pod, corev1.Container, corev1.ContainerStatus) lang.Message) When {
	return func(s *Seen) lang.Message {
		for _, pod := range s.Now.PodsUnder(s.Namespace, workload) {
			for _, status := range pod.Status.ContainerStatuses {
				i := slices.IndexFunc(pod.Spec.Containers, func(c corev1.Container) bool { return c.Name == status.Name })
				if i < 0 {
					continue
				}
				if said := say(pod, pod.Spec.Containers[i], status); !said.Empty() {
					return said
				}
			}
		}
		return none()
	}
}

// probedPort is the port that a probe asks, if it asks one.
func probedPort(probe *corev1.Probe) (string, bool) {
	switch {
	case probe == nil:
	case probe.TCPSocket != nil:
		return probe.TCPSocket.Port.String(), true
	case probe.HTTPGet != nil:
		return probe.HTTPGet.Port.String(), true
	case probe.GRPC != nil:
		return strconv.Itoa(int(probe.GRPC.Port)), true
	}
	return "", false
}

// NoReadinessProbe reacts to a workload none of whose containers has a readiness probe.
func NoReadinessProbe(workload string) When {
	return OfTemplate(workload, func(_ *Seen, t Template) lang.Message {
		if slices.ContainsFunc(t.Spec.Containers, func(c corev1.Container) bool { return c.ReadinessProbe != nil }) {
			return none()
		}
		return lang.M("No container of %s has a readinessProbe. Without one a Pod counts as ready as soon as its process runs.", workload)
	})
}

// PodsDeleted are the learner's deletes of Pods of a workload.
func (s *Seen) PodsDeleted(workload string) evidence.Requests {
	lives := s.Lives(workload)
	return s.Asked.Verbs("delete").Accepted().Where(func(q evidence.Request) bool {
		return q.Resource == "pods" && q.Subresource == "" && q.Namespace == s.Namespace &&
			slices.ContainsFunc(lives, func(l *evidence.Life) bool { return l.Pod.Name == q.Name })
	})
}

// Lives are those of all Pods of a workload, in the order in which they were created.
func (s *Seen) Lives(workload string) []*evidence.Life {
	if s.lives == nil {
		s.lives, _ = s.history.PodLives(s.Namespace) // Look has found the history complete
	}
	return slices.DeleteFunc(slices.Clone(s.lives), func(l *evidence.Life) bool { return l.Workload != workload })
}
