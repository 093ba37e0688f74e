package rollouts

import (
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/labs"
)

// zeroField is the field that the API server names when both limits are 0 (ValidateRollingUpdateDeployment).
const zeroField = "spec.strategy.rollingUpdate.maxUnavailable"

// bothZero: with no Pod more and no Pod fewer nothing can move, so the API server refuses it.
func bothZero(task *labs.Task) {
	web := task.Deployment(Web)
	task.NeedsDeployment(web, Deploy)

	task.Check("refused", 2, func(j *labs.Judging) {
		j.Expect(web).To(HaveBeenRefused(zeroField))
	})
	task.Check("unchanged", 1, func(j *labs.Judging) {
		j.Expect(web).To(StayAsItWas(zeroField))
	})
	task.Check("reason", 2, func(j *labs.Judging) {
		j.Expect(task.Answer()).To(Mention(Term("maxSurge"), Term("maxUnavailable")))
	})
}
