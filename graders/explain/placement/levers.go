package placement

import (
	"context"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/whatif"
)

// nodeLevers takes apart what every plugin says about one node. A rejection that cannot be taken apart is told in the
// plugin's own words, so none is lost.
func (q *question) nodeLevers(ctx context.Context, node *corev1.Node, said *whatif.Node) ([]Lever, error) {
	var all []Lever
	for _, verdict := range said.Failed() {
		if q.ofThePod(verdict) {
			continue
		}
		levers, err := q.takeApart(ctx, node, said, verdict)
		if err != nil {
			return nil, err
		}
		if len(levers) == 0 && !coveredByCordon(said, verdict) {
			levers = []Lever{inItsOwnWords(verdict)}
		}
		for _, lever := range levers {
			if !slices.ContainsFunc(all, func(l Lever) bool { return l.Kind == lever.Kind && l.Subject == lever.Subject }) {
				all = append(all, lever)
			}
		}
	}
	return all, nil
}

func (q *question) takeApart(ctx context.Context, node *corev1.Node, said *whatif.Node, verdict whatif.Verdict) ([]Lever, error) {
	switch verdict.Plugin {
	case "NodeUnschedulable":
		return []Lever{cordoned(node)}, nil
	case "TaintToleration":
		return q.taints(node, said.FailedBy("NodeUnschedulable")), nil
	case "NodeAffinity":
		return q.affinity(node), nil
	case "NodeName":
		return []Lever{{Kind: NodeName, Subject: q.pod.Spec.NodeName, Why: lang.M("spec.nodeName asks for %s", q.pod.Spec.NodeName)}}, nil
	case "NodeResourcesFit":
		return q.resources(node, verdict), nil
	case "NodePorts":
		return q.hostPorts(node), nil
	case "InterPodAffinity":
		return q.interPod(ctx, node)
	case "PodTopologySpread":
		return q.spread(ctx, node)
	case "VolumeBinding", "VolumeZone", "VolumeRestrictions", "NodeVolumeLimits":
		return q.nodeVolumes(node, verdict), nil
	}
	return nil, nil
}

// ofThePod is true if a plugin says of the node what it, or another plugin for volumes, says of the Pod as a whole.
func (q *question) ofThePod(verdict whatif.Verdict) bool {
	return slices.ContainsFunc(q.answer.Pod, func(v whatif.Verdict) bool {
		return v.Plugin == verdict.Plugin || aboutVolumes(v.Plugin) && aboutVolumes(verdict.Plugin)
	})
}

// coveredByCordon is true of the taint that belongs to a cordon.
func coveredByCordon(said *whatif.Node, verdict whatif.Verdict) bool {
	return verdict.Plugin == "TaintToleration" && said.FailedBy("NodeUnschedulable")
}

func inItsOwnWords(verdict whatif.Verdict) Lever {
	kind := Other
	if verdict.Plugin == "DynamicResources" {
		kind = Device
	}
	return Lever{Kind: kind, Subject: verdict.Plugin, Why: lang.M("%s says: %s", verdict.Plugin, strings.Join(verdict.Reasons, "; "))}
}

// podLevers are those that hold on every node.
func (q *question) podLevers() []Lever {
	var all []Lever
	for _, gate := range q.pod.Spec.SchedulingGates {
		all = append(all, gateLever(gate.Name))
	}
	volumes := false
	for _, verdict := range q.answer.Pod {
		switch {
		case !aboutVolumes(verdict.Plugin):
			all = append(all, inItsOwnWords(verdict))
		case !volumes:
			volumes = true // four plugins say the same about one claim
			all = append(all, q.podVolumes(verdict)...)
		}
	}
	if q.answer.Err != nil {
		all = append(all, q.badPreference())
	}
	return all
}

func gateLever(name string) Lever {
	return Lever{
		Kind: Gate, Subject: name, Why: lang.M("scheduling gate %s is closed: the scheduler does not look at the Pod before it is removed", name),
		fixes: []fix{{Change{
			Kind: "remove-gate", Subject: name, Text: lang.M("remove scheduling gate %s from the Pod", name), cost: 1,
			pod: func(spec *corev1.PodSpec) {
				spec.SchedulingGates = slices.DeleteFunc(spec.SchedulingGates, func(g corev1.PodSchedulingGate) bool { return g.Name == name })
			},
		}}},
	}
}

// badPreference is a preferred term that cannot be parsed: nodes fit, but the scheduler fails to compare them.
func (q *question) badPreference() Lever {
	return Lever{
		Kind: PreferredTerm, Subject: "nodeAffinity", Why: lang.M("the scheduler fails while it compares the nodes that fit: %s", q.answer.Err.Error()),
		fixes: []fix{{Change{
			Kind: "drop-preference", Text: lang.M("remove or mend the preferred node affinity term that cannot be parsed"), cost: 2,
			pod: func(spec *corev1.PodSpec) {
				if spec.Affinity != nil && spec.Affinity.NodeAffinity != nil {
					spec.Affinity.NodeAffinity.PreferredDuringSchedulingIgnoredDuringExecution = nil
				}
			},
		}}},
	}
}
