package scheduling

import (
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/podium-labs/podium/fixtures/objects"
)

// What runs, or does not, before the learner begins.
const (
	// Exporter is a DaemonSet that goes where a tier label is.
	Exporter = "gpu-exporter"
	// Agent is a DaemonSet that goes to every node.
	Agent = "node-agent"
	// Relay is a Deployment that may use the control plane's node only, and does not tolerate its taint.
	Relay = "relay"
	// DNS is the same, and does tolerate it.
	DNS = "dns"
)

const idleImage = "registry.k8s.io/pause:3.10"

// fixture is the incident of the lesson, same cluster, same node, different outcome; and two DaemonSets such as a GPU
// operator brings along.
func fixture() []client.Object {
	exporter := daemonSet(Exporter)
	exporter.Spec.Template.Spec.Affinity = &corev1.Affinity{NodeAffinity: &corev1.NodeAffinity{
		RequiredDuringSchedulingIgnoredDuringExecution: &corev1.NodeSelector{NodeSelectorTerms: []corev1.NodeSelectorTerm{{
			MatchExpressions: []corev1.NodeSelectorRequirement{{Key: TierLabel, Operator: corev1.NodeSelectorOpExists}},
		}}},
	}}
	agent := daemonSet(Agent)
	agent.Spec.Template.Spec.Tolerations = []corev1.Toleration{tolerateControlPlane()}
	dns := onControlPlane(DNS)
	dns.Spec.Template.Spec.Tolerations = []corev1.Toleration{tolerateControlPlane()}
	return []client.Object{agent, exporter, dns, onControlPlane(Relay)}
}

func tolerateControlPlane() corev1.Toleration {
	return corev1.Toleration{Key: objects.ControlPlaneLabel, Operator: corev1.TolerationOpExists, Effect: corev1.TaintEffectNoSchedule}
}

func meta(name string) metav1.ObjectMeta {
	return metav1.ObjectMeta{Namespace: ID, Name: name, Labels: map[string]string{"app": name}}
}

func template(name string) corev1.PodTemplateSpec {
	return corev1.PodTemplateSpec{
		ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{"app": name}},
		Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: name, Image: idleImage}}},
	}
}

func selector(name string) *metav1.LabelSelector {
	return &metav1.LabelSelector{MatchLabels: map[string]string{"app": name}}
}

func daemonSet(name string) *appsv1.DaemonSet {
	return &appsv1.DaemonSet{ObjectMeta: meta(name), Spec: appsv1.DaemonSetSpec{Selector: selector(name), Template: template(name)}}
}

// onControlPlane is a Deployment for the control plane's node, which kubeadm labels and taints alike.
func onControlPlane(name string) *appsv1.Deployment {
	d := &appsv1.Deployment{ObjectMeta: meta(name), Spec: appsv1.DeploymentSpec{Selector: selector(name), Template: template(name)}}
	d.Spec.Template.Spec.NodeSelector = map[string]string{objects.ControlPlaneLabel: ""}
	return d
}
