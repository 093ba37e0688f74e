package workloads

import (
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/labs"
)

// deployed: the Deployment makes a ReplicaSet, the ReplicaSet makes the Pods, and scaling is no new revision.
func deployed(task *labs.Task) {
	deployedHints(task)
	web := task.Deployment(Web)

	task.Check("three-ready", 3, func(j *labs.Judging) {
		j.Expect(web.AtReplicas(Replicas)).To(EndWith(web.HasReadyReplicas(Replicas)))
	})
	task.Check("then-five", 4, func(j *labs.Judging) {
		j.Expect(web.Scaled(Replicas, ScaledReplicas)).To(FinishScaling())
	})
	task.Check("one-replicaset", 3, func(j *labs.Judging) {
		j.Expect(web.Scaled(Replicas, ScaledReplicas)).To(StayInOneReplicaSet())
	})
}
