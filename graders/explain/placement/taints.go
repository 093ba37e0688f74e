package placement

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	corev1helpers "k8s.io/component-helpers/scheduling/corev1"
	"k8s.io/klog/v2"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/whatif"
)

const labelHostname = corev1.LabelHostname

func named(name string) func(*corev1.Node) bool {
	return func(n *corev1.Node) bool { return n.Name == name }
}

func cordoned(node *corev1.Node) Lever {
	return Lever{
		Kind: Cordon, Subject: node.Name, Why: lang.M("the node is cordoned (spec.unschedulable)"),
		fixes: []fix{{Change{
			Kind: "uncordon", Node: node.Name, Text: lang.M("uncordon node %s", node.Name), cost: 1,
			Command: "kubectl uncordon " + node.Name, snapshot: whatif.Uncordon(node.Name),
		}}},
	}
}

// taints are those that keep the Pod away. That of a cordon is left out if the cordon itself is told.
func (q *question) taints(node *corev1.Node, cordonTold bool) []Lever {
	var levers []Lever
	for _, taint := range node.Spec.Taints {
		if taint.Key == corev1.TaintNodeUnschedulable && cordonTold || !keepsAway(taint, q.pod.Spec.Tolerations) {
			continue
		}
		levers = append(levers, q.taint(node, taint))
	}
	return levers
}

// keepsAway is true of a taint that the tolerations do not cover and that is more than a preference.
func keepsAway(taint corev1.Taint, tolerations []corev1.Toleration) bool {
	return taint.Effect != corev1.TaintEffectPreferNoSchedule &&
		!corev1helpers.TolerationsTolerateTaint(klog.Background(), tolerations, &taint, false)
}

func (q *question) taint(node *corev1.Node, taint corev1.Taint) Lever {
	lever := Lever{Kind: Taint, Subject: taint.ToString(), Why: lang.M("taint %s is not tolerated", taint.ToString())}
	if condition := conditionOf(taint.Key); condition != "" {
		lever.Why = lang.M("taint %s: Kubernetes set it because of the node's condition %s, and takes it away when that is over", taint.ToString(), condition)
		return lever // to tolerate it would only put the Pod on a node that cannot run it
	}
	if near, ok := nearToleration(taint, q.pod.Spec.Tolerations); ok {
		lever.Why = lang.M("taint %s is not tolerated; the toleration for %s does not match it", taint.ToString(), tolerationText(near))
	}
	tolerate := Change{
		Kind: "tolerate", Subject: taint.ToString(), Text: lang.M("add a toleration for %s to the Pod", taint.ToString()), cost: 1,
		pod: func(spec *corev1.PodSpec) {
			spec.Tolerations = append(slices.Clone(spec.Tolerations), tolerationFor(taint))
		},
	}
	untaint := Change{
		Kind: "untaint", Node: node.Name, Subject: taint.ToString(), Text: lang.M("remove taint %s from node %s", taint.ToString(), node.Name), cost: 2,
		Command: "kubectl taint node " + node.Name + " " + taint.Key + ":" + string(taint.Effect) + "-",
		snapshot: whatif.Edit(node.Name, func(n *corev1.Node) {
			n.Spec.Taints = slices.DeleteFunc(n.Spec.Taints, func(t corev1.Taint) bool { return t.MatchTaint(&taint) })
		}),
	}
	if isControlPlane(taint.Key) {
		tolerate.cost, untaint.cost = 3, 5 // it is there for a reason
	}
	lever.fixes = []fix{{tolerate}, {untaint}}
	return lever
}

func tolerationFor(taint corev1.Taint) corev1.Toleration {
	if taint.Value == "" {
		return corev1.Toleration{Key: taint.Key, Operator: corev1.TolerationOpExists, Effect: taint.Effect}
	}
	return corev1.Toleration{Key: taint.Key, Operator: corev1.TolerationOpEqual, Value: taint.Value, Effect: taint.Effect}
}

// nearToleration is one of the same key whose value or effect is another.
func nearToleration(taint corev1.Taint, tolerations []corev1.Toleration) (corev1.Toleration, bool) {
	at := slices.IndexFunc(tolerations, func(t corev1.Toleration) bool { return t.Key == taint.Key })
	if at < 0 {
		return corev1.Toleration{}, false
	}
	return tolerations[at], true
}

func tolerationText(t corev1.Toleration) string {
	text := t.Key
	if t.Value != "" {
		text += "=" + t.Value
	}
	if t.Effect != "" {
		text += ":" + string(t.Effect)
	}
	return text
}

// conditionOf names the node condition behind a taint that the node lifecycle controller, the kubelet or a cloud sets:
// https://kubernetes.io/docs/reference/labels-annotations-taints/. Empty for any other taint.
func conditionOf(key string) string {
	switch key {
	case corev1.TaintNodeNotReady:
		return "Ready=False"
	case corev1.TaintNodeUnreachable:
		return "Ready=Unknown"
	case corev1.TaintNodeMemoryPressure:
		return "MemoryPressure"
	case corev1.TaintNodeDiskPressure:
		return "DiskPressure"
	case corev1.TaintNodePIDPressure:
		return "PIDPressure"
	case corev1.TaintNodeNetworkUnavailable:
		return "NetworkUnavailable"
	case corev1.TaintNodeOutOfService:
		return "out of service"
	case "node.cloudprovider.kubernetes.io/uninitialized":
		return "uninitialized"
	case "node.cloudprovider.kubernetes.io/shutdown":
		return "shutdown"
	}
	return ""
}

// isControlPlane is true of kubeadm's taint, of the label of the same name, and of what they were called before.
func isControlPlane(key string) bool {
	return strings.HasPrefix(key, "node-role.kubernetes.io/control-plane") || strings.HasPrefix(key, "node-role.kubernetes.io/master")
}
