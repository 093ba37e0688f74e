package scheduling

import (
	"github.com/podium-labs/podium/fixtures/objects"
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/labs"
)

// preferred: a preferred term only adds to the score of the nodes that are possible anyway.
func preferred(task *labs.Task) {
	preferredHints(task)
	batch := task.Workload(Batch)

	task.Check("runs-in-its-zone", 3, func(j *labs.Judging) {
		j.Expect(batch).To(RunOn(objects.Worker3))
	})
	task.Check("by-preference", 3, func(j *labs.Judging) {
		j.Expect(batch).To(PreferByAffinity(objects.Worker3))
	})
	task.Check("runs-anyway", 4, func(j *labs.Judging) {
		j.Expect(batch).To(StillFitWhenCordoned(objects.Worker3, objects.Worker, objects.Worker2))
	})
}
