package workloads

import (
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/labs"
)

// garbageCollection: what has lost its owner is deleted, because of ownerReferences; without them it stays.
func garbageCollection(task *labs.Task) {
	task.Check("cascade", 5, func(j *labs.Judging) {
		j.Expect(task.Deployment(Temp)).To(TakeItsPodsAlong())
	})
	task.Check("orphan", 5, func(j *labs.Judging) {
		j.Expect(task.Deployment(Orphaned)).To(LeaveItsReplicaSet())
	})
}
