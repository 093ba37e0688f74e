package rollouts

import (
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/labs"
)

// stateful: Pods with a name, an order and storage of their own, which a new Pod of the same name takes over.
func stateful(task *labs.Task) {
	statefulHints(task)
	db := task.StatefulSet(DB)

	task.Check("in-order", 3, func(j *labs.Judging) {
		j.Expect(db).To(BecomeReadyInOrder(DBReplicas))
	})
	task.Check("own-storage", 2, func(j *labs.Judging) {
		j.Expect(db).To(HaveOneClaimEach(DBReplicas))
	})
	task.Check("same-name-same-claim", 3, func(j *labs.Judging) {
		j.Expect(db).To(ComeBackAsTheSame(DBDeleted))
	})
	task.Check("headless-service", 2, func(j *labs.Judging) {
		j.Expect(db).To(BeNamedByAHeadlessService())
	})
}
