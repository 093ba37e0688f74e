package fleet_test

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"

	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/fixtures/embedded/embeddedtest"
	"github.com/podium-labs/podium/graders/batch/fleet"
)

// TestARealServerTakesTheJob has a real API server validate Jobs, where Pod Security is as strict as it gets: no field that it does not know, and
// no warning.
func TestARealServerTakesTheJob(t *testing.T) {
	config := embeddedtest.Start(t, embedded.Options{}).KubernetesRestConfig()
	config.WarningHandler = warnings{t}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		t.Fatal(err)
	}
	strict := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "grading", Labels: map[string]string{
		"pod-security.kubernetes.io/enforce": "restricted", "pod-security.kubernetes.io/warn": "restricted",
	}}}
	if _, err := client.CoreV1().Namespaces().Create(t.Context(), strict, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	for name, pods := range map[string]fleet.Pods{
		"podium-bucket": {Queue: "course", ServiceAccount: "grader", Secret: "key", Command: []string{"__fleet-worker"}},
		"podium-volume": {Volume: &fleet.Volume{Claim: "course"}, Command: []string{"__fleet-worker"}},
	} {
		pods.Namespace, pods.Image = strict.Name, "registry.example.org/podium:v1"
		job, err := pods.Job(name, 10_000)
		if err != nil {
			t.Fatal(err)
		}
		made, err := client.BatchV1().Jobs(strict.Name).Create(t.Context(), job, metav1.CreateOptions{FieldValidation: metav1.FieldValidationStrict})
		if err != nil {
			t.Fatal(err)
		}
		// the Job controller's own Pods are what Pod Security judges
		pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: strict.Name}, Spec: made.Spec.Template.Spec}
		pod.Spec.ServiceAccountName = "default"
		pod.Spec.DeprecatedServiceAccount = ""
		if _, err := client.CoreV1().Pods(strict.Name).Create(t.Context(), pod, metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}}); err != nil {
			t.Error(err)
		}
	}
}

// warnings fail a test.
type warnings struct{ t *testing.T }

func (w warnings) HandleWarningHeader(_ int, _, text string) { w.t.Errorf("warning: %s", text) }
