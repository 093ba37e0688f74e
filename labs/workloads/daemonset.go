package workloads

import (
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/podium-labs/podium/fixtures/objects"
	"github.com/podium-labs/podium/graders/evidence"
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/labs"
)

// daemons: the nodes are the replicas of a DaemonSet. One more node is one more Pod, and there is no field to say otherwise.
func daemons(task *labs.Task) {
	daemonHints(task)
	agent, asked := task.DaemonSet(Agent), task.Asked("daemonsets")
	task.Experiment(aNodeComesAndGoes())

	task.Check("on-every-worker", 3, func(j *labs.Judging) {
		j.Expect(agent.OverWorkers(objects.Visitor)).To(EndWith(agent.HasOnePodPerNode(objects.Visitor)))
	})
	task.Check("on-the-control-plane", 4, func(j *labs.Judging) {
		j.Expect(agent.OverAllNodes(objects.Visitor)).To(EndWith(agent.HasOnePodPerNode(objects.Visitor)))
	})
	task.Check("follows-the-nodes", 4, func(j *labs.Judging) {
		j.Expect(agent).To(FollowTheNodes(objects.Visitor))
	})
	task.Check("replicas-refused", 2, func(j *labs.Judging) {
		j.Expect(asked).To(HaveMet(replicasUnknown()))
	})
	task.Check("what-the-api-said", 2, func(j *labs.Judging) {
		j.Expect(task.Answer()).To(Mention(Term("replicas"), unknownField()))
	})
}

// aNodeComesAndGoes: a fifth node is there until the DaemonSet wants another number of Pods. No kubelet stands behind it, so it shows the
// controller's part on every provider.
func aNodeComesAndGoes() labs.Experiment {
	return labs.Experiment{
		Objects: []client.Object{objects.VisitorNode()},
		Subject: &appsv1.DaemonSet{ObjectMeta: metav1.ObjectMeta{Namespace: ID, Name: Agent}},
		Reading: func(subject client.Object) int {
			ds, ok := subject.(*appsv1.DaemonSet)
			if !ok {
				return 0
			}
			return int(ds.Status.DesiredNumberScheduled)
		},
		Leftovers: func(object client.Object) bool {
			pod, ok := object.(*corev1.Pod)
			return ok && (pod.Spec.NodeName == objects.Visitor || evidence.MeantFor(pod, objects.Visitor))
		},
	}
}

// replicasUnknown is how the API server says that a DaemonSet has no such field: when it reads the object strictly, which
// kubectl asks for, and in other words for server-side apply.
func replicasUnknown() Rejection {
	return Rejection{
		Name: lang.M("a DaemonSet with the field spec.replicas"),
		Is: func(r evidence.Request) bool {
			return strings.Contains(r.Message, `unknown field "spec.replicas"`) || strings.Contains(r.Message, ".spec.replicas: field not declared in schema")
		},
	}
}

// unknownField is what both of these answers say.
func unknownField() Idea {
	return Idea{Name: lang.M("that the field is unknown"), Wordings: []string{
		"unknown", "unrecogni", "not recogni", "not declared", "not known", "no such field", "no field", "does not exist", "doesn't exist", "does not have", "do not have", "n't have", "has no", "have no", "no replicas", "not a field", "n't a field", "not a known", "not a valid field", "not know", "n't know", "not define", "n't define", "undefined", "not supported", "n't supported",
		"不明", "未知", "未定義", "知らない", "知りません", "存在しな", "存在しません", "ない", "ありません", "無い", "宣言されていな", "宣言されていません", "認識されな", "認識できな",
	}}
}
