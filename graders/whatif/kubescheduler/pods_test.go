package kubescheduler_test

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/podium-labs/podium/graders/whatif"
)

func quantity(text string) *resource.Quantity {
	q := resource.MustParse(text)
	return &q
}

func cpu(text string) corev1.ResourceList {
	return corev1.ResourceList{corev1.ResourceCPU: *quantity(text)}
}

const (
	web = "metadata: {name: web, labels: {app: web}}"
	db  = "metadata: {name: db, labels: {app: db}}"
	// apart keeps web away from zones with a db; further fields of the term go into the place of %.
	apart = web + "\nspec: {affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone, labelSelector: {matchLabels: {app: db}}%}]}}}"
)

func with(text, more string) string { return strings.ReplaceAll(text, "%", more) }

func TestPodAffinity(t *testing.T) {
	s := newScheduler(t)
	prod := decode(t, "{apiVersion: v1, kind: Namespace, metadata: {name: prod, labels: {team: x}}}")
	snapshot := four(prod)
	elsewhere := func(snapshot *whatif.Snapshot) {
		pod := admit(t, s, snapshot, db)
		pod.Namespace = "prod"
		whatif.Place(pod, "n1")(snapshot)
	}
	finished := func(snapshot *whatif.Snapshot) {
		whatif.Place(admit(t, s, snapshot, db), "n1")(snapshot)
		snapshot.Pods[len(snapshot.Pods)-1].Status.Phase = corev1.PodSucceeded
	}
	together := strings.ReplaceAll(apart, "podAntiAffinity", "podAffinity")
	keys := strings.ReplaceAll(with(apart, ", matchLabelKeys: [h]"), "labels: {app: web}", "labels: {app: db, h: new}")
	const zoneA, zoneB = others + " " + others + " fits fits", "fits fits " + others + " " + others
	run(t, s, snapshot, []question{
		{"away from a Pod", with(apart, ""), []whatif.Change{place(t, s, "n1", db)}, zoneA},
		{"a Pod that keeps away", db, []whatif.Change{place(t, s, "n3", with(apart, ""))}, zoneB},
		{"another namespace does not count", with(apart, ""), []whatif.Change{elsewhere}, fits},
		{"unless it is selected", with(apart, ", namespaceSelector: {matchLabels: {team: x}}"), []whatif.Change{elsewhere}, zoneA},
		{"or named", with(apart, ", namespaces: [prod]"), []whatif.Change{elsewhere}, zoneA},
		{"or all are", with(apart, ", namespaceSelector: {}"), []whatif.Change{elsewhere}, zoneA},
		{"finished Pods do not count", with(apart, ""), []whatif.Change{finished}, fits},
		{"only Pods of the same revision", keys, []whatif.Change{place(t, s, "n1", "metadata: {labels: {app: db, h: old}}"), place(t, s, "n3", "metadata: {labels: {app: db, h: new}}")}, zoneB},
		{"to a Pod", with(together, ""), []whatif.Change{place(t, s, "n4", db)}, zoneA},
		{"to a Pod that is not there", with(together, ""), nil, others},
		{"the first of a group that wants to be together", strings.Replace(with(together, ""), "labels: {app: web}", "labels: {app: db}", 1), nil, fits},
	})
}

func TestTopologySpread(t *testing.T) {
	const constraint = "[{maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: web}}%}]"
	const even = web + "\nspec: {topologySpreadConstraints: " + constraint + "}"
	s := newScheduler(t)
	webs := func(nodes ...string) whatif.Change {
		return func(snapshot *whatif.Snapshot) {
			for _, node := range nodes {
				place(t, s, node, web)(snapshot)
			}
		}
	}
	three, all := webs("n1", "n2", "n3"), webs("n1", "n2", "n3", "n4")
	field := whatif.Edit("n4", func(n *corev1.Node) { n.Spec.Unschedulable = true })
	zoneA := strings.Replace(even, "spec: {", "spec: {nodeSelector: {zone: a}, ", 1)
	stranger := strings.Replace(even, "labels: {app: web}", "labels: {app: other}", 1)
	const last = spread + " " + spread + " " + spread + " "
	run(t, s, four(), []question{
		{"the empty node is next", with(even, ""), []whatif.Change{three}, last + fits},
		{"a cordoned node counts by default", with(even, ""), []whatif.Change{three, whatif.Cordon("n4")}, last + cordon + "+" + taints},
		{"and not with Honor", with(even, ", nodeTaintsPolicy: Honor"), []whatif.Change{three, whatif.Cordon("n4")}, "fits fits fits " + cordon + "+" + taints},
		{"which looks at the taint only", with(even, ", nodeTaintsPolicy: Honor"), []whatif.Change{three, field}, last + cordon},
		{"a tainted node with Ignore", with(even, ", nodeTaintsPolicy: Ignore"), []whatif.Change{three, whatif.Taint("n4", "k", "v", corev1.TaintEffectNoSchedule)}, last + taints},
		{"a tainted node with Honor", with(even, ", nodeTaintsPolicy: Honor"), []whatif.Change{three, whatif.Taint("n4", "k", "v", corev1.TaintEffectNoSchedule)}, "fits fits fits " + taints},
		{"nodes that affinity rules out do not count", with(zoneA, ""), []whatif.Change{webs("n1", "n2")}, "fits fits " + affinity + " " + affinity},
		{"unless they are to", with(zoneA, ", nodeAffinityPolicy: Ignore"), []whatif.Change{webs("n1", "n2")}, spread + " " + spread + " " + affinity + " " + affinity},
		{"enough domains", with(even, ", minDomains: 4"), []whatif.Change{all}, fits},
		{"a domain too few", with(even, ", minDomains: 5"), []whatif.Change{all}, spread},
		{"a domain too few, one empty", with(even, ", minDomains: 5"), []whatif.Change{all, whatif.RemovePod("default", "web-placed-4")}, last + fits},
		{"a Pod that does not count itself", with(stranger, ""), []whatif.Change{three}, fits},
		{"a Pod that does not count itself, skew already too large", with(stranger, ""), []whatif.Change{webs("n1", "n1", "n2")}, spread + " fits fits fits"},
		{"a node without the key", strings.ReplaceAll(with(even, ""), "kubernetes.io/hostname", "disk"), []whatif.Change{webs("n1")}, spread + " fits fits " + spread},
		{"each revision by itself", strings.Replace(with(even, ", matchLabelKeys: [h]"), "labels: {app: web}", "labels: {app: web, h: new}", 1), []whatif.Change{three}, fits},
		{"ScheduleAnyway turns nothing down", strings.Replace(with(even, ""), "DoNotSchedule", "ScheduleAnyway", 1), []whatif.Change{three}, fits},
	})
	t.Run("it still binds", func(t *testing.T) {
		changed := four().With(all, whatif.AddNode(newNode("n5", "zone=c")))
		if got := ask(t, s, changed, admit(t, s, changed, with(even, ""))).Feasible(); len(got) != 1 || got[0] != "n5" {
			t.Errorf("after a node was added the Pod may run on %v, want n5 alone", got)
		}
	})
}
