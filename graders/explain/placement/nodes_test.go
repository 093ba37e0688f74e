package placement_test

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/whatif"
)

func required(terms string) string {
	return "spec: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [" + terms + "]}}}}"
}

func only(nodes ...string) whatif.Change {
	return func(s *whatif.Snapshot) {
		keep := map[string]bool{}
		for _, n := range nodes {
			keep[n] = true
		}
		for _, n := range []string{"n1", "n2", "n3", "n4"} {
			if !keep[n] {
				whatif.RemoveNode(n)(s)
			}
		}
	}
}

func cpu(of string, n int) string {
	return "{metadata: {name: " + of + "}, spec: {containers: [{name: c, image: nginx, resources: {requests: {cpu: " + string(rune('0'+n)) + "}}}]}}"
}

// taintSituations are cordons and taints.
func taintSituations() []situation {
	noSchedule, noExecute := corev1.TaintEffectNoSchedule, corev1.TaintEffectNoExecute
	taintAll := func(key, value string, effect corev1.TaintEffect) []whatif.Change {
		return []whatif.Change{whatif.Taint("n1", key, value, effect), whatif.Taint("n2", key, value, effect), whatif.Taint("n3", key, value, effect), whatif.Taint("n4", key, value, effect)}
	}
	const controlPlane = "node-role.kubernetes.io/control-plane"
	return []situation{
		{
			name: "all nodes cordoned", pod: "spec: {}",
			cluster: []whatif.Change{whatif.Cordon("n1"), whatif.Cordon("n2"), whatif.Cordon("n3"), whatif.Cordon("n4")},
			causes:  []string{"n1 cordon/n1", "n2 cordon/n2", "n3 cordon/n3", "n4 cordon/n4"}, first: "uncordon",
		},
		{
			name: "a cordon without its taint", pod: "spec: {}",
			cluster: []whatif.Change{only("n1"), whatif.Edit("n1", func(n *corev1.Node) { n.Spec.Unschedulable = true })},
			causes:  []string{"n1 cordon/n1"}, first: "uncordon",
		},
		{name: "one taint everywhere", pod: "spec: {}", cluster: taintAll("team", "a", noSchedule), causes: []string{"n* taint/team=a:NoSchedule"}, first: "tolerate"},
		{name: "NoExecute", pod: "spec: {}", cluster: taintAll("team", "a", noExecute), causes: []string{"n* taint/team=a:NoExecute"}, first: "tolerate"},
		{
			name: "two taints on one node", pod: "spec: {}", cluster: []whatif.Change{only("n1"), whatif.Taint("n1", "a", "", noSchedule), whatif.Taint("n1", "b", "x", noExecute)},
			causes: []string{"n1 taint/a:NoSchedule", "n1 taint/b=x:NoExecute"}, first: "tolerate+tolerate",
		},
		{
			name: "one key with both effects, one of them tolerated", pod: "spec: {tolerations: [{key: k, operator: Exists, effect: NoSchedule}]}",
			cluster: []whatif.Change{only("n1"), whatif.Taint("n1", "k", "v", noSchedule), whatif.Taint("n1", "k", "v", noExecute)},
			causes:  []string{"n1 taint/k=v:NoExecute"}, first: "tolerate",
		},
		{
			name: "a toleration of another value", pod: "spec: {tolerations: [{key: team, value: b, effect: NoSchedule}]}",
			cluster: taintAll("team", "a", noSchedule), causes: []string{"n* taint/team=a:NoSchedule"}, first: "tolerate",
		},
		{
			name: "PreferNoSchedule is no cause", pod: "spec: {}",
			cluster: []whatif.Change{only("n1"), whatif.Taint("n1", "soft", "", corev1.TaintEffectPreferNoSchedule), whatif.Taint("n1", "hard", "", noSchedule)},
			causes:  []string{"n1 taint/hard:NoSchedule"}, first: "tolerate",
		},
		{
			name: "a node that is not ready", pod: "spec: {}", cluster: []whatif.Change{only("n1"), whatif.Taint("n1", corev1.TaintNodeNotReady, "", noSchedule)},
			causes: []string{"n1 taint/node.kubernetes.io/not-ready:NoSchedule"}, first: "none",
		},
		{
			// The first incident: kubeadm's only node; CoreDNS tolerates its taint, hubble-relay does not.
			name: "the only node is the control plane", pod: "metadata: {labels: {k8s-app: hubble-relay}}\nspec: {}",
			cluster: []whatif.Change{
				only("n1"), whatif.Taint("n1", controlPlane, "", noSchedule),
				runs("n1", "{metadata: {name: coredns, namespace: kube-system}, spec: {tolerations: [{key: "+controlPlane+", operator: Exists, effect: NoSchedule}]}}"),
			},
			causes: []string{"n1 taint/" + controlPlane + ":NoSchedule"}, first: "tolerate",
		},
	}
}

// labelSituations are nodeSelector and node affinity.
func labelSituations() []situation {
	return []situation{
		{name: "selector of a label that no node has", pod: "spec: {nodeSelector: {rack: r1}}", causes: []string{"n* nodeSelector/rack=r1"}, first: "label-node"},
		{name: "selector mistyped", pod: "spec: {nodeSelector: {disk: nvmi}}", causes: []string{"n* nodeSelector/disk=nvmi"}, first: "correct-selector"},
		{
			name: "two selectors, no node with both", pod: "spec: {nodeSelector: {disk: hdd, zone: b}}",
			causes: []string{"n1 nodeSelector/disk=hdd", "n1 nodeSelector/zone=b", "n2 nodeSelector/zone=b", "n3 nodeSelector/disk=hdd", "n4 nodeSelector/disk=hdd", "n4 nodeSelector/zone=b"},
			first:  "drop-selector",
		},
		{
			name: "a hostname that is not there", pod: "spec: {nodeSelector: {kubernetes.io/hostname: worker-nine}}",
			causes: []string{"n* nodeSelector/kubernetes.io/hostname=worker-nine"}, first: "drop-selector",
		},
		{
			name: "In", pod: required("{matchExpressions: [{key: disk, operator: In, values: [tape]}]}"),
			causes: []string{"n* nodeAffinity/disk In [tape]"}, first: "drop-term",
		},
		{
			name: "NotIn", pod: required("{matchExpressions: [{key: disk, operator: NotIn, values: [ssd, hdd, nvme]}]}"),
			causes: []string{"n* nodeAffinity/disk NotIn [ssd hdd nvme]"}, first: "drop-term",
		},
		{name: "Exists", pod: required("{matchExpressions: [{key: fast, operator: Exists}]}"), causes: []string{"n* nodeAffinity/fast Exists"}, first: "label-node"},
		{name: "DoesNotExist", pod: required("{matchExpressions: [{key: zone, operator: DoesNotExist}]}"), causes: []string{"n* nodeAffinity/zone DoesNotExist"}, first: "drop-term"},
		{name: "Gt", pod: required(`{matchExpressions: [{key: cores, operator: Gt, values: ["64"]}]}`), causes: []string{"n* nodeAffinity/cores Gt [64]"}, first: "drop-term"},
		{
			// What made the second incident hard: the label of the card's memory is a string, so it cannot be compared.
			name: "Gt on a label that is no number", pod: required(`{matchExpressions: [{key: gpu.memory, operator: Gt, values: ["24"]}]}`),
			causes: []string{"n* nodeAffinity/gpu.memory Gt [24]"}, first: "relabel-node",
		},
		{
			name: "expressions of one term all count", pod: required("{matchExpressions: [{key: disk, operator: In, values: [nvme]}, {key: zone, operator: In, values: [a]}]}"),
			causes: []string{
				"n1 nodeAffinity/disk In [nvme]", "n2 nodeAffinity/disk In [nvme]", "n3 nodeAffinity/zone In [a]",
				"n4 nodeAffinity/disk In [nvme]", "n4 nodeAffinity/zone In [a]",
			}, first: "drop-term",
		},
		{
			name: "two terms, neither met", pod: required("{matchExpressions: [{key: disk, operator: In, values: [tape]}]}, {matchExpressions: [{key: zone, operator: In, values: [q]}]}"),
			causes: []string{"n* nodeAffinity/term 1: disk In [tape]", "n* nodeAffinity/term 2: zone In [q]"}, first: "drop-term",
		},
		{name: "a field for a node that is not there", pod: required("{matchFields: [{key: metadata.name, operator: In, values: [n9]}]}"), causes: []string{"n* nodeAffinity/metadata.name In [n9]"}, first: "drop-term"},
	}
}

// resourceSituations are requests and host ports.
func resourceSituations() []situation {
	return []situation{
		{
			name: "too much CPU for any node", pod: "spec: {containers: [{name: c, image: nginx, resources: {requests: {cpu: 5}}}]}",
			causes: []string{"n* resources/cpu"}, first: "lower-request",
		},
		{
			name: "CPU that others have", pod: "spec: {containers: [{name: c, image: nginx, resources: {requests: {cpu: 3}}}]}",
			cluster: []whatif.Change{only("n1"), runs("n1", cpu("a", 1)), runs("n1", cpu("b", 2))}, causes: []string{"n1 resources/cpu"}, first: "lower-request",
		},
		{
			name: "memory", pod: "spec: {containers: [{name: c, image: nginx, resources: {requests: {memory: 9Gi}}}]}", causes: []string{"n* resources/memory"}, first: "lower-request",
		},
		{
			name: "CPU and memory", pod: "spec: {containers: [{name: c, image: nginx, resources: {requests: {memory: 9Gi, cpu: 5}}}]}",
			causes: []string{"n* resources/memory", "n* resources/cpu"}, first: "lower-request+lower-request",
		},
		{
			name: "an init container that asks for too much", pod: "spec: {containers: [{name: c, image: nginx}], initContainers: [{name: i, image: nginx, resources: {requests: {cpu: 5}}}]}",
			causes: []string{"n* resources/cpu"}, first: "none",
		},
		{
			name: "no place for another Pod", pod: "spec: {}", cluster: []whatif.Change{
				only("n1"), whatif.Edit("n1", func(n *corev1.Node) { n.Status.Allocatable[corev1.ResourcePods] = *one() }), runs("n1", "{metadata: {name: a}}"),
			}, causes: []string{"n1 resources/pods"}, first: "take-away-pod",
		},
		{
			// The second incident: a card is free, but not one of the wanted kind, because a job that any card would have done sits on it.
			name: "one GPU is not one GPU", pod: `spec: {nodeSelector: {gpu.homelab/tier: xlarge}, containers: [{name: train, image: nginx, resources: {limits: {nvidia.com/gpu: "1"}}}]}`,
			cluster: []whatif.Change{
				gpus("n3", 1), gpus("n4", 1), whatif.Label("n3", "gpu.homelab/tier", "small"),
				runs("n4", `{metadata: {name: preview}, spec: {containers: [{name: c, image: nginx, resources: {requests: {nvidia.com/gpu: "1"}, limits: {nvidia.com/gpu: "1"}}}]}}`),
			},
			causes: []string{
				"n1 nodeSelector/gpu.homelab/tier=xlarge", "n1 resources/nvidia.com/gpu", "n2 nodeSelector/gpu.homelab/tier=xlarge", "n2 resources/nvidia.com/gpu",
				"n3 nodeSelector/gpu.homelab/tier=xlarge", "n4 resources/nvidia.com/gpu",
			}, first: "take-away-pod",
		},
		{
			name: "more GPUs than a node has", pod: `spec: {containers: [{name: c, image: nginx, resources: {limits: {nvidia.com/gpu: "3"}}}]}`,
			causes: []string{"n* resources/nvidia.com/gpu"}, first: "lower-request",
		},
		{
			name: "host port", pod: "spec: {containers: [{name: c, image: nginx, ports: [{containerPort: 80, hostPort: 80}]}]}",
			cluster: []whatif.Change{only("n1"), runs("n1", "{metadata: {name: a}, spec: {containers: [{name: c, image: nginx, ports: [{containerPort: 80, hostPort: 80, protocol: TCP}]}]}}")},
			causes:  []string{"n1 hostPort/TCP/80"}, first: "drop-host-port",
		},
	}
}
