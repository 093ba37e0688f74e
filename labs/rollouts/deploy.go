package rollouts

import (
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/labs"
)

// deploy: the Deployment makes a ReplicaSet, and the ReplicaSet makes the Pods.
func deploy(task *labs.Task) {
	deployHints(task)
	web := task.Deployment(Web)

	task.Check("four-ready", 5, func(j *labs.Judging) {
		j.Expect(web.At(OldImage)).To(EndWith(web.HasReady(Replicas, OldImage)))
	})
	task.Check("one-replicaset", 2, func(j *labs.Judging) {
		j.Expect(web.At(OldImage)).To(EndWith(web.HasAllPodsInOneReplicaSet(Replicas, OldImage)))
	})
	task.Check("readiness-probe", 3, func(j *labs.Judging) {
		j.Expect(web.At(OldImage)).To(EndWith(web.HasAReadinessProbe(OldImage)))
	})
}
