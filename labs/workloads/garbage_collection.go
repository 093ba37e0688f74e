package workloads

import (
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/labs"
)

// garbageCollection: what has lost its owner is deleted, because of ownerReferences; without them it stays.
func garbageCollection(task *labs.Task) {
	garbageCollectionHints(task)
	temp, orphaned := task.Deployment(Temp), task.Deployment(Orphaned)

	task.Check("cascade", 5, func(j *labs.Judging) {
		j.Expect(temp).To(TakeItsPodsAlong())
	})
	task.Check("orphan", 5, func(j *labs.Judging) {
		j.Expect(orphaned).To(LeaveItsReplicaSet())
	})
}
