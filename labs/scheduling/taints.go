package scheduling

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/fixtures/objects"
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/labs"
)

// taints: NoSchedule keeps new Pods off and leaves those that run; NoExecute evicts them too. A toleration is a pass, not
// an invitation.
func taints(task *labs.Task) {
	taintsHints(task)
	worker2, worker3 := task.Node(objects.Worker2), task.Node(objects.Worker3)
	patient := task.Workload(Patient)

	task.Check("no-schedule-keeps", 5, func(j *labs.Judging) {
		j.Expect(worker3).To(KeepWhatRuns(dedicated(), worker2, maintenance()))
		j.Expect(worker3).To(BeStill(dedicated()))
	})
	task.Check("no-execute-evicts", 4, func(j *labs.Judging) {
		j.Expect(worker2).To(EvictWhatDoesNotTolerate(maintenance()))
	})
	task.Check("patient-stays", 4, func(j *labs.Judging) {
		j.Expect(patient).To(StayThrough(worker2, maintenance()))
	})
	task.Check("by-choice", 2, func(j *labs.Judging) {
		j.Expect(patient).To(RunOn(objects.Worker2))
		j.Expect(patient).To(FitOnlyOn(objects.Worker2))
	})
}

func dedicated() State {
	return Tainted(DedicatedKey, DedicatedValue, corev1.TaintEffectNoSchedule)
}

func maintenance() State {
	return Tainted(MaintenanceKey, MaintenanceValue, corev1.TaintEffectNoExecute)
}
