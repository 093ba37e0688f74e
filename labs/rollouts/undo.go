package rollouts

import (
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/labs"
)

// undo: going back makes the old ReplicaSet grow again. It gets a new revision number, not its old one.
func undo(task *labs.Task) {
	undoHints(task)
	web := task.Deployment(Web)
	task.NeedsDeployment(web, Deploy)
	task.NeedsImage(web, NewImage, RollOut)

	task.Check("earlier-revision", 10, func(j *labs.Judging) {
		away := web.Rollout(OldImage, NewImage)
		j.Expect(away.Back()).To(ReturnToAReplicaSetFromBefore(away))
	})
	task.Check("highest-revision", 5, func(j *labs.Judging) {
		away := web.Rollout(OldImage, NewImage)
		j.Expect(away.Back()).To(HaveTheHighestRevision(away))
	})
	task.Check("by-undo", 5, func(j *labs.Judging) {
		j.Expect(web.Rollout(OldImage, NewImage).Back()).To(BeMadeByUndo())
	})
}
