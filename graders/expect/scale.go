package expect

import (
	appsv1 "k8s.io/api/apps/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// AtReplicas is the times during which the Deployment asked for n replicas.
func (d Deployment) AtReplicas(n int) Stay {
	return stay(d.Evidence.History(), func(w *evidence.World) bool {
		found, ok := d.in(w)
		return ok && found.DeletionTimestamp == nil && int(*found.Spec.Replicas) == n
	})
}

// HasReadyReplicas is the condition that the Deployment asks for n replicas and that n Pods of one ReplicaSet are ready.
func (d Deployment) HasReadyReplicas(n int) Condition {
	return Condition{
		Name: lang.M("%d ready Pods of %s in one ReplicaSet", n, d.Name),
		Holds: func(w *evidence.World) bool {
			found, ok := d.in(w)
			if !ok || int(*found.Spec.Replicas) != n {
				return false
			}
			_, ready := steadiest(w, found)
			return ready >= n
		},
		Seen: d.describe,
		Why: func(w *evidence.World) explain.Finding {
			if found, ok := d.in(w); ok && int(*found.Spec.Replicas) != n {
				return explain.Finding{Layer: explain.API, Why: lang.M("%s asks for %d replicas", d.Name, *found.Spec.Replicas)}
			}
			return d.whyStopped(w)
		},
	}
}

// steadiest is the ReplicaSet of the Deployment with the most Pods that are ready and have not ended before.
func steadiest(w *evidence.World, d *appsv1.Deployment) (best *appsv1.ReplicaSet, ready int) {
	for _, rs := range w.ReplicaSetsOf(d) {
		n := 0
		for _, pod := range w.PodsOf(rs) {
			if evidence.Ready(pod) && !evidence.HasEnded(pod) {
				n++
			}
		}
		if best == nil || n > ready {
			best, ready = rs, n
		}
	}
	return best, ready
}

// Scaling is the way of a Deployment from one number of ready replicas to another.
type Scaling struct {
	Deployment Deployment
	From, To   int
	// Before and After are the last moments at which it had all replicas of the one number, and then of the other.
	Before, After evidence.Moment
	// Started is true if it ever had the first number, Finished if it had the other one later.
	Started, Finished bool

	err error
}

// Scaled finds how the Deployment was scaled from one number of replicas to another.
func (d Deployment) Scaled(from, to int) Scaling {
	scaling := Scaling{Deployment: d, From: from, To: to}
	first, err := d.AtReplicas(from).endsWith(d.HasReadyReplicas(from))
	if err != nil || len(first) == 0 {
		scaling.err = err
		return scaling
	}
	scaling.Started, scaling.Before = true, first[0]
	then, err := d.AtReplicas(to).endsWith(d.HasReadyReplicas(to))
	scaling.err = err
	for _, end := range then {
		for _, begin := range first {
			if begin.RV < end.RV {
				scaling.Finished, scaling.Before, scaling.After = true, begin, end
			}
		}
	}
	return scaling
}

// endsWith are those ends of a Stay at which the condition holds.
func (s Stay) endsWith(c Condition) ([]evidence.Moment, error) {
	var found []evidence.Moment
	for _, end := range s.Ends {
		w, err := s.History.At(end)
		if err != nil {
			return nil, err
		}
		if c.Holds(w) {
			found = append(found, end)
		}
	}
	return found, s.err
}

// FinishScaling holds for a Scaling that began with all replicas of the first number ready, and ended with all of the other.
func FinishScaling() Matcher {
	return matcher(func(s Scaling) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("%s has %d ready replicas, and later %d", s.Deployment.Name, s.From, s.To)}
		if s.err != nil {
			return verdict, s.err
		}
		if s.Finished {
			verdict.OK, verdict.Actual = true, lang.M("it had %d, and later %d", s.From, s.To)
			return verdict, nil
		}
		return s.unfinished(verdict)
	})
}

func (s Scaling) unfinished(verdict Verdict) (Verdict, error) {
	now, err := s.Deployment.Evidence.History().Now()
	if err != nil {
		return verdict, err
	}
	verdict.Actual = s.Deployment.describe(now)
	verdict = verdict.at(now.Moment().Instant())
	if !s.Started {
		return verdict.because(explain.Finding{Layer: explain.Deployment, Why: lang.M("it never had all %d replicas ready before it was scaled", s.From)}), nil
	}
	return verdict.because(s.Deployment.HasReadyReplicas(s.To).Why(now)), nil
}

// StayInOneReplicaSet holds for a finished Scaling in which one ReplicaSet, with one revision number, had the Pods before and after.
func StayInOneReplicaSet() Matcher {
	return matcher(func(s Scaling) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("one ReplicaSet of %s has the %d Pods and then the %d, and no new revision is made", s.Deployment.Name, s.From, s.To)}
		if s.err != nil {
			return verdict, s.err
		}
		if !s.Finished {
			return s.unfinished(verdict)
		}
		before, err := s.replicaSetAt(s.Before)
		if err != nil {
			return verdict, err
		}
		after, err := s.replicaSetAt(s.After)
		if err != nil {
			return verdict, err
		}
		verdict.OK = before.UID == after.UID && evidence.Revision(before.Annotations) == evidence.Revision(after.Annotations)
		if verdict.OK {
			verdict.Actual = lang.M("ReplicaSet %s had them all, as revision %d", after.Name, evidence.Revision(after.Annotations))
			return verdict, nil
		}
		verdict.Actual = lang.M("first ReplicaSet %s had them, then %s", before.Name, after.Name)
		return verdict.at(s.After).because(explain.Finding{Layer: explain.Deployment,
			Why: lang.M("a change of spec.replicas alone keeps the ReplicaSet; another Pod template, or another Deployment, makes a new one")}), nil
	})
}

func (s Scaling) replicaSetAt(m evidence.Moment) (*appsv1.ReplicaSet, error) {
	w, err := s.Deployment.Evidence.History().At(m)
	if err != nil {
		return nil, err
	}
	found, ok := s.Deployment.in(w)
	if !ok {
		return &appsv1.ReplicaSet{}, nil
	}
	rs, _ := steadiest(w, found)
	return rs, nil
}
