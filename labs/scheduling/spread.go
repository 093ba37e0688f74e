package scheduling

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/fixtures/objects"
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/labs"
)

// spread: the domains of a constraint are the nodes that pass the Pod's node selector and affinity. Taints do not count by
// default, so a node that takes no Pod stays a domain with 0 Pods, and the others may not get more than maxSkew ahead of
// it. Whoever remembers what the earlier tasks did to the nodes sees at once which nodes these are.
func spread(task *labs.Task) {
	spreadHints(task)
	deployment := task.Deployment(SpreadName)
	spread := deployment.SpreadRule(MaxSkew, corev1.LabelHostname)

	task.Check("still-stands", 4, func(j *labs.Judging) {
		j.Expect(deployment).To(HaveRunWhile(
			Standing{Task: Cordon, Node: task.Node(objects.Worker2), State: Cordoned()},
			Standing{Task: Taints, Node: task.Node(objects.Worker3), State: dedicated()},
		))
	})
	task.Check("stuck", 2, func(j *labs.Judging) {
		j.Expect(spread).To(HaveStuck())
	})
	task.Check("nodes", 4, func(j *labs.Judging) {
		j.Expect(task.AnswerTo(NodesPart)).To(NameTheNodesThatHoldBack(spread))
	})
	task.Check("why", 2, func(j *labs.Judging) {
		j.Expect(task.AnswerTo(WhyPart)).To(Mention(cordoning(), tainting()))
	})
	task.Check("all-run", 4, func(j *labs.Judging) {
		j.Expect(deployment).To(HaveAllReady(SpreadReplicas))
	})
	task.Check("still-binds", 4, func(j *labs.Judging) {
		j.Expect(spread).To(StillBind())
	})
}

func cordoning() Idea {
	return Idea{Name: lang.M("the cordon"), Wordings: []string{"cordon", "unschedulable", "SchedulingDisabled", "コードン", "スケジュール不可"}}
}

func tainting() Idea {
	return Idea{Name: lang.M("the taints"), Wordings: []string{"taint", "テイント"}}
}
