package scene

import (
	"fmt"
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	resourcehelper "k8s.io/component-helpers/resource"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/podium-labs/podium/fixtures/objects"
	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/result"
)

// fill adds to a card what its kind has to show; false for kinds without a place on the board.
func (p *Projector) fill(card *Card, object client.Object) bool {
	switch object := object.(type) {
	case *corev1.Pod:
		p.pod(card, object)
	case *corev1.Node:
		node(card, object)
	case *appsv1.Deployment:
		deployment(card, object)
	case *appsv1.ReplicaSet:
		card.Kind, card.Want, card.Ready = "ReplicaSet", orOne(object.Spec.Replicas), object.Status.ReadyReplicas
		card.Revision, card.Image, card.Template = evidence.Revision(object.Annotations), images(object.Spec.Template.Spec), templateKey(object.Spec.Template)
	case *appsv1.DaemonSet:
		card.Kind, card.Want, card.Ready = "DaemonSet", object.Status.DesiredNumberScheduled, object.Status.NumberReady
		card.Image, card.Template = images(object.Spec.Template.Spec), templateKey(object.Spec.Template)
		card.Done = object.Status.ObservedGeneration >= object.Generation && object.Status.UpdatedNumberScheduled == card.Want && card.Ready == card.Want
	case *appsv1.StatefulSet:
		card.Kind, card.Want, card.Ready = "StatefulSet", orOne(object.Spec.Replicas), object.Status.ReadyReplicas
		card.Image, card.Template = images(object.Spec.Template.Spec), templateKey(object.Spec.Template)
		card.Done = object.Status.ObservedGeneration >= object.Generation && object.Status.UpdatedReplicas == card.Want && card.Ready == card.Want
	case *batchv1.Job:
		job(card, object)
	case *batchv1.CronJob:
		card.Kind, card.Schedule, card.Ready = "CronJob", result.Clean(object.Spec.Schedule), int32(len(object.Status.Active))
		card.Image = images(object.Spec.JobTemplate.Spec.Template.Spec)
	default:
		return false
	}
	return true
}

func (p *Projector) pod(card *Card, pod *corev1.Pod) {
	card.Kind, card.Node, card.Nominated = "Pod", result.Clean(pod.Spec.NodeName), result.Clean(pod.Status.NominatedNodeName)
	card.State, card.Image, card.Hash = podState(pod), images(pod.Spec), result.Clean(pod.Labels[appsv1.ControllerRevisionHashLabelKey])
	requests := resourcehelper.PodRequests(pod, resourcehelper.PodResourcesOptions{})
	card.CPU, card.GPUs = requests.Cpu().MilliValue(), quantity(requests)
	for _, status := range pod.Status.ContainerStatuses {
		card.Restarts += status.RestartCount
	}
	switch card.State {
	case Pending:
		card.Why = result.Clean(unschedulable(pod))
	case NotReady, Failed:
		card.Why = result.Clean(p.words.Say(explain.PodStop(pod).Why))
	case Ready, Terminating, Succeeded:
	}
}

// unschedulable is what the scheduler said about a Pod, if it has tried.
func unschedulable(pod *corev1.Pod) string {
	for _, c := range pod.Status.Conditions {
		if c.Type == corev1.PodScheduled && c.Status == corev1.ConditionFalse {
			return c.Message
		}
	}
	return ""
}

func podState(pod *corev1.Pod) State {
	switch {
	case pod.DeletionTimestamp != nil:
		return Terminating
	case pod.Status.Phase == corev1.PodFailed:
		return Failed
	case pod.Status.Phase == corev1.PodSucceeded:
		return Succeeded
	case evidence.Ready(pod):
		return Ready
	case pod.Spec.NodeName == "":
		return Pending
	}
	return NotReady
}

func node(card *Card, node *corev1.Node) {
	card.Kind, card.Zone, card.Cordoned = "Node", result.Clean(node.Labels[corev1.LabelTopologyZone]), node.Spec.Unschedulable
	card.CPU, card.GPUs = node.Status.Allocatable.Cpu().MilliValue(), quantity(node.Status.Allocatable)
	card.NotReady = !slices.ContainsFunc(node.Status.Conditions, func(c corev1.NodeCondition) bool {
		return c.Type == corev1.NodeReady && c.Status == corev1.ConditionTrue
	})
	for _, taint := range node.Spec.Taints {
		if taint.Key != corev1.TaintNodeUnschedulable { // says only what Cordoned says
			card.Taints = append(card.Taints, result.Clean(taint.ToString()))
		}
	}
	for key, value := range node.Labels {
		if telling(key) {
			card.Labels = append(card.Labels, result.Clean(strings.TrimSuffix(key+"="+value, "=")))
		}
	}
	slices.Sort(card.Taints)
	slices.Sort(card.Labels)
}

// telling is true for labels that are not on every node anyway, and not shown otherwise.
func telling(label string) bool {
	domain, _, _ := strings.Cut(label, "/")
	return label != objects.ControlPlaneLabel && domain != "kubernetes.io" && !strings.HasSuffix(domain, ".kubernetes.io") || domain == "node.kubernetes.io"
}

func deployment(card *Card, d *appsv1.Deployment) {
	card.Kind, card.Want, card.Ready = "Deployment", orOne(d.Spec.Replicas), d.Status.ReadyReplicas
	card.Revision, card.Image, card.Template = evidence.Revision(d.Annotations), images(d.Spec.Template.Spec), templateKey(d.Spec.Template)
	card.Surge, card.Unavailable, card.Rolling = evidence.RollingLimits(d)
	card.Done, card.Paused = evidence.RolledOut(d), d.Spec.Paused
}

func job(card *Card, job *batchv1.Job) {
	card.Kind, card.Want, card.Ready = "Job", orOne(job.Spec.Completions), job.Status.Succeeded
	card.Image = images(job.Spec.Template.Spec)
	for _, c := range job.Status.Conditions {
		switch {
		case c.Status != corev1.ConditionTrue:
		case c.Type == batchv1.JobComplete:
			card.State = Succeeded
		case c.Type == batchv1.JobFailed:
			card.State, card.Why = Failed, result.Clean(c.Reason)
		}
	}
	card.Done = card.State != ""
}

func quantity(list corev1.ResourceList) int64 {
	gpus := list[objects.GPU]
	return gpus.Value()
}

func images(spec corev1.PodSpec) string {
	all := evidence.Images(spec)
	switch len(all) {
	case 0:
		return ""
	case 1:
		return result.Clean(all[0])
	}
	return fmt.Sprintf("%s +%d", result.Clean(all[0]), len(all)-1)
}

// orOne is a count whose default is 1, as replicas and completions are.
func orOne(n *int32) int32 {
	if n == nil {
		return 1
	}
	return *n
}
