package expect

import (
	"cmp"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// HealItself holds for a Deployment that was complete, lost a Pod by a DELETE of the learner, and was complete again by a Pod
// that its ReplicaSet made: another UID, the same ReplicaSet, and no Pod of the learner's own among them.
func HealItself() Matcher {
	return matcher(func(d Deployment) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("%s is complete again by a new Pod of the same ReplicaSet that nobody but its controller created", d.Name)}
		losses, err := d.Losses()
		if err != nil {
			return verdict, err
		}
		if len(losses) == 0 {
			verdict.Actual = lang.M("no DELETE of a Pod of %s by you was accepted", d.Name)
			return verdict.because(explain.Finding{Layer: explain.API, Why: lang.M("what is not broken cannot heal")}), nil
		}
		own, err := d.createdByLearner()
		if err != nil {
			return verdict, err
		}
		for _, loss := range losses {
			successor, err := loss.successor(own)
			if err != nil {
				return verdict, err
			}
			if successor != nil {
				verdict.OK, verdict.Actual = true, lang.M("a new Pod of the same ReplicaSet came")
				return verdict, nil
			}
		}
		verdict.Actual = lang.M("no new Pod of the same ReplicaSet took the place of the one that you deleted")
		now, err := d.Evidence.History().Now()
		if err != nil {
			return verdict, err
		}
		if len(own) > 0 {
			return verdict.because(explain.Finding{Layer: explain.ReplicaSet, Why: lang.M("you created a Pod with the labels of its selector: the ReplicaSet adopted it, and had nothing left to do")}), nil
		}
		return verdict.at(now.Moment().Instant()).because(d.whyStopped(now)), nil
	})
}

// createdByLearner are the Pods that the learner created; with generateName only the answer has the name.
func (d Deployment) createdByLearner() (map[string]bool, error) {
	requests, err := d.learnerRequests()
	if err != nil {
		return nil, err
	}
	own := map[string]bool{}
	for _, r := range requests.Verbs("create").Accepted() {
		if r.Resource == "pods" && r.Subresource == "" && r.Namespace == d.Namespace {
			own[cmp.Or(r.Name, r.ResponseName())] = true
		}
	}
	return own, nil
}

// isComplete is true if the Deployment has as many Pods as it asks for, and none that is not ready.
func (d Deployment) isComplete(w *evidence.World, found *appsv1.Deployment) bool {
	names, ready := d.podNames(w)
	return ready && len(names) == int(*found.Spec.Replicas)
}

// successor is the Pod that was made for the one that was lost, once the Deployment has all its replicas again.
func (l Loss) successor(own map[string]bool) (*corev1.Pod, error) {
	history, owner := l.Deployment.Evidence.History(), metav1.GetControllerOf(l.Pod)
	before := map[string]bool{}
	var found *corev1.Pod
	err := history.Walk(func(w *evidence.World) bool {
		d, ok := l.Deployment.in(w)
		if !ok {
			return true
		}
		for _, pod := range w.PodsOfDeployment(d) {
			switch of := metav1.GetControllerOf(pod); {
			case w.Last.RV < l.At.RV:
				before[string(pod.UID)] = true
			case !before[string(pod.UID)] && of.UID == owner.UID && evidence.Ready(pod) && !own[pod.Name] && l.Deployment.isComplete(w, d):
				found = pod
			}
		}
		return found == nil
	})
	return found, err
}
