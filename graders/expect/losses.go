package expect

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// Loss is one DELETE of a Pod of a Deployment by the learner, and what the Deployment had before and after.
type Loss struct {
	Deployment Deployment
	// Pod is what was deleted.
	Pod *corev1.Pod
	// At is the moment at which it was told to go.
	At evidence.Moment
}

// Losses are the Pods of the Deployment that the learner deleted one by one, in order.
func (d Deployment) Losses() ([]Loss, error) {
	requests, err := d.learnerRequests()
	if err != nil {
		return nil, err
	}
	deletes := requests.Verbs("delete").Accepted().Where(func(r evidence.Request) bool {
		return r.Resource == "pods" && r.Subresource == "" && r.Namespace == d.Namespace
	})
	var losses []Loss
	going := map[types.UID]bool{}
	err = d.Evidence.History().Walk(func(w *evidence.World) bool {
		pod, leaves := w.Last.Object.(*corev1.Pod)
		if !leaves || pod.Namespace != d.Namespace || pod.DeletionTimestamp == nil && !w.Last.Deleted || going[pod.UID] {
			return true
		}
		going[pod.UID] = true
		asked := slices.ContainsFunc(deletes, func(r evidence.Request) bool { return r.Name == pod.Name })
		if found, ok := d.in(w); ok && asked && d.controlled(w, found.UID, pod) {
			losses = append(losses, Loss{Deployment: d, Pod: pod, At: w.Moment()})
		}
		return true
	})
	return losses, err
}

// controlled is true if the Pod's ReplicaSet is one of the Deployment's.
func (d Deployment) controlled(w *evidence.World, deployment types.UID, pod *corev1.Pod) bool {
	owner := metav1.GetControllerOf(pod)
	if owner == nil {
		return false
	}
	rs, ok := w.Lives(owner.UID)
	if !ok {
		return false
	}
	above := metav1.GetControllerOf(rs)
	return above != nil && above.UID == deployment
}

// HaveLostAPod holds for a Deployment one of whose Pods was deleted by a request of the learner.
func HaveLostAPod() Matcher {
	return matcher(func(d Deployment) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("a Pod of %s is deleted by you", d.Name)}
		losses, err := d.Losses()
		if err != nil {
			return verdict, err
		}
		if verdict.OK = len(losses) > 0; verdict.OK {
			verdict.Actual = lang.M("you deleted one")
			return verdict, nil
		}
		verdict.Actual = lang.M("no DELETE of a Pod of %s by you was accepted", d.Name)
		return verdict.because(explain.Finding{Layer: explain.API, Why: lang.M("scaling down or changing the template makes a controller remove Pods; here you delete one yourself: kubectl delete pod")}), nil
	})
}
