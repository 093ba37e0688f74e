package clitest

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/podium-labs/podium/graders/result"
)

const web = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 4
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: c, image: "nginx:1.26", readinessProbe: {httpGet: {path: /, port: 80}}}]
`

// TestALabLivesThroughQuittingAndACrash is one evening of a learner: start, work with kubectl, check, a crash of the
// machine, go on, stop.
func TestALabLivesThroughQuittingAndACrash(t *testing.T) {
	p := newPlace(t)
	t.Cleanup(func() { p.finish(p.command(withoutEnd(t), p.binary, "lab", "stop")) })
	started := p.run("lab", "start", "lab-2")
	for _, want := range []string{"KUBECONFIG=", "export PATH=" + filepath.Dir(p.binary) + ":$PATH", "podium lab check lab-2", "deploy", "rolling-params", "both-zero", "rollout", "undo", "history-limit", "daemonset", "statefulset"} {
		if !strings.Contains(started.out, want) {
			t.Errorf("start does not say %q: %s%s", want, started.out, started.err)
		}
	}
	if started.code != 0 {
		t.Fatal(started)
	}
	kubeconfig := strings.TrimSpace(p.run("lab", "kubeconfig", "lab-2").out)
	if nodes := p.kube(kubeconfig, "get", "nodes"); strings.Count(nodes.out, " Ready ") != 4 {
		t.Errorf("nodes: %s%s", nodes.out, nodes.err)
	}
	p.deploy(kubeconfig)
	if got := p.points(result.Graded); got != 10 {
		t.Errorf("the first task gives %d points", got)
	}
	if again := p.run("lab", "start", "lab-2"); again.code != 0 || !strings.Contains(again.out, "goes on where it was left") {
		t.Errorf("start again: %+v", again)
	}
	p.crash()
	if status := p.run("lab", "status", "lab-2"); !strings.Contains(status.out, "kept") {
		t.Errorf("after a crash: %s", status.out)
	}
	if again := p.run("lab", "start", "lab-2"); again.code != 0 {
		t.Fatalf("start after a crash: %+v", again)
	}
	if nodes := p.kube(kubeconfig, "get", "nodes"); strings.Count(nodes.out, " Ready ") != 4 {
		t.Errorf("the old kubeconfig after a crash: %s%s", nodes.out, nodes.err)
	}
	if got := p.points(result.Graded); got != 10 {
		t.Errorf("after a crash there are %d points", got)
	}
	if stopped := p.run("lab", "stop", "lab-2"); stopped.code != 0 {
		t.Errorf("stop: %+v", stopped)
	}
	if left := leftovers(t, filepath.Join(p.state, "podium", "clusters")); len(left) != 0 {
		t.Errorf("stop leaves %v", left)
	}
}

// withoutEnd is for what has to be done after a test: its own context has ended then.
func withoutEnd(t *testing.T) context.Context {
	t.Helper()
	return context.WithoutCancel(t.Context())
}

func (p *place) kube(kubeconfig string, args ...string) ended {
	p.t.Helper()
	return p.finish(p.command(p.t.Context(), p.kubectl, append([]string{"--kubeconfig", kubeconfig}, args...)...))
}

// deploy does the first task with kubectl, as a learner does.
func (p *place) deploy(kubeconfig string) {
	p.t.Helper()
	file := filepath.Join(p.t.TempDir(), "web.yaml")
	if err := os.WriteFile(file, []byte(web), 0o600); err != nil {
		p.t.Fatal(err)
	}
	for _, args := range [][]string{{"apply", "-f", file}, {"rollout", "status", "deployment/web", "--timeout=60s"}} {
		if got := p.kube(kubeconfig, args...); got.code != 0 {
			p.t.Fatalf("kubectl %v: %s%s", args, got.out, got.err)
		}
	}
}

// points checks the running lab.
func (p *place) points(want result.Outcome) int {
	p.t.Helper()
	got := p.run("lab", "check", "lab-2", "-o", "json")
	record, err := result.Decode(strings.NewReader(got.out))
	if err != nil || record.Outcome != want || record.Score == nil {
		p.t.Fatalf("check: exit code %d, %v, %s%s", got.code, err, got.out, got.err)
	}
	return *record.Score
}

// crash ends the control plane as a power failure does.
func (p *place) crash() {
	p.t.Helper()
	var found []struct {
		PID int `json:"pid"`
	}
	if err := json.Unmarshal([]byte(p.run("lab", "status", "lab-2", "-o", "json").out), &found); err != nil || len(found) != 1 || found[0].PID == 0 {
		p.t.Fatalf("status: %+v, %v", found, err)
	}
	if err := syscall.Kill(found[0].PID, syscall.SIGKILL); err != nil {
		p.t.Fatal(err)
	}
	deadline := time.After(20 * time.Second)
	for !strings.Contains(p.run("lab", "status", "lab-2").out, "kept") {
		select {
		case <-deadline:
			p.t.Fatal("the killed control plane still counts as running")
		default:
		}
	}
}

// TestCtrlCLeavesNothingBehind interrupts a grading at three stages of its way.
func TestCtrlCLeavesNothingBehind(t *testing.T) {
	for _, stage := range []string{"etcd: starting", "cluster: ready", "rollout"} {
		t.Run(stage, func(t *testing.T) {
			p := newPlace(t)
			cmd := p.command(t.Context(), p.binary, "grade", "../../../labs/rollouts/solutions/manifests", "--lab", "lab-2")
			progress := &trigger{want: stage, fire: func() { _ = cmd.Process.Signal(os.Interrupt) }}
			cmd.Stderr = progress
			if err := cmd.Run(); err == nil {
				t.Error("an interrupted grading ended with 0")
			}
			if code := cmd.ProcessState.ExitCode(); code != 130 || !progress.fired {
				t.Errorf("exit code %d, %s", code, progress.text.String())
			}
			if left := leftovers(t, p.temp); len(left) != 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// trigger fires once when it has been told something.
type trigger struct {
	want  string
	fire  func()
	fired bool
	text  strings.Builder
}

func (w *trigger) Write(p []byte) (int, error) {
	w.text.Write(p)
	if !w.fired && strings.Contains(w.text.String(), w.want) {
		w.fired = true
		w.fire()
	}
	return len(p), nil
}
