package expect

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// Pod is a Pod of a lab, by name: whatever was created under that name is meant.
type Pod struct{ Subject }

func (p Pod) in(w *evidence.World) (*corev1.Pod, bool) { return w.Pod(p.Namespace, p.Name) }

// Lifetime is the times during which the Pod was there and nobody had told it to go.
func (p Pod) Lifetime() Stay {
	return stay(p.Evidence.History(), func(w *evidence.World) bool {
		pod, ok := p.in(w)
		return ok && pod.DeletionTimestamp == nil
	})
}

// IsRunning is the condition that all containers of the Pod run, each for the first time.
func (p Pod) IsRunning() Condition {
	return Condition{
		Name: lang.M("Pod %s runs", p.Name),
		Holds: func(w *evidence.World) bool {
			pod, ok := p.in(w)
			return ok && runs(pod)
		},
		Seen: p.describe,
		Why:  p.whyStopped,
	}
}

// runs is true for a Pod whose containers run and have not ended before: what ends and is started again is Running too.
func runs(pod *corev1.Pod) bool {
	for _, s := range pod.Status.ContainerStatuses {
		if s.State.Running == nil {
			return false
		}
	}
	return pod.Status.Phase == corev1.PodRunning && evidence.Active(pod) && !evidence.HasEnded(pod) && len(pod.Status.ContainerStatuses) > 0
}

// HasNoOwner is the condition that no object owns the Pod.
func (p Pod) HasNoOwner() Condition {
	return Condition{
		Name: lang.M("Pod %s has no owner", p.Name),
		Holds: func(w *evidence.World) bool {
			pod, ok := p.in(w)
			return ok && len(pod.OwnerReferences) == 0
		},
		Seen: func(w *evidence.World) lang.Message {
			if pod, ok := p.in(w); ok && len(pod.OwnerReferences) > 0 {
				return lang.M("it is owned by %s %s", pod.OwnerReferences[0].Kind, pod.OwnerReferences[0].Name)
			}
			return p.describe(w)
		},
		Why: func(w *evidence.World) explain.Finding {
			if _, ok := p.in(w); !ok {
				return p.whyStopped(w)
			}
			return explain.Finding{Layer: explain.API, Why: lang.M("what you create yourself has no ownerReferences; what a controller creates names it there")}
		},
	}
}

func (p Pod) describe(w *evidence.World) lang.Message {
	pod, ok := p.in(w)
	if !ok {
		return lang.M("no Pod %s", p.Name)
	}
	if evidence.HasEnded(pod) {
		return lang.M("Pod %s is %s, and its program has ended before", p.Name, string(pod.Status.Phase))
	}
	return lang.M("Pod %s is %s", p.Name, string(pod.Status.Phase))
}

func (p Pod) whyStopped(w *evidence.World) explain.Finding {
	requests, err := p.learnerRequests()
	if err != nil {
		return explain.Finding{Layer: explain.API, Why: lang.Verbatim(err.Error())}
	}
	return explain.BarePodStop(w, requests, p.Namespace, p.Name)
}

// at the end of the history, fill in what there is of the Pod and why.
func (p Pod) unfinished(verdict Verdict) (Verdict, error) {
	now, err := p.Evidence.History().Now()
	if err != nil {
		return verdict, err
	}
	verdict.Actual = p.describe(now)
	return verdict.at(now.Moment().Instant()).because(p.whyStopped(now)), nil
}
