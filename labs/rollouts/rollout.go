package rollouts

import (
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/labs"
)

// rollOut: while the new ReplicaSet grows and the old one shrinks there are at most six Pods and always four that
// serve; at the end the old ReplicaSet stays, empty, so that one can go back.
func rollOut(task *labs.Task) {
	rollOutHints(task)
	web := task.Deployment(Web)
	task.NeedsDeployment(web, Deploy)

	task.Check("finished", 5, func(j *labs.Judging) {
		j.Expect(web.Rollout(OldImage, NewImage)).To(FinishWith(Replicas))
	})
	task.Check("at-most-six-pods", 5, func(j *labs.Judging) {
		j.Expect(web.Rollout(OldImage, NewImage).During()).To(AlwaysHave(web.Pods(), AtMost(Replicas+MaxSurge)))
	})
	task.Check("four-ready-always", 5, func(j *labs.Judging) {
		j.Expect(web.Rollout(OldImage, NewImage).During()).To(AlwaysHave(web.ReadyPods(), AtLeast(Replicas)))
	})
	task.Check("old-replicaset-kept", 5, func(j *labs.Judging) {
		j.Expect(web.Rollout(OldImage, NewImage)).To(KeepTheOldReplicaSet())
	})
}
