package scheduling

import (
	"github.com/podium-labs/podium/fixtures/objects"
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/labs"
)

// cordon: a cordoned node takes no new Pods, keeps those that run, and DaemonSets do not care.
func cordon(task *labs.Task) {
	cordonHints(task)
	worker2 := task.Node(objects.Worker2)

	task.Check("cordoned", 2, func(j *labs.Judging) {
		j.Expect(worker2).To(BeNowButNoLonger(Cordoned(), maintenance()))
	})
	task.Check("evicts-nothing", 2, func(j *labs.Judging) {
		j.Expect(worker2).To(LoseNothingTo(Cordoned()))
	})
	task.Check("daemonset-comes-anyway", 1, func(j *labs.Judging) {
		j.Expect(task.DaemonSet(Agent)).To(RunAllTheSameOn(worker2, Cordoned()))
	})
}
