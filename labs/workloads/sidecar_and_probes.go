package workloads

import (
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/evidence"
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/labs"
)

// sidecarAndProbes: the containers of a Pod share network and volumes. Readiness decides about traffic, liveness
// about restarts, and startup holds both back.
func sidecarAndProbes(task *labs.Task) {
	sidecarHints(task)
	app := task.Pod(App)
	twins := Twins{Live: task.Pod(Dead), Ready: task.Pod(Busy)}
	task.Wait(labs.Wait{Until: startedUp, Longest: func(*evidence.World) time.Duration { return startup }})
	task.Wait(labs.Wait{Until: readied, Longest: func(*evidence.World) time.Duration { return readiness }})
	task.Wait(labs.Wait{Until: restarted, Longest: patience})

	task.Check("sidecar", 3, func(j *labs.Judging) {
		j.Expect(app.Lifetime()).To(EndWith(app.HasASidecar()))
	})
	task.Check("only-once-ready", 3, func(j *labs.Judging) {
		j.Expect(app).To(BeListedOnlyWhenReady(App))
	})
	task.Check("startup-first", 1, func(j *labs.Judging) {
		j.Expect(app).To(StartUpBeforeTheOtherProbes())
	})
	task.Check("liveness-restarts", 2, func(j *labs.Judging) {
		j.Expect(twins).To(HaveTheLiveOneRestarted())
	})
	task.Check("readiness-does-not", 1, func(j *labs.Judging) {
		j.Expect(twins).To(HaveTheReadyOneSpared())
	})
}

// startup is how long an app may take to start up; on a busy machine a simulated one is slow too.
const startup = 30 * time.Second

// startedUp is true unless a startup probe of the app has neither succeeded nor failed for good yet.
func startedUp(w *evidence.World) bool {
	pod, ok := w.Pod(ID, App)
	if !ok || !evidence.Active(pod) {
		return true
	}
	return !slices.ContainsFunc(pod.Spec.Containers, func(c corev1.Container) bool {
		up := slices.ContainsFunc(pod.Status.ContainerStatuses, func(s corev1.ContainerStatus) bool {
			return s.Name == c.Name && (s.RestartCount > 0 || s.Started != nil && *s.Started)
		})
		return c.StartupProbe != nil && !up
	})
}

// readiness is how long an app that has started up may then take to get ready; a wrong answer may never be.
const readiness = 5 * time.Second

// readied is true unless the app runs, was not restarted, and is not ready yet.
func readied(w *evidence.World) bool {
	pod, ok := w.Pod(ID, App)
	if !ok || pod.Status.Phase != corev1.PodRunning || evidence.Ready(pod) {
		return true
	}
	return slices.ContainsFunc(pod.Status.ContainerStatuses, func(s corev1.ContainerStatus) bool { return s.RestartCount > 0 })
}

// restarted is true unless there is a liveness probe in the dead Pod that has not restarted anything yet.
func restarted(w *evidence.World) bool {
	pod, ok := w.Pod(ID, Dead)
	if !ok || !evidence.Active(pod) || probe(pod) == nil {
		return true
	}
	return slices.ContainsFunc(pod.Status.ContainerStatuses, func(s corev1.ContainerStatus) bool { return s.RestartCount > 0 })
}

// patience is what the liveness probe itself takes to find its container dead, what a program that is deaf to SIGTERM then gets to
// end by itself, and a little more.
func patience(w *evidence.World) time.Duration {
	pod, ok := w.Pod(ID, Dead)
	if !ok {
		return 0
	}
	p := probe(pod)
	if p == nil {
		return 0
	}
	seconds := int64(p.InitialDelaySeconds + (p.FailureThreshold+2)*p.PeriodSeconds)
	switch {
	case p.TerminationGracePeriodSeconds != nil:
		seconds += *p.TerminationGracePeriodSeconds
	case pod.Spec.TerminationGracePeriodSeconds != nil:
		seconds += *pod.Spec.TerminationGracePeriodSeconds
	}
	return time.Duration(seconds) * time.Second
}

func probe(pod *corev1.Pod) *corev1.Probe {
	for _, c := range pod.Spec.Containers {
		if c.LivenessProbe != nil {
			return c.LivenessProbe
		}
	}
	return nil
}
