package workloads

import (
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/labs"
)

// firstPod: a Pod does not bring itself back. When it is deleted, or its node goes, it is gone.
func firstPod(task *labs.Task) {
	firstPodHints(task)
	hello := task.Pod(Hello)

	task.Check("running", 2, func(j *labs.Judging) {
		j.Expect(hello.Lifetime()).To(EndWith(hello.IsRunning()))
	})
	task.Check("no-owner", 1, func(j *labs.Judging) {
		j.Expect(hello.Lifetime()).To(EndWith(hello.HasNoOwner()))
	})
	task.Check("does-not-return", 2, func(j *labs.Judging) {
		j.Expect(task.Answer()).To(Deny(lang.M("does Pod %s come back when it is deleted, or its node is drained?", Hello)))
	})
}
