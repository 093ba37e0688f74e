package fleet_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/podium-labs/podium/graders/batch/fleet"
)

var update = flag.Bool("update", false, "rewrite the golden Jobs")

// TestTheJob compares manifests with golden ones. What they say is the agreement with whoever runs the cluster: read a difference with care.
func TestTheJob(t *testing.T) {
	for file, pods := range map[string]fleet.Pods{
		"testdata/bucket.yaml": {
			Namespace: "grading", Image: "registry.example.org/podium:v1", Queue: "course", ServiceAccount: "grader", Secret: "bucket-key",
			Command: []string{"__fleet-worker", "--out", "s3://b/o?x=$(HOME)"},
		},
		"testdata/volume.yaml": {
			Image: "podium", PullPolicy: "Never", CPU: "500m", Memory: "1Gi", Parallel: 3, Retries: 1, User: 1000,
			Volume: &fleet.Volume{Claim: "course"}, Command: []string{"__fleet-worker", "--out", "file:///volume/out"},
		},
	} {
		job, err := pods.Job("podium-1", 12)
		if err != nil {
			t.Fatal(err)
		}
		got, err := yaml.Marshal(job)
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(file, got, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("%s differs; got\n%s", file, got)
		}
	}
}

// TestNoRetries asks for none, which is not the default.
func TestNoRetries(t *testing.T) {
	job, err := fleet.Pods{Image: "i", Retries: -1}.Job("podium-1", 1)
	if err != nil || *job.Spec.BackoffLimitPerIndex != 0 {
		t.Errorf("%d, %v", *job.Spec.BackoffLimitPerIndex, err)
	}
}

func TestPodsThatCannotBe(t *testing.T) {
	for says, pods := range map[string]fleet.Pods{
		"--image is missing":       {},
		"do not run as root":       {Image: "i", User: -1},
		"cpu \"much\"":             {Image: "i", CPU: "much"},
		"memory \"-1Gi\"":          {Image: "i", Memory: "-1Gi"},
		"scratch":                  {Image: "i", Scratch: "x"},
		"cannot name a queue":      {Image: "i", Queue: "Not a name"},
		"cannot name a namespace":  {Image: "i", Namespace: "../x"},
		"either a claim or a path": {Image: "i", Volume: &fleet.Volume{}},
		"is no absolute path":      {Image: "i", Volume: &fleet.Volume{HostPath: "/a/../etc"}},
	} {
		if _, err := pods.Job("podium-1", 1); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
}
