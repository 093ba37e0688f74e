package scheduling

import (
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/labs"
)

// antiAffinity: Pods that avoid their own kind need a free node for every new one. With as many replicas as nodes there is
// none, and a rollout has to take an old Pod away first.
func antiAffinity(task *labs.Task) {
	antiAffinityHints(task)
	ha := task.Deployment(HA)

	task.Check("never-two-on-a-node", 3, func(j *labs.Judging) {
		j.Expect(ha.FullRollout(HAReplicas).During()).To(AlwaysHave(ha.PodsOnOneNode(), AtMost(1)))
	})
	task.Check("rollout-finishes", 4, func(j *labs.Judging) {
		j.Expect(ha.FullRollout(HAReplicas)).To(Finish())
	})
	task.Check("turns-a-second-away", 3, func(j *labs.Judging) {
		j.Expect(ha).To(TurnAwayASecondPod(HAReplicas))
	})
}
