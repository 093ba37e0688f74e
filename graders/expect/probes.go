package expect

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// StartUpBeforeTheOtherProbes holds for a Pod one of whose containers has a startup probe beside another probe and has started up:
// with a startup probe, started is false until that has succeeded, and the kubelet asks no other probe before (ContainerStatus in
// k8s.io/api/core/v1). How it was before need not have been seen; on a busy machine it may be over before it is reported.
func StartUpBeforeTheOtherProbes() Matcher {
	return matcher(func(p Pod) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("a startup probe of Pod %s holds back its liveness and readiness probes until it succeeds", p.Name)}
		probed, passed := false, false
		err := p.Evidence.History().Walk(func(w *evidence.World) bool {
			pod, ok := p.in(w)
			if !ok {
				return true
			}
			for _, s := range statuses(pod) {
				if c := containerOf(pod, s.Name); c == nil || c.StartupProbe == nil || c.LivenessProbe == nil && c.ReadinessProbe == nil {
					continue
				}
				probed = true
				passed = passed || s.Started != nil && *s.Started
			}
			return true
		})
		if err != nil {
			return verdict, err
		}
		if verdict.OK = passed; passed {
			verdict.Actual = lang.M("it did: the container was not ready before it had started up")
			return verdict, nil
		}
		if !probed {
			now, err := p.Evidence.History().Now()
			if err != nil {
				return verdict, err
			}
			if _, ok := p.in(now); ok {
				verdict.Actual = lang.M("no container of Pod %s has a startup probe beside another", p.Name)
				return verdict.because(explain.Finding{Layer: explain.Kubelet, Why: lang.M("without a startup probe the others begin at once, and a slow start looks like a dead process")}), nil
			}
		}
		return p.unfinished(verdict)
	})
}

func statuses(pod *corev1.Pod) []corev1.ContainerStatus {
	return slices.Concat(pod.Status.InitContainerStatuses, pod.Status.ContainerStatuses)
}

func containerOf(pod *corev1.Pod, name string) *corev1.Container {
	for _, c := range longRunning(pod) {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// Twins are two Pods that run the same program, one with a liveness probe that fails and one with a readiness probe
// that fails: what is different between them comes from the probes.
type Twins struct{ Live, Ready Pod }

// course is what happened to the probed container of a Pod.
type course struct {
	container *corev1.Container
	ran       bool
	ready     bool // at last
	restarts  int32
}

// follow reads the course of the container that probed picks.
func (p Pod) follow(probed func(*corev1.Container) bool) (course, error) {
	var is course
	err := p.Evidence.History().Walk(func(w *evidence.World) bool {
		pod, ok := p.in(w)
		if !ok {
			return true
		}
		i := slices.IndexFunc(longRunning(pod), probed)
		if i < 0 {
			return true
		}
		is.container = longRunning(pod)[i]
		for _, s := range statuses(pod) {
			if s.Name == is.container.Name {
				is.ran = is.ran || s.State.Running != nil
				is.restarts = s.RestartCount
				if pod.DeletionTimestamp == nil { // nothing stays ready when it goes
					is.ready = s.Ready
				}
			}
		}
		return true
	})
	return is, err
}

func hasLiveness(c *corev1.Container) bool  { return c.LivenessProbe != nil }
func hasReadiness(c *corev1.Container) bool { return c.ReadinessProbe != nil }

// courses are those of both twins; where they cannot be compared it says why.
func (t Twins) courses(verdict *Verdict) (live, ready course, fair bool, err error) {
	if live, err = t.Live.follow(hasLiveness); err != nil {
		return live, ready, false, err
	}
	if ready, err = t.Ready.follow(hasReadiness); err != nil {
		return live, ready, false, err
	}
	switch {
	case live.container == nil:
		*verdict, err = t.Live.lacks(*verdict, lang.M("a liveness probe"))
	case ready.container == nil:
		*verdict, err = t.Ready.lacks(*verdict, lang.M("a readiness probe"))
	case !sameProgram(live.container, ready.container):
		verdict.Actual = lang.M("%s and %s run different programs", t.Live.Name, t.Ready.Name)
		*verdict = verdict.because(explain.Finding{Layer: explain.API, Why: lang.M("with the same image, command and arguments in both, what differs comes from the probes and not from the program")})
	default:
		fair = true
	}
	return live, ready, fair, err
}

func (p Pod) lacks(verdict Verdict, what lang.Message) (Verdict, error) {
	now, err := p.Evidence.History().Now()
	if err != nil {
		return verdict, err
	}
	if _, ok := p.in(now); !ok {
		return p.unfinished(verdict)
	}
	verdict.Actual = lang.M("no container of Pod %s has %s", p.Name, what)
	return verdict.because(explain.Finding{Layer: explain.API, Why: lang.M("a probe belongs to a container: spec.containers[]")}), nil
}

func sameProgram(a, b *corev1.Container) bool {
	return evidence.SameImage(a.Image, b.Image) && apiequality.Semantic.DeepEqual(a.Command, b.Command) && apiequality.Semantic.DeepEqual(a.Args, b.Args) &&
		apiequality.Semantic.DeepEqual(a.Env, b.Env) && apiequality.Semantic.DeepEqual(a.EnvFrom, b.EnvFrom)
}

// said tells which of the two was restarted. How often differs from run to run.
func (t Twins) said(live, ready course) lang.Message {
	return lang.M("%s was %s, %s was %s", t.Live.Name, live.said(), t.Ready.Name, ready.said())
}

func (c course) said() lang.Message {
	if c.restarts > 0 {
		return lang.M("restarted")
	}
	return lang.M("not restarted")
}

// HaveTheLiveOneRestarted holds for Twins of which the one with the liveness probe was restarted while the other went on: it was the
// probe, not the program.
func HaveTheLiveOneRestarted() Matcher {
	return matcher(func(t Twins) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("the failing liveness probe of %s has its container restarted, while the same program goes on in %s", t.Live.Name, t.Ready.Name)}
		live, ready, fair, err := t.courses(&verdict)
		if err != nil || !fair {
			return verdict, err
		}
		verdict.Actual = t.said(live, ready)
		verdict.OK = live.restarts > 0 && ready.ran && ready.restarts == 0
		if verdict.OK {
			return verdict, nil
		}
		finding := explain.Finding{Layer: explain.Kubelet, Why: lang.M("a liveness probe restarts its container after failureThreshold failures, one every periodSeconds")}
		if ready.restarts > 0 {
			finding.Why = lang.M("the program ends by itself: a restart proves nothing about a probe")
		}
		return verdict.because(finding), nil
	})
}

// HaveTheReadyOneSpared holds for Twins of which the one with the readiness probe was neither ready nor restarted, though it ran.
func HaveTheReadyOneSpared() Matcher {
	return matcher(func(t Twins) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("the failing readiness probe of %s keeps it from being ready, and its container runs on", t.Ready.Name)}
		live, ready, fair, err := t.courses(&verdict)
		if err != nil || !fair {
			return verdict, err
		}
		verdict.Actual = t.said(live, ready)
		verdict.OK = ready.ran && !ready.ready && ready.restarts == 0
		if verdict.OK {
			return verdict, nil
		}
		if ready.ready {
			verdict.Actual = lang.M("Pod %s is ready", t.Ready.Name)
		}
		return verdict.because(explain.Finding{Layer: explain.Kubelet, Why: lang.M("a readiness probe that fails takes a Pod out of the Service; only liveness and startup probes restart containers")}), nil
	})
}
