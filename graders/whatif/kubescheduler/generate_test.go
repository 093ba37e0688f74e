package kubescheduler_test

import (
	"fmt"
	"math/rand/v2"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// generator makes up nodes, Pods and templates. The same seed makes the same ones.
type generator struct {
	*rand.Rand
	// used counts what was made use of, so that a run that misses something can fail.
	used map[string]int
	// ported are the nodes whose host port is taken. Two Pods that share one, which no kubelet would admit, confuse the
	// real scheduler: when one goes it takes the port for free.
	ported map[string]bool
}

func newGenerator(seed uint64) *generator {
	return &generator{Rand: rand.New(rand.NewPCG(seed, 0)), used: map[string]int{}} //nolint:gosec // nothing secret
}

func pick[T any](g *generator, from ...T) T { return from[g.IntN(len(from))] }

// one is true once in n times.
func (g *generator) one(n int) bool { return g.IntN(n) == 0 }

func (g *generator) template(priority string) *corev1.PodTemplateSpec {
	made := &corev1.PodTemplateSpec{}
	made.Labels = map[string]string{"app": pick(g, "web", "db"), "h": pick(g, "1", "2")}
	made.Spec.Containers = []corev1.Container{g.container()}
	if g.one(6) {
		g.used["init container"]++
		made.Spec.InitContainers = []corev1.Container{{Name: "init", Image: "busybox", Resources: corev1.ResourceRequirements{Requests: cpu(pick(g, "5", "9"))}}}
	}
	if g.one(6) {
		g.used["nodeSelector"]++
		made.Spec.NodeSelector = map[string]string{"disk": pick(g, "ssd", "hdd")}
	}
	made.Spec.Affinity = &corev1.Affinity{NodeAffinity: g.nodeAffinity(), PodAffinity: g.podAffinity(), PodAntiAffinity: g.podAntiAffinity()}
	for g.one(3) && len(made.Spec.TopologySpreadConstraints) < 2 {
		made.Spec.TopologySpreadConstraints = append(made.Spec.TopologySpreadConstraints, g.constraint(len(made.Spec.TopologySpreadConstraints)))
	}
	for g.one(2) {
		made.Spec.Tolerations = append(made.Spec.Tolerations, g.toleration())
	}
	if made.Spec.PriorityClassName = priority; priority != "" {
		g.used["priority"]++
	}
	if priority == "high" {
		g.ease(made)
	}
	return made
}

// ease makes of a template one that fits if only others go.
func (g *generator) ease(made *corev1.PodTemplateSpec) {
	made.Spec.Containers[0].Resources = corev1.ResourceRequirements{Requests: cpu(pick(g, "5", "7"))}
	made.Spec.InitContainers, made.Spec.Affinity.PodAffinity = nil, nil
	if g.one(2) {
		made.Spec.NodeSelector, made.Spec.Affinity.NodeAffinity = nil, nil
	}
	if !g.one(3) {
		made.Spec.TopologySpreadConstraints = nil
		made.Spec.Tolerations = []corev1.Toleration{{Key: "k", Operator: corev1.TolerationOpExists}}
	}
}

func (g *generator) container() corev1.Container {
	c := corev1.Container{Name: "c", Image: pick(g, "nginx", "redis:7")}
	c.Resources.Requests = cpu(pick(g, "100m", "500m", "1", "3"))
	if g.one(5) {
		g.used["limit without request"]++
		c.Resources = corev1.ResourceRequirements{Limits: corev1.ResourceList{corev1.ResourceMemory: *quantity(pick(g, "1Gi", "15Gi", "20Gi"))}}
	}
	if g.one(6) {
		g.used["graphics card"]++
		c.Resources.Limits = corev1.ResourceList{"nvidia.com/gpu": *quantity(pick(g, "1", "2", "3"))}
	}
	if g.one(8) {
		g.used["host port"]++
		c.Ports = []corev1.ContainerPort{{ContainerPort: 80, HostPort: 80}}
	}
	return c
}

func (g *generator) expression() corev1.NodeSelectorRequirement {
	operator := pick(g, corev1.NodeSelectorOpIn, corev1.NodeSelectorOpNotIn, corev1.NodeSelectorOpExists, corev1.NodeSelectorOpDoesNotExist, corev1.NodeSelectorOpGt, corev1.NodeSelectorOpLt)
	g.used["operator "+string(operator)]++
	made := corev1.NodeSelectorRequirement{Key: pick(g, "disk", "disk", "zone"), Operator: operator}
	switch operator {
	case corev1.NodeSelectorOpIn:
		made.Values = []string{pick(g, "ssd", "hdd", "a"), pick(g, "nvme", "b")}
	case corev1.NodeSelectorOpNotIn:
		made.Values = []string{pick(g, "ssd", "hdd", "a")}
	case corev1.NodeSelectorOpGt, corev1.NodeSelectorOpLt:
		made.Key, made.Values = "cores", []string{pick(g, "90", "150", "150", "150.1")}
	}
	return made
}

func (g *generator) nodeAffinity() *corev1.NodeAffinity {
	made := &corev1.NodeAffinity{}
	if g.one(3) {
		required := &corev1.NodeSelector{}
		for range 1 + g.IntN(2) {
			required.NodeSelectorTerms = append(required.NodeSelectorTerms, g.term())
		}
		if len(required.NodeSelectorTerms) > 1 {
			g.used["alternative terms"]++
		}
		made.RequiredDuringSchedulingIgnoredDuringExecution = required
	}
	if g.one(3) {
		g.used["preferred term"]++
		preference := corev1.NodeSelectorTerm{MatchExpressions: []corev1.NodeSelectorRequirement{g.expression()}}
		if g.one(3) {
			g.used["preferred term that cannot be parsed"]++
			preference.MatchExpressions[0] = corev1.NodeSelectorRequirement{Key: "cores", Operator: corev1.NodeSelectorOpGt, Values: []string{"150.1"}}
		}
		made.PreferredDuringSchedulingIgnoredDuringExecution = []corev1.PreferredSchedulingTerm{{Weight: 1 + g.Int32N(100), Preference: preference}}
	}
	return made
}

func (g *generator) term() corev1.NodeSelectorTerm {
	made := corev1.NodeSelectorTerm{MatchExpressions: []corev1.NodeSelectorRequirement{g.expression()}}
	if g.one(3) {
		g.used["expressions that all count"]++
		made.MatchExpressions = append(made.MatchExpressions, g.expression())
	}
	if g.one(5) {
		g.used["matchFields"]++
		made.MatchFields = []corev1.NodeSelectorRequirement{{Key: metav1.ObjectNameField, Operator: corev1.NodeSelectorOpIn, Values: []string{pick(g, realNodes()[1], realNodes()[2], "nowhere")}}}
		if g.one(2) {
			made.MatchExpressions = nil
		}
	}
	return made
}

func (g *generator) podAffinity() *corev1.PodAffinity {
	made := &corev1.PodAffinity{}
	if g.one(8) {
		g.used["pod affinity"]++
		made.RequiredDuringSchedulingIgnoredDuringExecution = []corev1.PodAffinityTerm{g.podTerm()}
	}
	if g.one(6) {
		g.used["preferred pod affinity"]++
		made.PreferredDuringSchedulingIgnoredDuringExecution = []corev1.WeightedPodAffinityTerm{{Weight: 1 + g.Int32N(100), PodAffinityTerm: g.podTerm()}}
	}
	return made
}

func (g *generator) podAntiAffinity() *corev1.PodAntiAffinity {
	made := &corev1.PodAntiAffinity{}
	if g.one(4) {
		g.used["anti-affinity"]++
		made.RequiredDuringSchedulingIgnoredDuringExecution = []corev1.PodAffinityTerm{g.podTerm()}
	}
	return made
}

func (g *generator) podTerm() corev1.PodAffinityTerm {
	made := corev1.PodAffinityTerm{
		TopologyKey:   pick(g, "zone", corev1.LabelHostname, "disk"),
		LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": pick(g, "web", "db")}},
	}
	switch g.IntN(6) {
	case 0:
		g.used["namespaceSelector"]++
		made.NamespaceSelector = pick(g, &metav1.LabelSelector{}, &metav1.LabelSelector{MatchLabels: map[string]string{"team": "x"}})
	case 1:
		g.used["namespaces"]++
		made.Namespaces = []string{"prod"}
	case 2:
		g.used["matchLabelKeys of affinity"]++
		made.MatchLabelKeys = []string{"h"}
	case 3:
		g.used["mismatchLabelKeys"]++
		made.MismatchLabelKeys = []string{"h"}
	}
	return made
}

// constraint is the nth topology spread constraint of a Pod; each has another key.
func (g *generator) constraint(n int) corev1.TopologySpreadConstraint {
	policies := []*corev1.NodeInclusionPolicy{nil, new(corev1.NodeInclusionPolicyHonor), new(corev1.NodeInclusionPolicyIgnore)}
	made := corev1.TopologySpreadConstraint{
		MaxSkew: 1 + g.Int32N(2), TopologyKey: pick(g, "zone", "disk"), WhenUnsatisfiable: pick(g, corev1.DoNotSchedule, corev1.DoNotSchedule, corev1.ScheduleAnyway),
		LabelSelector:    &metav1.LabelSelector{MatchLabels: map[string]string{"app": pick(g, "web", "db")}},
		NodeTaintsPolicy: pick(g, policies...), NodeAffinityPolicy: pick(g, policies...),
	}
	if n > 0 {
		made.TopologyKey = corev1.LabelHostname
	}
	if made.NodeTaintsPolicy != nil {
		g.used["nodeTaintsPolicy "+string(*made.NodeTaintsPolicy)]++
	}
	if made.NodeAffinityPolicy != nil {
		g.used["nodeAffinityPolicy "+string(*made.NodeAffinityPolicy)]++
	}
	if g.one(3) {
		g.used["matchLabelKeys of spread"]++
		made.MatchLabelKeys = []string{"h"}
	}
	if made.WhenUnsatisfiable == corev1.DoNotSchedule && g.one(3) {
		g.used["minDomains"]++
		made.MinDomains = new(1 + g.Int32N(5))
	}
	g.used["spread "+string(made.WhenUnsatisfiable)]++
	return made
}

func (g *generator) toleration() corev1.Toleration {
	spellings := []struct {
		name string
		corev1.Toleration
	}{
		{"everything", corev1.Toleration{Operator: corev1.TolerationOpExists}},
		{"one effect", corev1.Toleration{Operator: corev1.TolerationOpExists, Effect: corev1.TaintEffectNoSchedule}},
		{"equal", corev1.Toleration{Key: "k", Operator: corev1.TolerationOpEqual, Value: pick(g, "v", "w"), Effect: corev1.TaintEffectNoSchedule}},
		{"no operator", corev1.Toleration{Key: "k", Value: pick(g, "v", "w"), Effect: corev1.TaintEffectNoExecute}},
		{"no effect", corev1.Toleration{Key: "k", Value: "v"}},
		{"no value", corev1.Toleration{Key: "k"}},
		{"exists", corev1.Toleration{Key: "k", Operator: corev1.TolerationOpExists}},
		{"for a while", corev1.Toleration{Key: "k", Operator: corev1.TolerationOpExists, Effect: corev1.TaintEffectNoExecute, TolerationSeconds: new(int64(60))}},
		{"cordon", corev1.Toleration{Key: corev1.TaintNodeUnschedulable, Operator: corev1.TolerationOpExists}},
		{"illegal", corev1.Toleration{Key: "k", Operator: corev1.TolerationOpExists, Value: "v"}},
	}
	made := pick(g, spellings...)
	g.used["toleration of "+made.name]++
	return made.Toleration
}

// background is the nth Pod that is there before the question. Each has a priority of its own: between equal ones the
// real scheduler may choose victims at random.
func (g *generator) background(n int) *corev1.Pod {
	made := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{
		Namespace: pick(g, "default", "default", "prod"), Name: fmt.Sprintf("there-%d", n), Labels: map[string]string{"app": pick(g, "web", "db"), "h": pick(g, "1", "2")},
	}}
	made.Spec.Containers = []corev1.Container{{Name: "c", Image: "nginx", Resources: corev1.ResourceRequirements{Requests: cpu(pick(g, "100m", "1", "1", "2", "3"))}}}
	made.Spec.NodeName, made.Spec.PriorityClassName = pick(g, realNodes()...), backgroundClass(n)
	if g.one(3) {
		g.used["anti-affinity of others"]++
		made.Spec.Affinity = &corev1.Affinity{PodAntiAffinity: &corev1.PodAntiAffinity{RequiredDuringSchedulingIgnoredDuringExecution: []corev1.PodAffinityTerm{g.podTerm()}}}
	}
	if n == 0 {
		g.ported = map[string]bool{}
	}
	if g.one(3) && !g.ported[made.Spec.NodeName] {
		g.ported[made.Spec.NodeName] = true
		made.Spec.Containers[0].Ports = []corev1.ContainerPort{{ContainerPort: 80, HostPort: 80}}
	}
	// Those on a NoExecute taint would be evicted in the middle of a question.
	made.Spec.Tolerations = []corev1.Toleration{{Operator: corev1.TolerationOpExists}}
	return made
}

// nodePatch changes labels, taints and cordon of a node, as a JSON merge patch.
func (g *generator) nodePatch(round int) map[string]any {
	labels := map[string]any{"zone": pick(g, "a", "b"), "disk": nil, "cores": nil, "round": fmt.Sprint(round)}
	if disk := pick(g, "", "ssd", "hdd", "nvme"); disk != "" {
		labels["disk"] = disk
	}
	if cores := pick(g, "", "100", "200", "150.1"); cores != "" {
		labels["cores"] = cores
	}
	taints := []corev1.Taint{}
	if g.one(3) {
		taint := corev1.Taint{Key: "k", Value: pick(g, "v", ""), Effect: pick(g, corev1.TaintEffectNoSchedule, corev1.TaintEffectNoExecute, corev1.TaintEffectPreferNoSchedule)}
		g.used["taint "+string(taint.Effect)]++
		taints = append(taints, taint)
	}
	cordoned := g.one(5)
	if cordoned {
		g.used["cordoned node"]++
		taints = append(taints, corev1.Taint{Key: corev1.TaintNodeUnschedulable, Effect: corev1.TaintEffectNoSchedule})
	}
	return map[string]any{"metadata": map[string]any{"labels": labels}, "spec": map[string]any{"unschedulable": cordoned, "taints": taints}}
}
