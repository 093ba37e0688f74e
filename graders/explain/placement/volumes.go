package placement

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	storagev1 "k8s.io/api/storage/v1"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/nearest"
	"github.com/podium-labs/podium/graders/whatif"
)

func aboutVolumes(plugin string) bool {
	return slices.Contains([]string{"VolumeBinding", "VolumeZone", "VolumeRestrictions", "NodeVolumeLimits"}, plugin)
}

// claimNames are the claims of a Pod; that of a generic ephemeral volume is named after Pod and volume.
func claimNames(pod *corev1.Pod) []string {
	var names []string
	for _, v := range pod.Spec.Volumes {
		switch {
		case v.PersistentVolumeClaim != nil:
			names = append(names, v.PersistentVolumeClaim.ClaimName)
		case v.Ephemeral != nil:
			names = append(names, pod.Name+"-"+v.Name)
		}
	}
	return names
}

func (q *question) claim(name string) *corev1.PersistentVolumeClaim {
	for _, object := range q.snapshot.Objects {
		if claim, is := object.(*corev1.PersistentVolumeClaim); is && claim.Namespace == q.pod.Namespace && claim.Name == name {
			return claim
		}
	}
	return nil
}

func (q *question) class(name string) *storagev1.StorageClass {
	for _, object := range q.snapshot.Objects {
		if class, is := object.(*storagev1.StorageClass); is && class.Name == name {
			return class
		}
	}
	return nil
}

// podVolumes are the claims because of which no node is even looked at.
func (q *question) podVolumes(verdict whatif.Verdict) []Lever {
	var levers []Lever
	for _, name := range claimNames(q.pod) {
		lever := Lever{Kind: Volume, Subject: name}
		switch claim := q.claim(name); {
		case claim == nil:
			lever.Why = lang.M("PersistentVolumeClaim %s does not exist", name)
			lever.fixes = slices.Concat(q.otherClaim(name), q.newClaim(name))
		case claim.DeletionTimestamp != nil:
			lever.Why = lang.M("PersistentVolumeClaim %s is being deleted", name)
		case claim.Status.Phase == corev1.ClaimLost:
			lever.Why = lang.M("PersistentVolumeClaim %s has lost its volume %s", name, claim.Spec.VolumeName)
		case claim.Spec.VolumeName == "" && q.lacksClass(claim):
			lever.Why = q.whyNoClass(claim)
			lever.fixes = slices.Concat(q.classFixes(claim), provideVolume(claim))
		case claim.Spec.VolumeName == "" && !q.waitsForPod(claim):
			lever.fixes = provideVolume(claim)
			lever.Why = lang.M("PersistentVolumeClaim %s is not bound to a volume, and its StorageClass %s does not wait for the Pod (volumeBindingMode Immediate)", name, className(claim))
		default:
			continue
		}
		levers = append(levers, lever)
	}
	if len(levers) == 0 {
		return []Lever{{Kind: Volume, Subject: verdict.Plugin, Why: lang.M("%s says: %s", verdict.Plugin, strings.Join(verdict.Reasons, "; "))}}
	}
	return levers
}

func className(claim *corev1.PersistentVolumeClaim) string {
	if claim.Spec.StorageClassName == nil || *claim.Spec.StorageClassName == "" {
		return `""`
	}
	return *claim.Spec.StorageClassName
}

func (q *question) waitsForPod(claim *corev1.PersistentVolumeClaim) bool {
	class := q.class(className(claim))
	return class != nil && class.VolumeBindingMode != nil && *class.VolumeBindingMode == storagev1.VolumeBindingWaitForFirstConsumer
}

// otherClaim is for a name that looks mistyped.
func (q *question) otherClaim(name string) []fix {
	var names []string
	for _, object := range q.snapshot.Objects {
		if claim, is := object.(*corev1.PersistentVolumeClaim); is && claim.Namespace == q.pod.Namespace {
			names = append(names, claim.Name)
		}
	}
	near, ok := nearest.Typo(name, names)
	if !ok {
		return nil
	}
	return []fix{{Change{
		Kind: "correct-claim", Subject: name, Text: lang.M("use PersistentVolumeClaim %s instead of %s", near, name), cost: 1,
		pod: func(spec *corev1.PodSpec) {
			for i, v := range spec.Volumes {
				if v.PersistentVolumeClaim != nil && v.PersistentVolumeClaim.ClaimName == name {
					source := *v.PersistentVolumeClaim
					source.ClaimName = near
					spec.Volumes[i].PersistentVolumeClaim = &source
				}
			}
		},
	}}}
}

// nodeVolumes are told in words for the reasons that concern a node.
func (q *question) nodeVolumes(node *corev1.Node, verdict whatif.Verdict) []Lever {
	var levers []Lever
	for _, reason := range verdict.Reasons {
		if lever, ok := q.nodeVolume(node, verdict.Plugin, reason); ok {
			levers = append(levers, lever)
		}
	}
	return levers
}

func (q *question) nodeVolume(node *corev1.Node, plugin, reason string) (Lever, bool) {
	switch {
	case strings.Contains(reason, "node affinity"), strings.Contains(reason, "no available volume zone"):
		return Lever{
			Kind: Volume, Subject: strings.Join(q.boundClaims(), " "),
			Why: lang.M("the volume of PersistentVolumeClaim %s cannot be reached from this node (nodeAffinity of the PersistentVolume)", strings.Join(q.boundClaims(), ", ")),
		}, true
	case strings.Contains(reason, "find available persistent volumes"):
		return Lever{
			Kind: Volume, Subject: strings.Join(q.unboundClaims(), " "),
			Why: lang.M("no PersistentVolume on this node suits PersistentVolumeClaim %s, and none can be provisioned here", strings.Join(q.unboundClaims(), ", ")),
		}, true
	case strings.Contains(reason, "ReadWriteOncePod"):
		return q.usedAlready()
	case strings.Contains(reason, "max volume count"):
		return Lever{Kind: Volume, Subject: "limit", Why: lang.M("node %s has as many volumes attached as its driver allows", node.Name)}, true
	}
	return Lever{Kind: Volume, Subject: plugin, Why: lang.M("%s says: %s", plugin, reason)}, true
}

func (q *question) boundClaims() []string {
	return slices.DeleteFunc(claimNames(q.pod), func(name string) bool {
		claim := q.claim(name)
		return claim == nil || claim.Spec.VolumeName == ""
	})
}

func (q *question) unboundClaims() []string {
	return slices.DeleteFunc(claimNames(q.pod), func(name string) bool {
		claim := q.claim(name)
		return claim != nil && claim.Spec.VolumeName != ""
	})
}

// usedAlready names the Pod that uses a claim which only one Pod may use.
func (q *question) usedAlready() (Lever, bool) {
	for _, name := range claimNames(q.pod) {
		for _, pod := range q.snapshot.Pods {
			if pod.Namespace == q.pod.Namespace && pod.Spec.NodeName != "" && running(pod) && slices.Contains(claimNames(pod), name) {
				lever := Lever{Kind: Volume, Subject: name, Why: lang.M("PersistentVolumeClaim %s is ReadWriteOncePod and in use by Pod %s/%s", name, pod.Namespace, pod.Name)}
				return q.withEviction(lever, []*corev1.Pod{pod}), true
			}
		}
	}
	return Lever{}, false
}
