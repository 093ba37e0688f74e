package workloads

import (
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/labs"
)

// cronJobs: a CronJob makes a Job when its time has come, and the Job makes the Pod. It is the Job that ends.
func cronJobs(task *labs.Task) {
	cronJobHints(task)
	report := task.CronJob(Report)

	task.Check("schedule", 3, func(j *labs.Judging) {
		j.Expect(report).To(RunAtTheInstantsOf(Schedule, TimeZone))
	})
	task.Check("time-zone", 2, func(j *labs.Judging) {
		j.Expect(report).To(KeepTheTimeOf(TimeZone))
	})
	task.Check("one-at-a-time", 2, func(j *labs.Judging) {
		j.Expect(report).To(LetARunFinish())
	})
	task.Check("run-now", 3, func(j *labs.Judging) {
		j.Expect(report).To(HaveBeenRunByHand())
	})
}
