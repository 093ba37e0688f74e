package placement

import (
	"cmp"
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	resourcehelper "k8s.io/component-helpers/resource"
	corev1helpers "k8s.io/component-helpers/scheduling/corev1"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/whatif"
)

// The reasons of plugin NodeResourcesFit (InsufficientResource in its source).
const (
	insufficient = "Insufficient "
	tooManyPods  = "Too many pods"
)

// maxEvictions is how many Pods a change may take off a node.
const maxEvictions = 3

func (q *question) resources(node *corev1.Node, verdict whatif.Verdict) []Lever {
	var levers []Lever
	for _, reason := range verdict.Reasons {
		name, ok := strings.CutPrefix(reason, insufficient)
		if reason == tooManyPods {
			name, ok = string(corev1.ResourcePods), true
		}
		if ok {
			levers = append(levers, q.resource(node, corev1.ResourceName(name)))
		}
	}
	return levers
}

// requests is what a Pod takes of a node, a place for itself included.
func requests(pod *corev1.Pod) corev1.ResourceList {
	all := resourcehelper.PodRequests(pod, resourcehelper.PodResourcesOptions{UseStatusResources: true})
	all[corev1.ResourcePods] = *resource.NewQuantity(1, resource.DecimalSI)
	return all
}

func (q *question) resource(node *corev1.Node, name corev1.ResourceName) Lever {
	asked, free, all := requests(q.pod)[name], q.free(node, name), node.Status.Allocatable[name]
	lever := Lever{Kind: Resources, Subject: string(name)}
	switch {
	case all.IsZero():
		lever.Why = lang.M("%s: the Pod asks for %s, the node has none", name, asked.String())
	case asked.Cmp(all) > 0:
		lever.Why = lang.M("%s: the Pod asks for %s, the node has only %s at all (%s free)", name, asked.String(), all.String(), free.String())
	default:
		lever.Why = lang.M("%s: the Pod asks for %s, of %s on the node %s are free", name, asked.String(), all.String(), free.String())
	}
	if lower, ok := q.lowerRequest(name, asked, free); ok {
		lever.fixes = append(lever.fixes, fix{lower})
	}
	if evict, ok := q.evict(node, name, asked, free); ok && asked.Cmp(all) <= 0 {
		lever.fixes = append(lever.fixes, evict)
	}
	return lever
}

// free is what the node can still give to this Pod: others of at least its priority that are about to come count as well.
func (q *question) free(node *corev1.Node, name corev1.ResourceName) resource.Quantity {
	free := q.snapshot.Free(node)[name]
	for _, pod := range q.snapshot.Pods {
		if pod.Spec.NodeName == "" && pod.Status.NominatedNodeName == node.Name && corev1helpers.PodPriority(pod) >= corev1helpers.PodPriority(q.pod) {
			free.Sub(requests(pod)[name])
		}
	}
	return free
}

// lowerRequest takes what is too much from the container that asks for most.
func (q *question) lowerRequest(name corev1.ResourceName, asked, free resource.Quantity) (Change, bool) {
	if name == corev1.ResourcePods || q.pod.Spec.Resources != nil || len(q.pod.Spec.Containers) == 0 {
		return Change{}, false
	}
	largest := slices.MaxFunc(q.pod.Spec.Containers, func(a, b corev1.Container) int {
		return a.Resources.Requests.Name(name, resource.DecimalSI).Cmp(*b.Resources.Requests.Name(name, resource.DecimalSI))
	})
	request := largest.Resources.Requests[name]
	lower := request.DeepCopy()
	lower.Add(free)
	lower.Sub(asked)
	if lower = rounded(name, lower); lower.Sign() <= 0 || lower.Cmp(request) >= 0 {
		return Change{}, false
	}
	return Change{
		Kind: "lower-request", Subject: largest.Name + " " + string(name) + " " + lower.String(),
		Text: lang.M("let container %s ask for %s %s instead of %s", largest.Name, lower.String(), name, request.String()), cost: 2,
		pod: func(spec *corev1.PodSpec) { setRequest(spec, largest.Name, name, lower) },
	}, true
}

// rounded makes a quantity one that a person would write: whole mebibytes.
func rounded(name corev1.ResourceName, q resource.Quantity) resource.Quantity {
	const mebi = 1 << 20
	if name != corev1.ResourceMemory && name != corev1.ResourceEphemeralStorage || q.Value() < mebi {
		return q
	}
	return *resource.NewQuantity(q.Value()/mebi*mebi, resource.BinarySI)
}

// setRequest also moves the limit of an extended resource, which must be equal.
func setRequest(spec *corev1.PodSpec, container string, name corev1.ResourceName, to resource.Quantity) {
	for i := range spec.Containers {
		c := &spec.Containers[i]
		if c.Name != container {
			continue
		}
		if c.Resources.Requests = c.Resources.Requests.DeepCopy(); c.Resources.Requests == nil {
			c.Resources.Requests = corev1.ResourceList{}
		}
		c.Resources.Requests[name] = to
		if _, limited := c.Resources.Limits[name]; limited && strings.Contains(string(name), "/") {
			c.Resources.Limits = c.Resources.Limits.DeepCopy()
			c.Resources.Limits[name] = to
		}
	}
}

// evict takes as few Pods as possible off the node: the smallest one that is enough, or else the largest ones.
func (q *question) evict(node *corev1.Node, name corev1.ResourceName, asked, free resource.Quantity) (fix, bool) {
	need := asked.DeepCopy()
	need.Sub(free)
	pods := q.removable(node.Name)
	slices.SortStableFunc(pods, func(a, b *corev1.Pod) int {
		x, y := requests(a)[name], requests(b)[name]
		return cmp.Or(x.Cmp(y), cmp.Compare(corev1helpers.PodPriority(a), corev1helpers.PodPriority(b)), cmp.Compare(a.Name, b.Name))
	})
	for _, pod := range pods {
		if gives := requests(pod)[name]; gives.Cmp(need) >= 0 {
			return fix{takeAway(pod)}, true
		}
	}
	var several fix
	for _, pod := range slices.Backward(pods) {
		if len(several) == maxEvictions || need.Sign() <= 0 {
			break
		}
		several = append(several, takeAway(pod))
		need.Sub(requests(pod)[name])
	}
	return several, len(several) > 0 && need.Sign() <= 0
}

// mayGo is false of a Pod that would be back at once, that the cluster needs, or that is of the same controller as the one asked about.
func (q *question) mayGo(pod *corev1.Pod) bool {
	_, mirror := pod.Annotations[corev1.MirrorPodAnnotationKey]
	owner, own := metav1.GetControllerOf(pod), metav1.GetControllerOf(q.pod)
	sibling := owner != nil && own != nil && owner.UID == own.UID
	return running(pod) && !mirror && !sibling && !ownedBy(pod, "DaemonSet") && pod.Namespace != metav1.NamespaceSystem
}

// removable are the Pods of a node that somebody might do without.
func (q *question) removable(node string) []*corev1.Pod {
	var pods []*corev1.Pod
	for _, pod := range q.snapshot.Pods {
		if pod.Spec.NodeName == node && q.mayGo(pod) {
			pods = append(pods, pod)
		}
	}
	return pods
}

func takeAway(pod *corev1.Pod) Change {
	c := Change{
		Kind: "take-away-pod", Subject: pod.Namespace + "/" + pod.Name, cost: 3,
		Text:     lang.M("delete Pod %s/%s, which nobody would make again", pod.Namespace, pod.Name),
		Command:  "kubectl -n " + pod.Namespace + " delete pod " + pod.Name,
		snapshot: whatif.RemovePod(pod.Namespace, pod.Name),
	}
	if owner := metav1.GetControllerOf(pod); owner != nil {
		kind, name := owner.Kind, owner.Name
		if above, ok := strings.CutSuffix(name, "-"+pod.Labels[appsv1.DefaultDeploymentUniqueLabelKey]); ok && above != "" && kind == "ReplicaSet" {
			kind, name = "Deployment", above // it would scale the ReplicaSet up again
		}
		c.Text = lang.M("take Pod %s/%s off node %s, for example by scaling %s %s down", pod.Namespace, pod.Name, pod.Spec.NodeName, kind, name)
		c.Command, c.cost = "", 4
	}
	return c
}
