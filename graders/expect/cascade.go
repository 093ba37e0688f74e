package expect

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// departure is one life of a Deployment and what became of its ReplicaSets and Pods.
type departure struct {
	uid        types.UID
	sets, pods []types.UID
	ready      bool // some Pod of it was ready
	gone       bool
	at         evidence.Moment
	// emptied is true if all went with it; kept, if a ReplicaSet with a Pod stayed without an owner; freed, if one did, with a Pod or without.
	emptied, kept, freed bool
}

// departures follows every Deployment that had the name, the last one last.
func (d Deployment) departures() ([]*departure, error) {
	var all []*departure
	err := d.Evidence.History().Walk(func(w *evidence.World) bool {
		found, ok := d.in(w)
		if ok && (len(all) == 0 || all[len(all)-1].uid != found.UID) {
			all = append(all, &departure{uid: found.UID})
		}
		for _, life := range all {
			switch {
			case ok && life.uid == found.UID:
				life.watch(w)
			case !life.gone:
				life.gone, life.at = true, w.Moment()
				fallthrough
			default:
				life.look(w)
			}
		}
		return true
	})
	return all, err
}

// watch takes in what the Deployment owns while it is there.
func (l *departure) watch(w *evidence.World) {
	object, ok := w.Lives(l.uid)
	if !ok {
		return
	}
	for _, rs := range w.ReplicaSetsOf(object) {
		if !slices.Contains(l.sets, rs.UID) {
			l.sets = append(l.sets, rs.UID)
		}
		for _, pod := range w.PodsOf(rs) {
			l.ready = l.ready || evidence.Ready(pod)
			if !slices.Contains(l.pods, pod.UID) {
				l.pods = append(l.pods, pod.UID)
			}
		}
	}
}

// look says what is left of it once it is gone.
func (l *departure) look(w *evidence.World) {
	left := 0
	for _, uid := range slices.Concat(l.sets, l.pods) {
		object, ok := w.Lives(uid)
		if !ok {
			continue
		}
		left++
		if slices.Contains(l.sets, uid) && metav1.GetControllerOf(object) == nil {
			l.freed = true
			l.kept = l.kept || len(w.PodsOf(object)) > 0
		}
	}
	l.emptied = l.emptied || left == 0
}

// TakeItsPodsAlong holds for a Deployment that had a ready Pod and was deleted so that the garbage collector removed its
// ReplicaSets and Pods after it, because of their ownerReferences.
func TakeItsPodsAlong() Matcher {
	return matcher(func(d Deployment) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("%s is deleted, and its ReplicaSet and Pods go with it", d.Name)}
		lives, err := d.departures()
		if err != nil {
			return verdict, err
		}
		for _, life := range lives {
			if life.gone && life.ready && life.emptied && !life.freed {
				verdict.OK, verdict.Actual = true, lang.M("%d ReplicaSets and %d Pods went with it", len(life.sets), len(life.pods))
				return verdict, nil
			}
		}
		return d.notDeparted(verdict, lives, explain.Finding{Layer: explain.ReplicaSet,
			Why: lang.M("--cascade=orphan takes the ownerReferences away first: what has no owner is not garbage")})
	})
}

// LeaveItsReplicaSet holds for a Deployment that had a ready Pod and was deleted so that its ReplicaSet stayed,
// with its Pods and without its ownerReference.
func LeaveItsReplicaSet() Matcher {
	return matcher(func(d Deployment) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("%s is deleted, and its ReplicaSet stays with its Pods and without an owner", d.Name)}
		lives, err := d.departures()
		if err != nil {
			return verdict, err
		}
		for _, life := range lives {
			if life.gone && life.ready && life.kept {
				verdict.OK, verdict.Actual = true, lang.M("the ReplicaSet stayed, and its ownerReference is gone")
				return verdict, nil
			}
		}
		return d.notDeparted(verdict, lives, explain.Finding{Layer: explain.ReplicaSet,
			Why: lang.M("the garbage collector deletes what names a deleted owner in ownerReferences, unless the delete says --cascade=orphan")})
	})
}

// notDeparted fills in a verdict with what came of the last Deployment of that name.
func (d Deployment) notDeparted(verdict Verdict, lives []*departure, wrongWay explain.Finding) (Verdict, error) {
	now, err := d.Evidence.History().Now()
	if err != nil {
		return verdict, err
	}
	if len(lives) == 0 {
		verdict.Actual = lang.M("no Deployment %s", d.Name)
		return verdict.because(d.whyStopped(now)), nil
	}
	last := lives[len(lives)-1]
	switch {
	case !last.gone:
		verdict.Actual = lang.M("Deployment %s is still there", d.Name)
		return verdict.at(now.Moment().Instant()).because(explain.Finding{Layer: explain.API, Why: lang.M("act on the owner: deleting a ReplicaSet or a Pod of it only makes its controller create another")}), nil
	case !last.ready:
		verdict.Actual = lang.M("%s had no ready Pod when it was deleted", d.Name)
		return verdict.at(last.at).because(explain.Finding{Layer: explain.Deployment, Why: lang.M("wait until it runs: kubectl rollout status deployment/%s", d.Name)}), nil
	case last.kept:
		verdict.Actual = lang.M("its ReplicaSet stayed")
	case last.emptied:
		verdict.Actual = lang.M("its ReplicaSet and Pods were deleted, too")
	default:
		verdict.Actual = lang.M("its ReplicaSet is not gone yet")
	}
	return verdict.at(last.at).because(wrongWay), nil
}
