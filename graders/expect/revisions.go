package expect

import (
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// Revision is one finished stay of a Deployment at one ReplicaSet.
type Revision struct {
	ReplicaSet types.UID
	// Limit is the revisionHistoryLimit in force; Old is how many other ReplicaSets were left at its last moment.
	Limit, Old int
	// Reached is when the rollout had finished, Last the last moment before the next change.
	Reached, Last evidence.Moment
}

// Rollouts are the revisions that the Deployment was rolled out to, one after the other, each until it was finished.
// The revision that it was created with is none of them.
func (d Deployment) Rollouts() ([]Revision, error) {
	var stays []Revision
	created, current := types.UID(""), types.UID("")
	err := d.Evidence.History().Walk(func(w *evidence.World) bool {
		found, ok := d.in(w)
		if !ok {
			current = ""
			return true
		}
		rs, ok := w.CurrentReplicaSet(found)
		if ok && created == "" {
			created = rs.UID
		}
		if !ok || rs.UID != current && !evidence.RolledOut(found) {
			current = ""
			return true
		}
		if rs.UID != current {
			current = rs.UID
			stays = append(stays, Revision{ReplicaSet: rs.UID, Reached: w.Moment()})
		}
		stay := &stays[len(stays)-1]
		stay.Last, stay.Limit, stay.Old = w.Moment(), historyLimit(found), len(w.ReplicaSetsOf(found))-1
		return true
	})
	if len(stays) > 0 && stays[0].ReplicaSet == created {
		return stays[1:], err
	}
	return stays, err
}

// historyLimit is the revisionHistoryLimit; the API server fills in 10 where none is given (apps/v1 defaults).
func historyLimit(d *appsv1.Deployment) int {
	if d.Spec.RevisionHistoryLimit == nil {
		return 10
	}
	return int(*d.Spec.RevisionHistoryLimit)
}

// LeaveNoOldReplicaSet holds for a Deployment that was rolled out at least that many times under
// revisionHistoryLimit 0 and had no old ReplicaSet left after any of these rollouts.
func LeaveNoOldReplicaSet(rollouts int) Matcher {
	return matcher(func(d Deployment) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("%d rollouts of %s with revisionHistoryLimit 0, each leaving no old ReplicaSet", rollouts, d.Name)}
		stays, done, err := d.rolledOut(&verdict, rollouts)
		if err != nil || !done {
			return verdict, err
		}
		for i, stay := range stays[len(stays)-rollouts:] {
			// the controller tidies up just after it has reported the end of a rollout: a quick next rollout may
			// overtake it, so what is left is counted after the last one
			left := i == rollouts-1 && stay.Old != 0
			if stay.Limit != 0 || left {
				verdict.Actual = lang.M("after a rollout revisionHistoryLimit was %d and %d old ReplicaSets were left", stay.Limit, stay.Old)
				return verdict.at(stay.Last).because(explain.Finding{Layer: explain.Deployment, Why: lang.M("the Deployment controller deletes old ReplicaSets down to revisionHistoryLimit after every rollout")}), nil
			}
		}
		verdict.OK, verdict.Actual = true, lang.M("no old ReplicaSet was left")
		return verdict, nil
	})
}

// rolledOut fills in the verdict of a Deployment that has not been rolled out often enough.
func (d Deployment) rolledOut(verdict *Verdict, rollouts int) ([]Revision, bool, error) {
	stays, err := d.Rollouts()
	if err != nil {
		return nil, false, err
	}
	if len(stays) >= rollouts {
		return stays, true, nil
	}
	now, err := d.Evidence.History().Now()
	if err != nil {
		return nil, false, err
	}
	requests, err := d.learnerRequests()
	if err != nil {
		return nil, false, err
	}
	verdict.Actual = lang.M("%d rollouts of %s finished", len(stays), d.Name)
	verdict.When = now.Moment().Instant()
	finding := explain.DeploymentStop(now, requests, d.Namespace, d.Name)
	if found, ok := d.in(now); ok && evidence.RolledOut(found) {
		finding = explain.Finding{Layer: explain.API, Why: lang.M("only a change of the Pod template is a rollout; scaling or a new limit is none")}
	}
	*verdict = verdict.because(finding)
	return stays, false, nil
}

// KeepOldReplicaSets holds for a Deployment that was rolled out at least that many times and has exactly n old
// ReplicaSets at the end.
func KeepOldReplicaSets(n, rollouts int) Matcher {
	return matcher(func(d Deployment) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("exactly %d old ReplicaSets of %s after %d rollouts", n, d.Name, rollouts)}
		stays, done, err := d.rolledOut(&verdict, rollouts)
		if err != nil || !done {
			return verdict, err
		}
		last := stays[len(stays)-1]
		verdict.OK = last.Old == n && last.Limit == n // else it has that many by chance, or by hand
		verdict.Actual = lang.M("%d old ReplicaSets", last.Old)
		if verdict.OK {
			return verdict, nil
		}
		return verdict.at(last.Last).because(explain.Finding{Layer: explain.Deployment, Why: lang.M("its revisionHistoryLimit is %d", last.Limit)}), nil
	})
}

// ReturnToAnEarlierReplicaSet holds for a Deployment that, after at least that many rollouts, went back to a
// ReplicaSet that it had left before.
func ReturnToAnEarlierReplicaSet(rollouts int) Matcher {
	return matcher(func(d Deployment) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("after %d rollouts, %s goes back to a ReplicaSet that it had kept", rollouts, d.Name)}
		stays, done, err := d.rolledOut(&verdict, rollouts)
		if err != nil || !done {
			return verdict, err
		}
		for i := rollouts; i < len(stays); i++ {
			if slices.ContainsFunc(stays[:i], func(s Revision) bool { return s.ReplicaSet == stays[i].ReplicaSet }) {
				verdict.OK, verdict.Actual = true, lang.M("it went back")
				return verdict, nil
			}
		}
		verdict.Actual = lang.M("every rollout made a new ReplicaSet")
		return verdict.because(explain.Finding{Layer: explain.Deployment, Why: lang.M("an undo works as long as the ReplicaSet of the earlier revision is kept")}), nil
	})
}
