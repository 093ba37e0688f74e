package kubescheduler

import (
	"cmp"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/backend/cache"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"github.com/podium-labs/podium/graders/whatif"
)

// lister shows the plugins one snapshot after the other: they keep the lister that they were made with. It also knows
// the Pods that wait for victims to go, which the real scheduler keeps in its queue.
type lister struct {
	*cache.Snapshot
	nominated map[string][]fwk.PodInfo
	originals map[types.UID]*corev1.Pod
}

var _ fwk.PodNominator = (*lister)(nil)

// AddNominatedPod implements fwk.PodNominator; nothing is nominated here.
func (*lister) AddNominatedPod(klog.Logger, fwk.PodInfo, *fwk.NominatingInfo) {}

// DeleteNominatedPodIfExists implements fwk.PodNominator.
func (*lister) DeleteNominatedPodIfExists(*corev1.Pod) {}

// UpdateNominatedPod implements fwk.PodNominator.
func (*lister) UpdateNominatedPod(klog.Logger, *corev1.Pod, fwk.PodInfo) {}

// NominatedPodsForNode implements fwk.PodNominator.
func (l *lister) NominatedPodsForNode(node string) []fwk.PodInfo { return l.nominated[node] }

// load shows a snapshot to the plugins and returns its nodes by name. To prepare a node costs more than a question, so
// those of the last snapshot are kept, unless the Pod itself is in it: it does not compete with itself.
func (e *engine) load(snapshot *whatif.Snapshot, pod *corev1.Pod) ([]fwk.NodeInfo, error) {
	itself := slices.ContainsFunc(snapshot.Pods, func(p *corev1.Pod) bool { return samePod(p, pod) })
	if e.loaded != snapshot || itself {
		e.loaded = nil
		if err := e.lister.show(snapshot, pod); err != nil {
			return nil, err
		}
		if !itself {
			e.loaded = snapshot
		}
	}
	return e.lister.NodeInfos().List()
}

func samePod(a, b *corev1.Pod) bool { return a.UID != "" && a.UID == b.UID }

func (l *lister) show(snapshot *whatif.Snapshot, pod *corev1.Pod) error {
	placed := map[string][]*corev1.Pod{}
	for _, node := range snapshot.Nodes {
		placed[node.Name] = nil
	}
	l.nominated, l.originals = map[string][]fwk.PodInfo{}, map[types.UID]*corev1.Pod{}
	for _, original := range snapshot.Pods {
		if samePod(original, pod) || original.Status.Phase == corev1.PodSucceeded || original.Status.Phase == corev1.PodFailed {
			continue
		}
		p := l.identify(original)
		// A Pod on a node that is not there would become a node without an object.
		if pods, known := placed[p.Spec.NodeName]; known {
			placed[p.Spec.NodeName] = append(pods, p)
			continue
		}
		if _, known := placed[p.Status.NominatedNodeName]; p.Spec.NodeName == "" && known {
			info, err := framework.NewPodInfo(p)
			if err != nil {
				return err
			}
			l.nominated[p.Status.NominatedNodeName] = append(l.nominated[p.Status.NominatedNodeName], info)
		}
	}
	l.Snapshot = cache.NewSnapshot(breakTies(placed), snapshot.Nodes)
	infos, err := l.NodeInfos().List()
	slices.SortFunc(infos, func(a, b fwk.NodeInfo) int { return strings.Compare(a.Node().Name, b.Node().Name) })
	return err
}

// identify returns a shallow copy of a Pod that can be told apart from others: preemption finds Pods by their UID.
func (l *lister) identify(original *corev1.Pod) *corev1.Pod {
	p := *original
	if p.UID == "" {
		p.UID = types.UID("unnamed/" + p.Namespace + "/" + p.Name)
	}
	l.originals[p.UID] = original
	return &p
}

// breakTies makes preemption choose the same node and the same victims each time. Its last criterion is when Pods
// started, in whole seconds, and what is equal then it decides at random. So all start times get nanoseconds:
// the later they are the sooner a Pod has to go, so the first node by name and the last Pod on it go first.
// Pods that have not started would count as started now; here they started after all others.
func breakTies(byNode map[string][]*corev1.Pod) []*corev1.Pod {
	type place struct {
		node string
		pod  *corev1.Pod
	}
	var places []place
	var latest time.Time
	for node, pods := range byNode {
		for _, p := range pods {
			places = append(places, place{node, p})
			if start := p.Status.StartTime; start != nil && start.After(latest) {
				latest = start.Time
			}
		}
	}
	// Stable: Pods of one node stay as they are.
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(b.node, a.node) })
	all := make([]*corev1.Pod, len(places))
	for rank, place := range places {
		start := latest.Add(time.Second)
		if place.pod.Status.StartTime != nil {
			start = place.pod.Status.StartTime.Time
		}
		place.pod.Status.StartTime = &metav1.Time{Time: start.Truncate(time.Second).Add(time.Duration(rank))}
		all[rank] = place.pod
	}
	return all
}
