package expect

import (
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// StatefulSet is a StatefulSet of a lab, by name.
type StatefulSet struct{ Subject }

func (s StatefulSet) in(w *evidence.World) (*appsv1.StatefulSet, bool) {
	return w.StatefulSet(s.Namespace, s.Name)
}

func (s StatefulSet) podName(ordinal int) string { return fmt.Sprintf("%s-%d", s.Name, ordinal) }

// pod is the Pod of that ordinal if the StatefulSet controls it.
func (s StatefulSet) pod(w *evidence.World, ordinal int) (*corev1.Pod, bool) {
	found, ok := s.in(w)
	if !ok {
		return nil, false
	}
	pod, ok := w.Pod(s.Namespace, s.podName(ordinal))
	if !ok || !metav1.IsControlledBy(pod, found) {
		return nil, false
	}
	return pod, true
}

// BecomeReadyInOrder holds for a StatefulSet whose first n Pods were made one after the other, each only when the one before was ready.
func BecomeReadyInOrder(n int) Matcher {
	return matcher(func(s StatefulSet) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("%s to %s made in order, each when the one before is ready", s.podName(0), s.podName(n-1))}
		next, jumped := 0, false
		var at evidence.Moment
		var made types.UID
		err := s.Evidence.History().Walk(func(w *evidence.World) bool {
			if found, ok := s.in(w); ok && found.UID != made {
				made, next, jumped = found.UID, 0, false // made anew: another try
			}
			if jumped {
				return true
			}
			if _, made := s.pod(w, next); made {
				jumped = next > 0 && !s.ready(w, next-1)
				at = w.Moment()
				next++
			}
			if _, early := s.pod(w, next+1); early && next+1 < n {
				jumped, at = true, w.Moment()
			}
			return jumped || next < n
		})
		if err != nil {
			return verdict, err
		}
		switch {
		case jumped:
			verdict.Actual = lang.M("%s was made before the one before it was ready", at.Name)
			return verdict.at(at).because(explain.Finding{Layer: explain.StatefulSet, Why: lang.M("podManagementPolicy Parallel makes all Pods at once; OrderedReady waits")}), nil
		case next < n:
			return s.unfinished(verdict, lang.M("%d of %d Pods were made", next, n))
		}
		return s.allReady(verdict, n)
	})
}

func (s StatefulSet) ready(w *evidence.World, ordinal int) bool {
	pod, ok := s.pod(w, ordinal)
	return ok && evidence.Ready(pod)
}

// allReady adds to a verdict on the order that the last Pod got ready, too.
func (s StatefulSet) allReady(verdict Verdict, n int) (Verdict, error) {
	_, found, err := s.Evidence.History().First(func(w *evidence.World) bool { return s.ready(w, n-1) })
	if err != nil {
		return verdict, err
	}
	if !found {
		return s.unfinished(verdict, lang.M("%s never got ready", s.podName(n-1)))
	}
	verdict.OK, verdict.Actual = true, lang.M("they were made in order")
	return verdict, nil
}

// unfinished fills in the verdict of a StatefulSet that stopped on its way.
func (s StatefulSet) unfinished(verdict Verdict, actual lang.Message) (Verdict, error) {
	now, err := s.Evidence.History().Now()
	if err != nil {
		return verdict, err
	}
	requests, err := s.learnerRequests()
	if err != nil {
		return verdict, err
	}
	verdict.Actual = actual
	return verdict.at(now.Moment().Instant()).because(explain.StatefulSetStop(now, requests, s.Namespace, s.Name)), nil
}

// HaveOneClaimEach holds for a StatefulSet each of whose n Pods mounts a bound claim of its own, made from volumeClaimTemplates.
func HaveOneClaimEach(n int) Matcher {
	return matcher(func(s StatefulSet) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("each of the %d Pods of %s has a bound claim of its own", n, s.Name)}
		most := 0
		at, found, err := s.Evidence.History().First(func(w *evidence.World) bool {
			count := s.podsWithClaim(w, n)
			most = max(most, count)
			return count == n
		})
		if err != nil {
			return verdict, err
		}
		if found {
			verdict.OK, verdict.Actual, verdict.When = true, lang.M("each has one"), at
			return verdict, nil
		}
		now, err := s.Evidence.History().Now()
		if err != nil {
			return verdict, err
		}
		if sts, ok := s.in(now); ok && len(sts.Spec.VolumeClaimTemplates) == 0 {
			verdict.Actual = lang.M("%s has no volumeClaimTemplates", s.Name)
			return verdict.because(explain.Finding{Layer: explain.StatefulSet, Why: lang.M("a volume in the Pod template is not storage of its own: an emptyDir ends with its Pod, one claim would be shared by all")}), nil
		}
		return s.unfinished(verdict, lang.M("%d of %d Pods had one", most, n))
	})
}

func (s StatefulSet) podsWithClaim(w *evidence.World, n int) int {
	seen := map[types.UID]bool{}
	for ordinal := range n {
		if claim, ok := s.claim(w, ordinal); ok && claim.Status.Phase == corev1.ClaimBound {
			seen[claim.UID] = true
		}
	}
	return len(seen)
}

// claim is the claim that the Pod of that ordinal got from a volumeClaimTemplate: it is named template-pod.
func (s StatefulSet) claim(w *evidence.World, ordinal int) (*corev1.PersistentVolumeClaim, bool) {
	sts, ok := s.in(w)
	pod, made := s.pod(w, ordinal)
	if !ok || !made {
		return nil, false
	}
	for _, template := range sts.Spec.VolumeClaimTemplates {
		for _, volume := range pod.Spec.Volumes {
			want := template.Name + "-" + pod.Name
			if volume.PersistentVolumeClaim != nil && volume.PersistentVolumeClaim.ClaimName == want {
				return w.Claim(s.Namespace, want)
			}
		}
	}
	return nil, false
}

// ComeBackAsTheSame holds for a StatefulSet whose Pod of that ordinal was deleted by the learner and came back under
// the same name with another UID and the same claim.
func ComeBackAsTheSame(ordinal int) Matcher {
	return matcher(func(s StatefulSet) (Verdict, error) {
		name := s.podName(ordinal)
		verdict := Verdict{Expected: lang.M("after you delete %s, a new Pod of that name returns with the same claim", name)}
		requests, err := s.learnerRequests()
		if err != nil {
			return verdict, err
		}
		var last Verdict
		deletes := requests.On("pods", s.Namespace, name).Verbs("delete").Accepted()
		if len(deletes) == 0 {
			verdict.Actual = lang.M("no DELETE of %s by you was accepted", name)
			return verdict.because(explain.Finding{Layer: explain.API, Why: lang.M("it has to be deleted by you: kubectl delete pod %s", name)}), nil
		}
		for _, deleted := range deletes { // one that came too early, or once more, spoils nothing
			judged, err := s.comeBack(verdict, ordinal, deleted)
			if err != nil || judged.OK {
				return judged, err
			}
			last = judged
		}
		return last, nil
	})
}

func (s StatefulSet) comeBack(verdict Verdict, ordinal int, deleted evidence.Request) (Verdict, error) {
	before, err := s.Evidence.History().AtTime(deleted.At)
	if err != nil {
		return verdict, err
	}
	old, hadPod := s.pod(before, ordinal)
	oldClaim, hadClaim := s.claim(before, ordinal)
	if hadPod && !evidence.Ready(old) {
		verdict.Actual = lang.M("%s was deleted before it was ready", s.podName(ordinal))
		return verdict.because(explain.Finding{Layer: explain.StatefulSet, Why: lang.M("what comes back can be compared only with a Pod that was complete")}), nil
	}
	if !hadPod || !hadClaim {
		verdict.Actual = lang.M("%s had no claim of its own when it was deleted", s.podName(ordinal))
		return verdict.because(explain.Finding{Layer: explain.StatefulSet, Why: lang.M("only a claim from volumeClaimTemplates stays when the Pod goes")}), nil
	}
	at, found, err := s.Evidence.History().FirstAfter(before.Moment(), func(w *evidence.World) bool {
		pod, ok := s.pod(w, ordinal)
		claim, has := s.claim(w, ordinal)
		return ok && has && pod.UID != old.UID && evidence.Ready(pod) && claim.UID == oldClaim.UID
	})
	if err != nil {
		return verdict, err
	}
	if !found {
		return s.unfinished(verdict, lang.M("no ready Pod %s with the same claim came back", s.podName(ordinal)))
	}
	verdict.OK, verdict.Actual, verdict.When = true, lang.M("same name, same claim, another UID"), at
	return verdict, nil
}

// BeNamedByAHeadlessService holds for a StatefulSet whose serviceName is that of an existing Service without a
// cluster IP that selects its Pods.
func BeNamedByAHeadlessService() Matcher {
	return matcher(func(s StatefulSet) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("serviceName of %s names a headless Service that selects its Pods", s.Name)}
		now, err := s.Evidence.History().Now()
		if err != nil {
			return verdict, err
		}
		sts, ok := s.in(now)
		if !ok {
			return s.unfinished(verdict, lang.M("no StatefulSet %s", s.Name))
		}
		service, ok := now.Service(s.Namespace, sts.Spec.ServiceName)
		switch {
		case !ok:
			verdict.Actual = lang.M("there is no Service %q", sts.Spec.ServiceName)
		case service.Spec.ClusterIP != corev1.ClusterIPNone:
			verdict.Actual = lang.M("Service %s has a cluster IP", service.Name)
		case len(service.Spec.Selector) == 0 || !labels.SelectorFromSet(service.Spec.Selector).Matches(labels.Set(sts.Spec.Template.Labels)):
			verdict.Actual = lang.M("Service %s does not select the Pods of %s", service.Name, s.Name)
		default:
			verdict.OK, verdict.Actual = true, lang.M("Service %s is headless and selects them", service.Name)
			return verdict, nil
		}
		return verdict.because(explain.Finding{Layer: explain.Service, Why: lang.M("the API server does not check serviceName; a Pod has a name in DNS only through a headless Service (clusterIP: None)")}), nil
	})
}
