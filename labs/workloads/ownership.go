package workloads

import (
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/labs"
)

// ownership: Deployment, ReplicaSet and Pod are a chain; each names the one above it in metadata.ownerReferences.
func ownership(task *labs.Task) {
	ownershipHints(task)
	web := task.Deployment(Web)
	task.NeedsDeployment(web, Deployed)

	task.Check("replicaset-owner", 5, func(j *labs.Judging) {
		j.Expect(task.AnswerTo(OfReplicaSet)).To(NameTheOwnerOf(web.ItsReplicaSets()))
	})
	task.Check("pod-owner", 5, func(j *labs.Judging) {
		j.Expect(task.AnswerTo(OfPod)).To(NameTheOwnerOf(web.ItsPods()))
	})
}
