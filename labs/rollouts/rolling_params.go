package rollouts

import (
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/labs"
)

// rollingParams: maxSurge is how many Pods more, maxUnavailable how many fewer, a rollout may have on its way.
func rollingParams(task *labs.Task) {
	rollingParamsHints(task)
	web := task.Deployment(Web)
	task.NeedsDeployment(web, Deploy)

	task.Check("max-surge", 5, func(j *labs.Judging) {
		j.Expect(web).To(ResolveMaxSurgeTo(MaxSurge))
	})
	task.Check("max-unavailable", 5, func(j *labs.Judging) {
		j.Expect(web).To(ResolveMaxUnavailableTo(MaxUnavailable))
	})
}
