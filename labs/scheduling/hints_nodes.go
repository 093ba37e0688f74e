package scheduling

import (
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/podium-labs/podium/fixtures/objects"
	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/hint"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/labs"
)

func taintsHints(task *labs.Task) {
	task.Hint("dedicated-effect", hint.TaintEffect(objects.Worker3, DedicatedKey, corev1.TaintEffectNoSchedule), "no-schedule-keeps")
	task.Hint("deleted-by-hand", func(s *hint.Seen) lang.Message {
		deleted := s.Asked.Verbs("delete").Accepted().Where(func(q evidence.Request) bool { return q.Resource == "pods" && q.Namespace == s.Namespace })
		if len(deleted) == 0 {
			return lang.Message{}
		}
		return lang.M("You deleted Pod %s at %s. NoSchedule is not about Pods that run: what is on the node stays.", deleted[0].Name, hint.Clock(deleted[0].At))
	}, "no-schedule-keeps")
	task.Hint("maintenance-effect", hint.TaintEffect(objects.Worker2, MaintenanceKey, corev1.TaintEffectNoExecute), "no-execute-evicts", "patient-stays")
	task.Hint("cordoned-instead", func(s *hint.Seen) lang.Message {
		node, ok := s.Now.Node(objects.Worker2)
		if !ok || !node.Spec.Unschedulable || slices.ContainsFunc(s.Versions("Node", objects.Worker2), hasMaintenance) {
			return lang.Message{}
		}
		return lang.M("%s is cordoned and never had the taint %s. A cordon keeps new Pods off and evicts nobody.", objects.Worker2, MaintenanceKey)
	}, "no-execute-evicts", "patient-stays")
	task.Hint("node-name", hint.NodeName(Patient), "patient-stays", "by-choice")
	task.Hint("exists-with-a-value", hint.Rejected("deployments", Patient, "tolerations", "Exists", existsWithAValue), "patient-stays", "by-choice")
	task.Hint("exists-with-a-value", hint.Rejected("pods", Patient, "tolerations", "Exists", existsWithAValue), "patient-stays", "by-choice")
	task.Hint("toleration-only", hint.OfTemplate(Patient, func(_ *hint.Seen, t hint.Template) lang.Message {
		if len(t.Spec.Tolerations) == 0 || len(t.Spec.NodeSelector) > 0 || t.Spec.Affinity != nil {
			return lang.Message{}
		}
		return lang.M("%s has a toleration and nothing that chooses a node. A toleration lets it onto %s; it does not draw it there.", Patient, objects.Worker2)
	}), "patient-stays", "by-choice")
	task.Hint("toleration-for-a-while", hint.OfTemplate(Patient, func(_ *hint.Seen, t hint.Template) lang.Message {
		for _, toleration := range t.Spec.Tolerations {
			if toleration.TolerationSeconds != nil {
				return lang.M("%s tolerates the taint for %d seconds and is evicted after that. Without tolerationSeconds it stays.", Patient, *toleration.TolerationSeconds)
			}
		}
		return lang.Message{}
	}), "patient-stays")
}

func hasMaintenance(v *evidence.Version) bool {
	node, ok := v.Object.(*corev1.Node)
	return ok && hint.HasTaint(node, MaintenanceKey)
}

func existsWithAValue(code int, _ string) lang.Message {
	return lang.M("%s was refused (%d): a toleration with operator Exists has no value. Use Equal, or leave the value out.", Patient, code)
}

func cordonHints(task *labs.Task) {
	task.Hint("taint-left-on", func(s *hint.Seen) lang.Message {
		node, ok := s.Now.Node(objects.Worker2)
		if !ok || !hint.HasTaint(node, MaintenanceKey) {
			return lang.Message{}
		}
		return lang.M("%s still has the taint %s. Cordoned is not tainted: take the taint off, the cordon stays.", objects.Worker2, MaintenanceKey)
	}, "cordoned", "daemonset-comes-anyway")
	task.Hint("drained", func(s *hint.Seen) lang.Message {
		evicted := s.Asked.Verbs("create").Accepted().Where(func(q evidence.Request) bool { return q.Resource == "pods" && q.Subresource == "eviction" })
		if len(evicted) == 0 {
			return lang.Message{}
		}
		return lang.M("You sent Pods away at %s. kubectl drain cordons and evicts; kubectl cordon only keeps new Pods off.", hint.Clock(evicted[0].At))
	}, "evicts-nothing")
	task.Hint("no-patient", func(s *hint.Seen) lang.Message {
		if _, ok := s.Template(Patient); ok || len(s.About("nodes", objects.Worker2)) == 0 {
			return lang.Message{}
		}
		return lang.M("There is no %s, so the cordon had nothing to leave alone. See task %s.", Patient, Taints)
	}, "evicts-nothing")
	task.Hint("never-tainted", hint.TaintEffect(objects.Worker2, MaintenanceKey, corev1.TaintEffectNoExecute), "cordoned")
}

func spreadHints(task *labs.Task) {
	task.Hint("uncordoned", func(s *hint.Seen) lang.Message {
		if at, ended := s.Ended(objects.Worker2, func(n *corev1.Node) bool { return n.Spec.Unschedulable }); ended {
			return lang.M("The cordon of %s was lifted at %s. Task %s put it there, and it has to last: let %s live with it.", objects.Worker2, hint.Clock(at.At), Cordon, SpreadName)
		}
		return lang.Message{}
	}, "still-stands")
	task.Hint("untainted", hint.TaintRemoved(objects.Worker3, DedicatedKey, lang.M("Task %s put it there, and it has to last: let %s live with it.", Taints, SpreadName)), "still-stands")
	task.Hint("dedicated-effect", hint.TaintEffect(objects.Worker3, DedicatedKey, corev1.TaintEffectNoSchedule), "still-stands")
	task.Hint("control-plane-untainted", hint.TaintRemoved(objects.ControlPlane, objects.ControlPlaneLabel, lang.M("So it takes Pods now, and does not hold any back.")), "nodes")
	task.Hint("selects-no-node", hint.SelectsNoNode(SpreadName))
	nodesHints(task)
	cureHints(task)
}

// nodesHints react to the written list of nodes.
func nodesHints(task *labs.Task) {
	task.Hint("open-node", func(s *hint.Seen) lang.Message {
		text := listed(s.Answer(labs.AnswersConfigMap, Spread+"-"+NodesPart))
		var first *evidence.Life // it got a node while the others were stuck
		for _, life := range s.Lives(SpreadName) {
			if !life.Bound.IsZero() && (first == nil || life.Bound.RV < first.Bound.RV) {
				first = life
			}
		}
		if first == nil || !slices.Contains(text, first.Pod.Spec.NodeName) {
			return lang.Message{}
		}
		return lang.M("Your list has %s, and a Pod of %s runs there. Asked for are the nodes that take none.", first.Pod.Spec.NodeName, SpreadName)
	}, "nodes")
	task.Hint("node-left-out", func(s *hint.Seen) lang.Message {
		text := listed(s.Answer(labs.AnswersConfigMap, Spread+"-"+NodesPart))
		if len(text) == 0 {
			return lang.Message{}
		}
		for _, node := range s.Now.Nodes() {
			if (node.Spec.Unschedulable || len(node.Spec.Taints) > 0) && !slices.Contains(text, node.Name) {
				return lang.M("Your list leaves a node out that takes no Pod. Not every taint is one of yours: kubectl describe nodes shows them all.")
			}
		}
		return lang.Message{}
	}, "nodes")
}

// cureHints react to what was done so that all Pods run.
func cureHints(task *labs.Task) {
	task.Hint("node-name", hint.NodeName(SpreadName), "still-binds")
	rule := func(say func(*appsv1.Deployment, corev1.TopologySpreadConstraint) lang.Message) hint.When {
		return hint.OfDeployment(SpreadName, func(_ *hint.Seen, d *appsv1.Deployment) lang.Message {
			for _, c := range d.Spec.Template.Spec.TopologySpreadConstraints {
				if said := say(d, c); !said.Empty() {
					return said
				}
			}
			return lang.Message{}
		})
	}
	task.Hint("schedule-anyway", rule(func(_ *appsv1.Deployment, c corev1.TopologySpreadConstraint) lang.Message {
		if c.WhenUnsatisfiable != corev1.ScheduleAnyway {
			return lang.Message{}
		}
		return lang.M("whenUnsatisfiable is ScheduleAnyway: the constraint only wishes now. DoNotSchedule has to stay.")
	}), "still-binds")
	task.Hint("max-skew", rule(func(_ *appsv1.Deployment, c corev1.TopologySpreadConstraint) lang.Message {
		if c.MaxSkew <= MaxSkew {
			return lang.Message{}
		}
		return lang.M("maxSkew is %d now: so far may one node get ahead, and the constraint forbids nothing. It has to stay %d.", c.MaxSkew, MaxSkew)
	}), "still-binds")
	task.Hint("counts-no-pod", rule(func(d *appsv1.Deployment, c corev1.TopologySpreadConstraint) lang.Message {
		selector, err := metav1.LabelSelectorAsSelector(c.LabelSelector)
		if err != nil || selector.Matches(labels.Set(d.Spec.Template.Labels)) {
			return lang.Message{}
		}
		return lang.M("The labelSelector of the constraint (%s) selects none of the Pods of %s: it counts nothing, and always holds.", selector.String(), SpreadName)
	}), "still-binds")
	task.Hint("scaled-down", hint.OfDeployment(SpreadName, func(_ *hint.Seen, d *appsv1.Deployment) lang.Message {
		if *d.Spec.Replicas >= SpreadReplicas {
			return lang.Message{}
		}
		return lang.M("%s was scaled to %d. All %d are to run.", SpreadName, *d.Spec.Replicas, SpreadReplicas)
	}), "all-run")
	task.Hint("some-tolerated", hint.OfTemplate(SpreadName, func(_ *hint.Seen, t hint.Template) lang.Message {
		if len(t.Spec.Tolerations) == 0 {
			return lang.Message{}
		}
		return lang.M("%s tolerates a taint now. A cordoned node and the control plane still count as domains, and still take no Pod.", SpreadName)
	}), "all-run")
	task.Hint("left-pending", hint.OfDeployment(SpreadName, func(s *hint.Seen, d *appsv1.Deployment) lang.Message {
		if d.Generation > 1 || len(s.Now.PodsUnder(s.Namespace, SpreadName)) == 0 {
			return lang.Message{}
		}
		return lang.M("%s is as you created it. Either the nodes that hold it back leave the count, or it has to be let onto them.", SpreadName)
	}), "all-run")
}

// listed are the words of a written list.
func listed(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789-", r) })
}
