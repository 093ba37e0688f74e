package expect

import (
	"slices"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// HaveBeenRefused holds for a Deployment for which the API server refused some request of the learner as invalid
// (422) because of that field, for example "spec.strategy.rollingUpdate.maxUnavailable".
func HaveBeenRefused(field string) Matcher {
	return matcher(func(d Deployment) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("a request of yours for %s that the API server refuses (422) because of %s", d.Name, field)}
		refused, about, err := d.refusals(field)
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

// refusals are the learner's requests for the Deployment that failed because of the field, and all its writes.
func (d Deployment) refusals(field string) (refused, about evidence.Requests, err error) {
	requests, err := d.learnerRequests()
	if err != nil {
		return nil, nil, err
	}
	about = requests.On("deployments", d.Namespace, d.Name).Where(evidence.Request.Writes)
	refused = about.Where(func(q evidence.Request) bool {
		return q.Code == 422 && slices.ContainsFunc(q.Causes, func(c metav1.StatusCause) bool { return c.Field == field })
	})
	return refused, about, nil
}

func lastRefusal(about evidence.Requests) lang.Message {
	for _, q := range slices.Backward(about) {
		if q.Refused() {
			return lang.M("the last refusal was another one (%d): %s", q.Code, q.Message)
		}
	}
	return lang.M("none of your %d requests for it was refused", len(about))
}

// StayAsItWas holds for a Deployment whose spec was the same before and after the requests that were refused because of the field.
func StayAsItWas(field string) Matcher {
	return matcher(func(d Deployment) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("%s is the same before and after the refused request", d.Name)}
		refused, _, err := d.refusals(field)
		if err != nil {
			return verdict, err
		}
		if len(refused) == 0 {
			verdict.Actual = lang.M("no such request")
			return verdict.because(explain.Finding{Layer: explain.API, Why: lang.M("nothing was refused, so nothing could be left unchanged")}), nil
		}
		at := refused[0].At
		versions, err := d.Evidence.History().Of("Deployment", d.Namespace, d.Name)
		if err != nil {
			return verdict, err
		}
		before, after := around(versions, at)
		verdict.OK = before != nil && (after == nil || apiequality.Semantic.DeepEqual(before.Spec.Strategy, after.Spec.Strategy))
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
