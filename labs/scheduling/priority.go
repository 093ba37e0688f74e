package scheduling

import (
	"github.com/podium-labs/podium/fixtures/objects"
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/labs"
)

// priority: the only GPU of the node is taken. A Pod of higher priority makes the scheduler take it away from one of lower.
func priority(task *labs.Task) {
	priorityHints(task)
	urgent := task.Workload(Urgent)

	task.Check("class", 3, func(j *labs.Judging) {
		j.Expect(urgent).To(HaveAClassThatPreempts(objects.Worker))
	})
	task.Check("runs", 3, func(j *labs.Judging) {
		j.Expect(urgent).To(RunOn(objects.Worker))
	})
	task.Check("preempts", 5, func(j *labs.Judging) {
		j.Expect(urgent).To(PreemptOn(objects.Worker))
	})
	task.Check("equal-would-wait", 4, func(j *labs.Judging) {
		j.Expect(urgent).To(NeedItsPriorityFor(objects.Worker))
	})
}
