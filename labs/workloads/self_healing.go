package workloads

import (
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/labs"
)

// selfHealing: a ReplicaSet counts the Pods of its selector and makes what is missing. What comes is a new Pod with a new name.
func selfHealing(task *labs.Task) {
	selfHealingHints(task)
	web := task.Deployment(Web)
	task.NeedsDeployment(web, Deployed)
	before, after := List{Written: task.AnswerTo(Before), Of: web}, List{Written: task.AnswerTo(After), Of: web}

	task.Check("deleted", 3, func(j *labs.Judging) {
		j.Expect(web).To(HaveLostAPod())
	})
	task.Check("list-before", 3, func(j *labs.Judging) {
		j.Expect(before).To(BeTrueBeforeADelete())
	})
	task.Check("list-after", 3, func(j *labs.Judging) {
		j.Expect(after).To(BeTrueAfterADelete())
	})
	task.Check("one-new-name", 2, func(j *labs.Judging) {
		j.Expect(Lists{Before: before, After: after}).To(DifferInOneName())
	})
	task.Check("replaced", 4, func(j *labs.Judging) {
		j.Expect(web).To(HealItself())
	})
}
