package rollouts

import (
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/labs"
)

// bothAreZero is what the API server says when both limits are 0 (ValidateRollingUpdateDeployment in
// k8s.io/kubernetes/pkg/apis/apps/validation).
func bothAreZero() Refusal {
	return Refusal{Field: "spec.strategy.rollingUpdate.maxUnavailable", Detail: "may not be 0 when `maxSurge` is 0"}
}

// bothZero: with no Pod more and no Pod fewer nothing can move, so the API server refuses it.
func bothZero(task *labs.Task) {
	bothZeroHints(task)
	web := task.Deployment(Web)
	task.NeedsDeployment(web, Deploy)

	task.Check("refused", 2, func(j *labs.Judging) {
		j.Expect(web).To(HaveBeenRefused(bothAreZero()))
	})
	task.Check("unchanged", 1, func(j *labs.Judging) {
		j.Expect(web).To(StayAsItWas(bothAreZero()))
	})
	task.Check("reason", 2, func(j *labs.Judging) {
		j.Expect(task.Answer()).To(Mention(Term("maxSurge"), Term("maxUnavailable")))
	})
}
