package expect

import (
	"slices"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// Refusal is a reason for which the API server calls an object invalid.
type Refusal struct {
	// Field is the field that it names, for example "spec.strategy.rollingUpdate.maxUnavailable".
	Field string
	// Detail is a part of what it says of the field, which tells this reason from others about the same field.
	Detail string
}

// HaveBeenRefused holds for a Deployment for which the API server refused some request of the learner as invalid
// (422) for that reason.
func HaveBeenRefused(reason Refusal) Matcher {
	return matcher(func(d Deployment) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("a request of yours for %s that the API server refuses (422) because of %s", d.Name, reason.Field)}
		refused, about, err := d.refusals(reason)
		if err != nil {
			return verdict, err
		}
		verdict.OK = len(refused) > 0
		if verdict.OK {
			verdict.Actual = lang.M("refused with 422")
			return verdict, nil
		}
		verdict.Actual = lang.M("no such request")
		return verdict.because(explain.Finding{Layer: explain.API, Why: lastRefusal(about)}), nil
	})
}

// refusals are the learner's requests for the Deployment that failed for that reason, and all its writes.
func (d Deployment) refusals(reason Refusal) (refused, about evidence.Requests, err error) {
	requests, err := d.learnerRequests()
	if err != nil {
		return nil, nil, err
	}
	about = requests.On("deployments", d.Namespace, d.Name).Where(evidence.Request.Writes)
	refused = about.Where(func(q evidence.Request) bool {
		return q.Code == 422 && slices.ContainsFunc(q.Causes, func(c metav1.StatusCause) bool {
			return c.Field == reason.Field && strings.Contains(c.Message, reason.Detail)
		})
	})
	return refused, about, nil
}

func lastRefusal(about evidence.Requests) lang.Message {
	for _, q := range slices.Backward(about) {
		if q.Refused() {
			return lang.M("the last refusal was another one (%d): %s", q.Code, q.Message)
		}
	}
	if len(about) == 1 {
		return lang.M("your one request for it was not refused")
	}
	return lang.M("none of your %d requests for it was refused", len(about))
}

// StayAsItWas holds for a Deployment whose strategy was the same before and after some request that was refused for that reason.
func StayAsItWas(reason Refusal) Matcher {
	return matcher(func(d Deployment) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("%s is the same before and after the refused request", d.Name)}
		refused, _, err := d.refusals(reason)
		if err != nil {
			return verdict, err
		}
		if len(refused) == 0 {
			verdict.Actual = lang.M("no such request")
			return verdict.because(explain.Finding{Layer: explain.API, Why: lang.M("nothing was refused, so nothing could be left unchanged")}), nil
		}
		versions, err := d.Evidence.History().Of("Deployment", d.Namespace, d.Name)
		if err != nil {
			return verdict, err
		}
		verdict.OK = slices.ContainsFunc(refused, func(q evidence.Request) bool {
			before, after := around(versions, q.At)
			return before != nil && (after == nil || apiequality.Semantic.DeepEqual(before.Spec.Strategy, after.Spec.Strategy))
		})
		if verdict.OK {
			verdict.Actual = lang.M("unchanged")
			return verdict, nil
		}
		verdict.Actual = lang.M("%s changed, or did not exist yet", d.Name)
		return verdict.because(explain.Finding{Layer: explain.API, Why: lang.M("a refused request stores nothing: try it on the Deployment that is there")}), nil
	})
}

// around returns the Deployment as it was just before and just after an instant; nil if there is none.
func around(versions []*evidence.Version, at time.Time) (before, after *appsv1.Deployment) {
	for _, v := range versions {
		found, ok := v.Object.(*appsv1.Deployment)
		switch {
		case !ok || v.Deleted:
		case !v.At.After(at):
			before = found
		case after == nil:
			after = found
		}
	}
	return before, after
}
