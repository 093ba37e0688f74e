package hint

import (
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/lang"
)

// ReplicaSetScaled reacts to a ReplicaSet that was scaled although a Deployment owns it.
func ReplicaSetScaled(deployment string) When {
	return func(s *Seen) lang.Message {
		for _, q := range s.Asked.Verbs("update", "patch").Accepted() {
			if q.Resource == "replicasets" && q.Namespace == s.Namespace {
				if said := s.putBack(deployment, q); !said.Empty() {
					return said
				}
			}
		}
		return none()
	}
}

// putBack says what became of one request to a ReplicaSet of the Deployment.
func (s *Seen) putBack(deployment string, q evidence.Request) lang.Message {
	before, asked, changed := int32(0), int32(0), false
	for _, v := range s.Versions("ReplicaSet", q.Name) {
		rs, ok := v.Object.(*appsv1.ReplicaSet)
		if !ok || !ownedBy(rs, deployment) {
			return none()
		}
		switch n := *rs.Spec.Replicas; {
		case v.At.Before(q.At):
			before = n
		case !changed && n != before:
			asked, changed = n, true
		case changed && n == before:
			return lang.M("You scaled ReplicaSet %s to %d; Deployment %s put it back to %d at %s. Scale the owner: the Deployment.", rs.Name, asked, deployment, before, Clock(v.At))
		}
	}
	return none()
}

func ownedBy(object metav1.Object, owner string) bool {
	controller := metav1.GetControllerOf(object)
	return controller != nil && controller.Name == owner
}

// ReplicaSetsDeleted are the learner's deletes of ReplicaSets that the Deployment owned, or had owned.
func (s *Seen) ReplicaSetsDeleted(deployment string) evidence.Requests {
	return s.Asked.Verbs("delete").Accepted().Where(func(q evidence.Request) bool {
		return q.Resource == "replicasets" && q.Namespace == s.Namespace &&
			slices.ContainsFunc(s.Versions("ReplicaSet", q.Name), func(v *evidence.Version) bool { return ownedBy(v.Object, deployment) })
	})
}

// ActedBelow reacts to a ReplicaSet that was deleted although its owner makes another at once.
func ActedBelow(deployment string) When {
	return func(s *Seen) lang.Message {
		deleted := s.ReplicaSetsDeleted(deployment)
		if len(deleted) == 0 || !s.Exists("Deployment", deployment) {
			return none()
		}
		q, old, said := deleted[0], types.UID(""), none()
		ever(s, func(v *evidence.Version, rs *appsv1.ReplicaSet) bool {
			switch {
			case !ownedBy(rs, deployment):
			case v.At.Before(q.At) && rs.Name == q.Name:
				old = rs.UID
			case old != "" && rs.UID != old && v.At.After(q.At):
				said = lang.M("You deleted ReplicaSet %s at %s; Deployment %s made one again at %s. Delete the owner.", q.Name, Clock(q.At), deployment, Clock(v.At))
			}
			return said.Empty()
		})
		return said
	}
}

// ThroughZero reacts to a Deployment that was scaled to 0 on its way.
func ThroughZero(deployment string) When {
	return func(s *Seen) lang.Message {
		before := int32(0)
		for _, v := range s.Versions("Deployment", deployment) {
			d, ok := v.Object.(*appsv1.Deployment)
			if !ok || v.Deleted {
				continue
			}
			if *d.Spec.Replicas == 0 && before > 0 {
				return lang.M("You scaled %s to 0 at %s: from then on no Pod of it served, whatever came afterwards.", deployment, Clock(v.At))
			}
			before = *d.Spec.Replicas
		}
		return none()
	}
}
