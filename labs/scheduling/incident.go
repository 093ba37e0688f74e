package scheduling

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/fixtures/objects"
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/labs"
)

// incident: Pending need not be an error. Two Deployments may use one and the same node; one tolerates its taint.
func incident(task *labs.Task) {
	incidentHints(task)
	relay, dns := task.Workload(Relay), task.Workload(DNS)
	controlPlane := task.Node(objects.ControlPlane)
	taint := corev1.Taint{Key: objects.ControlPlaneLabel, Effect: corev1.TaintEffectNoSchedule}

	task.Check("reason", 2, func(j *labs.Judging) {
		j.Expect(task.Answer()).To(Mention(Term(objects.ControlPlaneLabel), scheduler()))
	})
	task.Check("runs", 1, func(j *labs.Judging) {
		j.Expect(relay).To(RunOn(objects.ControlPlane))
		j.Expect(controlPlane).To(BeStill(Tainted(taint.Key, taint.Value, taint.Effect)))
	})
	task.Check("only-that-taint", 1, func(j *labs.Judging) {
		j.Expect(relay).To(TolerateOnly(objects.ControlPlane, taint,
			corev1.Taint{Key: DedicatedKey, Value: DedicatedValue, Effect: corev1.TaintEffectNoSchedule},
			corev1.Taint{Key: MaintenanceKey, Value: MaintenanceValue, Effect: corev1.TaintEffectNoExecute}))
	})
	task.Check("dns-undisturbed", 1, func(j *labs.Judging) {
		j.Expect(relay).To(RunOn(objects.ControlPlane))
		j.Expect(dns).To(StayReady())
	})
}

// scheduler is the layer at which a Pod without a node stands still.
func scheduler() Idea {
	return Idea{Name: lang.M("the layer that found no node"), Wordings: []string{"scheduler", "スケジューラ"}}
}
