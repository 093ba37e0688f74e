package expect

import (
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// PodsOnOneNode counts the Pods of the Deployment on the node that has most of them.
func (d Deployment) PodsOnOneNode() Measure {
	return Measure{
		Name: lang.M("Pods of %s on one and the same node", d.Name),
		Count: func(w *evidence.World) int {
			_, most := d.crowded(w)
			return most
		},
		Why: func(w *evidence.World) explain.Finding {
			node, most := d.crowded(w)
			return explain.Finding{Layer: explain.Scheduler, Why: lang.M("%s had %d of them: nothing in the Pod forbade it", node, most)}
		},
	}
}

func (d Deployment) crowded(w *evidence.World) (node string, most int) {
	for _, n := range w.Nodes() {
		pods := slices.DeleteFunc(w.PodsOn(d.Namespace, n.Name), func(p *corev1.Pod) bool { return !d.owns(w, p) })
		if len(pods) > most {
			node, most = n.Name, len(pods)
		}
	}
	return node, most
}

func (d Deployment) owns(w *evidence.World, pod *corev1.Pod) bool {
	found, ok := d.in(w)
	return ok && slices.ContainsFunc(w.PodsOfDeployment(found), func(p *corev1.Pod) bool { return p.UID == pod.UID })
}

// TurnAwayASecondPod holds for a Deployment whose Pods keep further Pods of it off their nodes, those of the next revision too: at the last
// moment at which n of them were ready, no node that had one would have taken another.
func TurnAwayASecondPod(n int) Matcher {
	return matcher(func(d Deployment) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("every node that runs a Pod of %s would turn down a second one", d.Name)}
		world, pods, err := d.lastWith(n)
		if err != nil {
			return verdict, err
		}
		if len(pods) < n {
			verdict.Actual = lang.M("there never were %d ready Pods of %s at a time", n, d.Name)
			finding, err := d.stopNow()
			return verdict.because(finding), err
		}
		q, err := d.question(ofTheNextRevision(pods[0]), world.Moment())
		if err != nil {
			return verdict, err
		}
		answer, err := q.when(untainted).ask()
		if err != nil {
			return verdict, err
		}
		for _, pod := range pods {
			node := answer.Node(pod.Spec.NodeName)
			if node == nil || node.FailedBy(pluginInterPod) {
				continue
			}
			verdict.Actual = lang.M("%s would take a second one", node.Name)
			return verdict.at(world.Moment()).because(explain.Finding{Layer: explain.Scheduler, Why: lang.M("plugin InterPodAffinity lets it pass: only a required podAntiAffinity term that selects the Pods themselves, with the hostname as topologyKey, turns a node down")}), nil
		}
		verdict.OK, verdict.Actual = true, lang.M("each turns it down")
		return verdict, nil
	})
}

// ofTheNextRevision is a further Pod as a rollout would bring it: with another hash of its template, and without a say of its own, so that
// the Pods that run have to keep it off.
func ofTheNextRevision(pod *corev1.Pod) *corev1.Pod {
	second := pod.DeepCopy()
	second.Name, second.UID = second.Name+"-second", second.UID+"-second"
	if _, ok := second.Labels[appsv1.DefaultDeploymentUniqueLabelKey]; ok {
		second.Labels[appsv1.DefaultDeploymentUniqueLabelKey] = "podium-what-if"
	}
	if second.Spec.Affinity != nil {
		second.Spec.Affinity.PodAntiAffinity = nil
	}
	return second
}

// lastWith is the last moment at which at least n Pods of the Deployment were ready, and these Pods.
func (d Deployment) lastWith(n int) (*evidence.World, []*corev1.Pod, error) {
	ready := func(w *evidence.World) []*corev1.Pod {
		found, ok := d.in(w)
		if !ok {
			return nil
		}
		return slices.DeleteFunc(w.PodsOfDeployment(found), func(p *corev1.Pod) bool { return !evidence.Ready(p) })
	}
	var last evidence.Moment
	err := d.Evidence.History().Walk(func(w *evidence.World) bool {
		if len(ready(w)) >= n {
			last = w.Moment()
		}
		return true
	})
	if err != nil || last.IsZero() {
		return nil, nil, err
	}
	world, err := d.Evidence.History().At(last)
	if err != nil {
		return nil, nil, err
	}
	return world, ready(world), nil
}
