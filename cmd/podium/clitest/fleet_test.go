package clitest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	"sigs.k8s.io/yaml"

	"github.com/podium-labs/podium/graders/batch/fleet"
)

// TestAClusterThatCannotGrade are command lines that would lead nowhere, and what each says.
func TestAClusterThatCannotGrade(t *testing.T) {
	p, source := newPlace(t), class(t)
	engine := []string{"--engine", "kubernetes", "--image", "podium"}
	volume := append([]string{"--volume-claim", "course", "--volume-dir", filepath.Dir(source)}, engine...)
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{source, "--out", "out", "--engine", "slurm"}, "unknown engine"},
		{append([]string{source, "--out", "out"}, engine...), "Pods cannot see the folders of this machine"},
		{append([]string{"s3://b/x", "--out", "out"}, engine...), "Pods cannot see the folders of this machine"},
		{append([]string{source, "--out", "out", "--volume-claim", "course"}, engine...), "belong together"},
		{append([]string{source, "--out", "out", "--dry-run"}, volume...), "is not below --volume-dir"},
		{append([]string{source, "--out", filepath.Join(filepath.Dir(source), "o"), "--dry-run", "--memory", "much"}, volume...), `memory "much"`},
		{append([]string{source, "--out", "out", "--provider", "kind"}, volume...), "--provider kind cannot run"},
		{append([]string{source, "--out", "out", "--deadline", "2026-01-01"}, volume...), "--deadline needs git"},
		{append([]string{source, "--out", filepath.Join(filepath.Dir(source), "o"), "--kubeconfig", "/does/not/exist"}, volume...), "read kubeconfig"},
		{[]string{source, "--out", "s3:///x"}, "names no bucket"},
		{[]string{source, "--out", "file://host/x"}, "three slashes"},
		{[]string{"s3://b/../x", "--out", "out"}, ". or ..,"},
		{[]string{source, "--out", "out", "--work", "w"}, "--work is for a blob URL"},
	} {
		got := p.run(append([]string{"batch", "--labs", "lab-2"}, c.args...)...)
		if got.code != 2 || !strings.Contains(got.err, c.says) {
			t.Errorf("podium batch %q: exit code %d, err %q", c.args, got.code, got.err)
		}
	}
	if got := p.run("__fleet-worker"); got.code != 2 || !strings.Contains(got.err, "JOB_COMPLETION_INDEX") {
		t.Errorf("a worker outside of a Pod: exit code %d, %s", got.code, got.err)
	}
}

// TestADryRunShowsTheJob wants what a cluster would get, on standard output, and nothing made.
func TestADryRunShowsTheJob(t *testing.T) {
	p, source := newPlace(t), class(t)
	out := filepath.Join(filepath.Dir(source), "out")
	got := p.run("batch", source, "--out", out, "--labs", "lab-2", "--engine", "kubernetes", "--image", "podium:test", "--volume-claim", "course",
		"--volume-dir", filepath.Dir(source), "--queue", "course", "--jobs", "7", "--dry-run")
	var job batchv1.Job
	if err := yaml.UnmarshalStrict([]byte(got.out), &job); got.code != 0 || err != nil {
		t.Fatalf("exit code %d, %v\n%s%s", got.code, err, got.out, got.err)
	}
	if *job.Spec.Completions != 5 || *job.Spec.Parallelism != 5 || job.Labels["kueue.x-k8s.io/queue-name"] != "course" || job.Spec.PodFailurePolicy == nil {
		t.Errorf("%s", got.out)
	}
	if arguments := strings.Join(job.Spec.Template.Spec.Containers[0].Args, " "); !strings.Contains(arguments, "--out file:///volume/out --job "+job.Name) {
		t.Error(arguments)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a dry run has made OUT")
	}
}

// TestAWorkerGradesItsIndex is a Pod without a cluster around it: an order, an index, and what is left in OUT.
func TestAWorkerGradesItsIndex(t *testing.T) {
	p, source, out := newPlace(t), class(t), t.TempDir()
	version := strings.Fields(p.run("version").out)[1]
	order := fleet.Order{Podium: version, Language: "en", Tasks: []fleet.Task{
		{Witness: fleet.Solution, Labs: []string{"lab-2"}},
		{ID: "bob", Source: filepath.Join(source, "bob"), Labs: []string{"lab-2"}},
		{ID: "eve", Source: filepath.Join(source, "eve"), Labs: []string{"lab-2"}},
	}}
	text, err := json.Marshal(order)
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(out, fleet.Folder, "job-1")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "order.json"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	for index, want := range []string{`{}`, `"outcome":"graded","score":0`, `"outcome":"invalid_submission"`} {
		cmd := p.command(t.Context(), p.binary, "__fleet-worker", "--out", "file://"+out, "--job", "job-1")
		cmd.Env = append(cmd.Env, "JOB_COMPLETION_INDEX="+string(rune('0'+index)))
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("index %d: %v\n%s", index, err, said)
		}
		answer, err := os.ReadFile(filepath.Join(out, fleet.AnswerFolder("job-1"), "00000"+string(rune('0'+index))+".json"))
		if err != nil {
			t.Fatal(err)
		}
		plain := strings.NewReplacer(`\n`, "", `\"`, `"`, " ", "").Replace(string(answer))
		if !strings.Contains(plain, want) {
			t.Errorf("index %d: %.2000s", index, plain)
		}
	}
	cmd := p.command(t.Context(), p.binary, "__fleet-worker", "--out", "file://"+out, "--job", "job-2")
	cmd.Env = append(cmd.Env, "JOB_COMPLETION_INDEX=0")
	if said, err := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != 4 {
		t.Errorf("an order that is not there: %v\n%s", err, said)
	}
}
