package expect

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// listing is what the EndpointSlices of a Service said about one Pod.
type listing struct {
	pod           *corev1.Pod
	ready, listed bool
	// early is when it was listed before it was ready; ungated, when it was listed by a Service that does not ask whether it is.
	early, ungated evidence.Moment
}

// listings follows every Pod of that name through the EndpointSlices of the Service.
func (p Pod) listings(service string) ([]*listing, error) {
	var all []*listing
	byUID := map[types.UID]*listing{}
	err := p.Evidence.History().Walk(func(w *evidence.World) bool {
		pod, ok := p.in(w)
		if !ok {
			return true
		}
		l := byUID[pod.UID]
		if l == nil {
			l = &listing{}
			byUID[pod.UID] = l
			all = append(all, l)
		}
		l.pod = pod
		l.ready = l.ready || evidence.Ready(pod)
		if w.Lists(service, pod) {
			l.listed = true
			if svc, ok := w.Service(p.Namespace, service); ok && svc.Spec.PublishNotReadyAddresses {
				l.ungated = w.Moment()
			}
			if !l.ready && l.early.IsZero() {
				l.early = w.Moment()
			}
		}
		return true
	})
	return all, err
}

// BeListedOnlyWhenReady holds for a Pod with a readiness probe on one of its containers which the EndpointSlices of
// the Service listed as ready, and never before it was ready for the first time.
func BeListedOnlyWhenReady(service string) Matcher {
	return matcher(func(p Pod) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("Service %s lists Pod %s as ready, and never before its readiness probe succeeds", service, p.Name)}
		all, err := p.listings(service)
		if err != nil {
			return verdict, err
		}
		if len(all) == 0 {
			return p.unfinished(verdict)
		}
		for _, l := range all {
			if l.listed && l.early.IsZero() && l.ungated.IsZero() && probesReadiness(l.pod) {
				verdict.OK, verdict.Actual = true, lang.M("it was listed when it was ready, and not before")
				return verdict, nil
			}
		}
		return p.notGated(verdict, all[len(all)-1], service)
	})
}

func (p Pod) notGated(verdict Verdict, last *listing, service string) (Verdict, error) {
	now, err := p.Evidence.History().Now()
	if err != nil {
		return verdict, err
	}
	found, exists := now.Service(p.Namespace, service)
	finding := explain.Finding{Layer: explain.Service}
	switch {
	case !last.early.IsZero():
		verdict.Actual, verdict.When = lang.M("it was listed before it was ready"), last.early
		finding.Why = lang.M("publishNotReadyAddresses lists Pods whatever their probes say")
	case !last.ungated.IsZero():
		verdict.Actual, verdict.When = lang.M("Service %s lists it whether it is ready or not", service), last.ungated
		finding.Why = lang.M("publishNotReadyAddresses lists Pods whatever their probes say")
	case !probesReadiness(last.pod):
		verdict.Actual = lang.M("no container of Pod %s has a readiness probe", p.Name)
		finding = explain.Finding{Layer: explain.Kubelet, Why: lang.M("without a readiness probe a Pod counts as ready as soon as its process runs, before it can serve")}
	case !exists:
		verdict.Actual = lang.M("there is no Service %q", service)
		requests, err := p.learnerRequests()
		if err != nil {
			return verdict, err
		}
		finding = explain.Missing(requests, "services", "Service", p.Namespace, service)
	case !last.ready:
		return p.unfinished(verdict)
	default:
		verdict.Actual = lang.M("Service %s does not list Pod %s", service, p.Name)
		finding.Why = lang.M("its selector is %v; the labels of the Pod are %v", found.Spec.Selector, last.pod.Labels)
	}
	return verdict.because(finding), nil
}

// probesReadiness is true if a container of the Pod has a readiness probe.
func probesReadiness(pod *corev1.Pod) bool {
	return slices.ContainsFunc(longRunning(pod), func(c *corev1.Container) bool { return c.ReadinessProbe != nil })
}
