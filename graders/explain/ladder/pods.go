package ladder

import (
	"cmp"
	"context"
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/explain/report"
	"github.com/podium-labs/podium/graders/explain/seen"
	"github.com/podium-labs/podium/graders/lang"
)

func active(pods []*corev1.Pod) []*corev1.Pod {
	return slices.DeleteFunc(slices.Clone(pods), func(p *corev1.Pod) bool { return !evidence.Active(p) })
}

func (b *builder) pod(ctx context.Context, pod *corev1.Pod) error {
	b.stored(seen.Pod, pod)
	b.owners(pod)
	b.next("describe pod " + pod.Name)
	return b.podRungs(ctx, pod, 1, 1)
}

// owners are the controllers above a Pod, the highest first.
func (b *builder) owners(pod *corev1.Pod) {
	owner := metav1.GetControllerOf(pod)
	if owner == nil {
		b.note(lang.M("no controller owns this Pod: nobody makes it again when it is gone"))
		return
	}
	if rs, ok := seen.Find(owner.Name, b.ReplicaSets); ok && owner.Kind == seen.ReplicaSet {
		if above := metav1.GetControllerOf(rs); above != nil && above.Kind == seen.Deployment {
			b.revision(rs, above.Name)
		}
	}
	layers := map[string]explain.Layer{
		seen.ReplicaSet: explain.ReplicaSet, seen.StatefulSet: explain.StatefulSet, seen.DaemonSet: explain.DaemonSet, seen.Job: explain.Job,
	}
	layer, known := layers[owner.Kind]
	if !known {
		b.note(lang.M("%s %s made this Pod", owner.Kind, owner.Name))
		return
	}
	made := &report.Object{Kind: owner.Kind, Namespace: pod.Namespace, Name: owner.Name}
	b.add(layer, made, stage{report.Reached, lang.M("%s %s made it", owner.Kind, owner.Name), []report.Evidence{field(seen.Pod, pod, "metadata.ownerReferences[0]", owner.Kind+" "+owner.Name)}})
}

// podsRungs tells of the Pod that is furthest from being ready.
func (b *builder) podsRungs(ctx context.Context, pods []*corev1.Pod) error {
	if len(pods) == 0 {
		b.notReached(explain.Scheduler, explain.Kubelet)
		return nil
	}
	worst := slices.MinFunc(pods, func(x, y *corev1.Pod) int {
		return cmp.Or(cmp.Compare(b.progress(x), b.progress(y)), cmp.Compare(x.Name, y.Name))
	})
	alike := 0
	for _, pod := range pods {
		if b.progress(pod) == b.progress(worst) {
			alike++
		}
	}
	return b.podRungs(ctx, worst, alike, len(pods))
}

// progress orders Pods: those without a node, those that have stopped, those on their way, those that are ready.
func (b *builder) progress(pod *corev1.Pod) int {
	const unplaced, stopped, onTheWay, ready = 0, 1, 2, 3
	if pod.Spec.NodeName == "" && evidence.Active(pod) {
		return unplaced
	}
	switch b.kubelet(pod).state {
	case report.Stopped:
		return stopped
	case report.Reached:
		return ready
	case report.Waiting, report.NotReached:
	}
	return onTheWay
}

// podRungs are scheduler and kubelet of one Pod, which stands for alike ones of all.
func (b *builder) podRungs(ctx context.Context, pod *corev1.Pod, alike, all int) error {
	b.countedResources(pod)
	if all > 1 {
		b.note(lang.M("Pod %s is shown; %d of %d Pods are in this state", pod.Name, alike, all))
	}
	if pod.Spec.NodeName != "" {
		b.add(explain.Scheduler, object(seen.Pod, pod), placed(pod))
		b.add(explain.Kubelet, object(seen.Pod, pod), b.kubelet(pod))
		b.next("describe pod " + pod.Name)
		b.logs(pod)
		return nil
	}
	s, err := b.unplaced(ctx, pod)
	if err != nil {
		return err
	}
	b.add(explain.Scheduler, object(seen.Pod, pod), s)
	b.notReached(explain.Kubelet)
	return nil
}

// logs is for a Pod whose program has ended: what it said before.
func (b *builder) logs(pod *corev1.Pod) {
	restarted := slices.ContainsFunc(pod.Status.ContainerStatuses, func(s corev1.ContainerStatus) bool { return s.RestartCount > 0 })
	switch {
	case restarted:
		b.next("logs " + pod.Name + " --previous")
	case evidence.HasEnded(pod):
		b.next("logs " + pod.Name)
	}
}

func placed(pod *corev1.Pod) stage {
	s := stage{state: report.Reached, why: lang.M("Pod %s is on node %s", pod.Name, pod.Spec.NodeName), evidence: []report.Evidence{field(seen.Pod, pod, "spec.nodeName", pod.Spec.NodeName)}}
	if !slices.ContainsFunc(pod.Status.Conditions, func(c corev1.PodCondition) bool { return c.Type == corev1.PodScheduled }) {
		s.why = lang.M("Pod %s names its node %s itself, so the scheduler was not asked", pod.Name, pod.Spec.NodeName)
	}
	return s
}
