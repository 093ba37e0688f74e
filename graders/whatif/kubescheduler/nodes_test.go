package kubescheduler_test

import (
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/whatif"
)

// required is a Pod with these required node selector terms.
func required(terms string) string {
	return "spec: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [" + terms + "]}}}}"
}

// expression is a term of one expression.
func expression(text string) string { return "{matchExpressions: [{" + text + "}]}" }

func TestNodeAffinity(t *testing.T) {
	const no, ssd = affinity, "key: disk, operator: In, values: [ssd]"
	run(t, newScheduler(t), four(), []question{
		{"no constraint", "spec: {}", nil, fits},
		{"selector", "spec: {nodeSelector: {disk: ssd}}", nil, fits + " " + no + " " + no + " " + no},
		{
			"selector after the label moved", "spec: {nodeSelector: {disk: ssd}}",
			[]whatif.Change{whatif.Label("n4", "disk", "ssd"), whatif.Unlabel("n1", "disk")}, no + " " + no + " " + no + " " + fits,
		},
		{"In", required(expression("key: disk, operator: In, values: [ssd, nvme]")), nil, fits + " " + no + " " + fits + " " + no},
		{"NotIn takes a node without the label", required(expression("key: disk, operator: NotIn, values: [ssd]")), nil, no + " " + fits + " " + fits + " " + fits},
		{"Exists", required(expression("key: disk, operator: Exists")), nil, fits + " " + fits + " " + fits + " " + no},
		{"DoesNotExist", required(expression("key: disk, operator: DoesNotExist")), nil, no + " " + no + " " + no + " " + fits},
		{"Gt", required(expression(`key: cores, operator: Gt, values: ["120"]`)), nil, no + " " + fits + " " + fits + " " + no},
		{"Lt", required(expression(`key: cores, operator: Lt, values: ["200"]`)), nil, fits + " " + no + " " + fits + " " + no},
		{"Gt of no integer matches nothing", required(expression(`key: cores, operator: Gt, values: ["150.1"]`)), nil, no},
		{"terms are alternatives", required(expression(ssd) + ", " + expression("key: zone, operator: In, values: [b]")), nil, fits + " " + no + " " + fits + " " + fits},
		{"expressions all count", required("{matchExpressions: [{key: disk, operator: In, values: [nvme, ssd]}, {key: zone, operator: In, values: [b]}]}"), nil, no + " " + no + " " + fits + " " + no},
		{"one bad term of two", required(expression(`key: cores, operator: Gt, values: ["x"]`) + ", " + expression("key: zone, operator: In, values: [b]")), nil, no + " " + no + " " + fits + " " + fits},
		{"an empty term matches nothing", required("{}"), nil, no},
		{"by name", required("{matchFields: [{key: metadata.name, operator: In, values: [n2]}]}"), nil, no + " " + fits + " " + no + " " + no},
		{"by a name that is not there", required("{matchFields: [{key: metadata.name, operator: In, values: [n9]}]}"), nil, no},
		{
			"selector and affinity both count", "spec: {nodeSelector: {zone: a}, affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: " +
				"{nodeSelectorTerms: [" + expression("key: disk, operator: In, values: [hdd, nvme]") + "]}}}}", nil, no + " " + fits + " " + no + " " + no,
		},
		{
			"preferred turns nothing down", "spec: {affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 50, preference: " +
				expression(ssd) + "}]}}}", nil, fits,
		},
		{"a named node bypasses the scheduler, yet is judged", "spec: {nodeName: n3}", []whatif.Change{whatif.Cordon("n3")}, "NodeName NodeName " + cordon + "+" + taints + " NodeName"},
	})
}

func TestTaintsAndTolerations(t *testing.T) {
	tolerating := func(toleration string) string { return "spec: {tolerations: [{" + toleration + "}]}" }
	noSchedule := whatif.Taint("n1", "k", "v", corev1.TaintEffectNoSchedule)
	noExecute := whatif.Taint("n2", "k", "v", corev1.TaintEffectNoExecute)
	const first, second, neither = taints + " fits fits fits", "fits " + taints + " fits fits", taints + " " + taints + " fits fits"
	run(t, newScheduler(t), four(), []question{
		{"none", "spec: {}", []whatif.Change{noSchedule, noExecute}, neither},
		{"PreferNoSchedule", "spec: {}", []whatif.Change{whatif.Taint("n1", "k", "v", corev1.TaintEffectPreferNoSchedule)}, fits},
		{"equal", tolerating("key: k, operator: Equal, value: v, effect: NoSchedule"), []whatif.Change{noSchedule, noExecute}, second},
		{"equal without its operator", tolerating("key: k, value: v, effect: NoSchedule"), []whatif.Change{noSchedule}, fits},
		{"another value", tolerating("key: k, value: w, effect: NoSchedule"), []whatif.Change{noSchedule}, first},
		{"exists", tolerating("key: k, operator: Exists, effect: NoExecute"), []whatif.Change{noSchedule, noExecute}, first},
		{"any effect", tolerating("key: k, operator: Exists"), []whatif.Change{noSchedule, noExecute}, fits},
		{"any effect, equal", tolerating("key: k, value: v"), []whatif.Change{noSchedule, noExecute}, fits},
		{"anything", tolerating("operator: Exists"), []whatif.Change{noSchedule, noExecute, whatif.Cordon("n3")}, fits},
		{"anything of one effect", tolerating("operator: Exists, effect: NoExecute"), []whatif.Change{noSchedule, noExecute}, first},
		{"for some seconds", tolerating("key: k, operator: Exists, effect: NoExecute, tolerationSeconds: 5"), []whatif.Change{noExecute}, fits},
		{"the value of a taint may be empty", tolerating("key: k, effect: NoSchedule"), []whatif.Change{whatif.Taint("n1", "k", "", corev1.TaintEffectNoSchedule)}, fits},
		{
			"not-ready is tolerated by default, as NoExecute only", "spec: {}",
			[]whatif.Change{whatif.Taint("n1", corev1.TaintNodeNotReady, "", corev1.TaintEffectNoExecute), whatif.Taint("n2", corev1.TaintNodeNotReady, "", corev1.TaintEffectNoSchedule)}, second,
		},
		{"cordon", "spec: {}", []whatif.Change{whatif.Cordon("n1")}, cordon + "+" + taints + " fits fits fits"},
		{"cordon, tolerated", tolerating("key: node.kubernetes.io/unschedulable, operator: Exists, effect: NoSchedule"), []whatif.Change{whatif.Cordon("n1")}, fits},
		{"uncordon", "spec: {}", []whatif.Change{whatif.Cordon("n1"), whatif.Uncordon("n1")}, fits},
		{"removed node", "spec: {}", []whatif.Change{whatif.RemoveNode("n4"), whatif.AddNode(newNode("n0", ""))}, fits},
	})
}

func TestResources(t *testing.T) {
	asking := func(resources string) string {
		return "spec: {containers: [{name: c, image: nginx, resources: {" + resources + "}}]}"
	}
	s := newScheduler(t)
	port := "spec: {containers: [{name: c, image: nginx, ports: [{containerPort: 80, hostPort: 80}]}]}"
	run(t, s, four(), []question{
		{"cpu", asking("requests: {cpu: 3}"), []whatif.Change{whatif.Fill("n1", cpu("2500m")), whatif.Fill("n2", cpu("3"))}, fit + " fits fits fits"},
		{"a limit is also a request", asking("limits: {memory: 9Gi}"), nil, fit},
		{"graphics card", asking(`limits: {nvidia.com/gpu: "2"}`), nil, fit + " " + fit + " " + fit + " fits"},
		{"too many of them", asking(`limits: {nvidia.com/gpu: "3"}`), nil, fit},
		{"init container", "spec: {containers: [{name: c, image: nginx}], initContainers: [{name: i, image: nginx, resources: {requests: {cpu: 5}}}]}", nil, fit},
		{"no place for a Pod", "spec: {}", []whatif.Change{whatif.Fill("n1", corev1.ResourceList{corev1.ResourcePods: *quantity("0")})}, fit + " fits fits fits"},
		{"host port", port, []whatif.Change{place(t, s, "n2", port)}, "fits NodePorts fits fits"},
	})
}
