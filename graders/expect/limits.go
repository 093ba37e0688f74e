package expect

import (
	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// ResolveMaxSurgeTo holds for a Deployment whose maxSurge comes to n Pods, as a number or as a percentage of its replicas.
func ResolveMaxSurgeTo(n int) Matcher {
	return resolve(n, lang.M("maxSurge of the rolling update comes to %d Pods", n), func(surge, _ int) int { return surge })
}

// ResolveMaxUnavailableTo is ResolveMaxSurgeTo for maxUnavailable.
func ResolveMaxUnavailableTo(n int) Matcher {
	return resolve(n, lang.M("maxUnavailable of the rolling update comes to %d Pods", n), func(_, unavailable int) int { return unavailable })
}

func resolve(want int, expected lang.Message, pick func(surge, unavailable int) int) Matcher {
	return matcher(func(d Deployment) (Verdict, error) {
		verdict := Verdict{Expected: expected}
		now, err := d.Evidence.History().Now()
		if err != nil {
			return verdict, err
		}
		found, ok := d.in(now)
		if !ok {
			verdict.Actual = d.describe(now)
			return verdict.because(explain.Finding{Layer: explain.API, Why: d.limits(now)}), nil
		}
		surge, unavailable, ok := evidence.RollingLimits(found)
		if !ok {
			verdict.Actual = lang.M("the strategy is %s", string(found.Spec.Strategy.Type))
			return verdict.because(explain.Finding{Layer: explain.Deployment, Why: d.limits(now)}), nil
		}
		n := pick(surge, unavailable)
		verdict.OK, verdict.Actual = n == want, lang.M("it comes to %d", n)
		if verdict.OK {
			return verdict, nil
		}
		return verdict.at(now.Moment().Instant()).because(explain.Finding{Layer: explain.Deployment, Why: d.limits(now)}), nil
	})
}
