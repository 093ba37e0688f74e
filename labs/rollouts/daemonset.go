package rollouts

import (
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/labs"
)

// daemons: the nodes are the replicas of a DaemonSet, and its rolling update takes one node after the other.
func daemons(task *labs.Task) {
	daemonHints(task)
	logger := task.DaemonSet(NodeLogger)

	task.Check("on-every-worker", 3, func(j *labs.Judging) {
		j.Expect(logger.At(LoggerImage)).To(EndWith(logger.OnEveryWorker(LoggerImage)))
	})
	task.Check("updated", 3, func(j *labs.Judging) {
		j.Expect(logger.Update(NewLoggerImage)).To(HaveHappened())
	})
	task.Check("one-node-at-a-time", 4, func(j *labs.Judging) {
		j.Expect(logger.Update(NewLoggerImage)).To(AlwaysHave(logger.WorkersWithout(), AtMost(1)))
	})
}
