package clitest

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs/rollouts"
)

// enabled names the environment variable that lets these tests make clusters of containers; ci/e2e-kind sets it.
const enabled = "PODIUM_E2E_KIND"

// half is a step at which all containers of a cluster are there and it is far from ready.
const half = "Starting control-plane: starting"

// TestKindLive is what a learner meets on kind: a start that is called off or killed, and an evening with a lab.
func TestKindLive(t *testing.T) {
	if os.Getenv(enabled) == "" {
		t.Skipf("needs a container engine and minutes: make e2e-kind sets %s", enabled)
	}
	for name, run := range map[string]func(*kindPlace){
		"called off": (*kindPlace).calledOff, "killed": (*kindPlace).killed, "killed, then stopped": (*kindPlace).killedThenStopped,
		"killed at a grading": (*kindPlace).killedGrading, "evening": (*kindPlace).evening,
	} {
		t.Run(name, func(t *testing.T) { run(newKindPlace(t)) })
	}
}

// kindPlace is a place whose clusters are made of containers.
type kindPlace struct{ *place }

func newKindPlace(t *testing.T) *kindPlace {
	t.Helper()
	p := &kindPlace{newPlace(t)}
	p.env = append(p.env, "DOCKER_HOST="+os.Getenv("DOCKER_HOST"), "XDG_CACHE_HOME="+os.Getenv("XDG_CACHE_HOME"), "PODIUM_PROVIDER=kind", "SHELL=/bin/sh")
	if os.Getenv("XDG_CACHE_HOME") == "" { // where archives of images are
		cache, err := os.UserCacheDir()
		if err != nil {
			t.Fatal(err)
		}
		p.env = append(p.env, "XDG_CACHE_HOME="+cache)
	}
	if there := p.containers(); there != "" {
		t.Fatalf("there is a cluster already: %s", there)
	}
	t.Cleanup(func() {
		p.finish(p.command(withoutEnd(t), p.binary, "lab", "stop"))
		p.finish(p.command(withoutEnd(t), p.binary, "doctor", "--clean"))
	})
	return p
}

// containers are the names of those that make up the cluster.
func (p *kindPlace) containers() string {
	p.t.Helper()
	out, err := exec.CommandContext(withoutEnd(p.t), "docker", "ps", "--all", "--filter", "label=io.x-k8s.kind.cluster=podium", "--format", "{{.Names}}").Output()
	if err != nil {
		p.t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// startUntil starts the lab, does something at a step on its way, and returns the exit code.
func (p *kindPlace) startUntil(step string, signal os.Signal) int {
	p.t.Helper()
	cmd := p.command(p.t.Context(), p.binary, "lab", "start", rollouts.ID, "--provider", "kind")
	progress := &trigger{want: step, fire: func() { _ = cmd.Process.Signal(signal) }}
	cmd.Stderr = progress
	if err := cmd.Run(); err == nil || !progress.fired {
		p.t.Fatalf("the start came to its end: %v, %s", err, progress.text.String())
	}
	return cmd.ProcessState.ExitCode()
}

func (p *kindPlace) calledOff() {
	if code := p.startUntil(half, os.Interrupt); code != 130 {
		p.t.Errorf("exit code %d after Ctrl-C", code)
	}
	p.nothingLeft()
}

// nothingLeft looks for containers, folders of clusters and temporary files.
func (p *kindPlace) nothingLeft() {
	p.t.Helper()
	if there := p.containers(); there != "" {
		p.t.Errorf("containers are left: %s", there)
	}
	if left, err := filepath.Glob(filepath.Join(p.state, "podium", "clusters", "*")); err != nil || len(left) > 0 {
		p.t.Errorf("folders are left: %v, %v", left, err)
	}
	if left := leftovers(p.t, p.temp); len(left) > 0 {
		p.t.Errorf("temporary files are left: %v", left)
	}
}

// killed: the next doctor, and the next start, find what was left and say how to remove it.
func (p *kindPlace) killed() {
	p.startUntil(half, syscall.SIGKILL)
	if p.containers() == "" {
		p.t.Fatal("nothing was left: killed too early")
	}
	const remedy = "podium doctor --clean"
	if got := p.run("doctor"); got.code != 3 || !strings.Contains(got.out, "was left behind (made for lab-2") || !strings.Contains(got.out, remedy) {
		p.t.Errorf("doctor: %+v", got)
	}
	if got := p.run("lab", "start", rollouts.ID); got.code != 3 || !strings.Contains(got.err, "was left behind") || !strings.Contains(got.err, remedy) {
		p.t.Errorf("start: %+v", got)
	}
	if got := p.run("doctor", "--clean"); got.code != 0 || !strings.Contains(got.out, "removed") {
		p.t.Errorf("doctor --clean: %+v", got)
	}
	if there := p.containers(); there != "" {
		p.t.Errorf("containers are left: %s", there)
	}
	if got := p.run("doctor"); got.code != 0 {
		p.t.Errorf("doctor afterwards: %+v", got)
	}
}

// killedThenStopped: whoever killed the start may as well stop the lab.
func (p *kindPlace) killedThenStopped() {
	p.startUntil(half, syscall.SIGKILL)
	if p.containers() == "" {
		p.t.Fatal("nothing was left: killed too early")
	}
	if got := p.run("lab", "stop", rollouts.ID); got.code != 0 || !strings.Contains(got.out, "was never ready") {
		p.t.Errorf("stop: %+v", got)
	}
	p.nothingLeft()
	if got := p.run("lab", "stop", rollouts.ID); got.code != 0 || !strings.Contains(got.out, "is not running") {
		p.t.Errorf("stop again: %+v", got)
	}
}

// killedGrading: a cluster that was in use is found as one that was being made, and its temporary folder goes with it.
func (p *kindPlace) killedGrading() {
	cmd := p.command(p.t.Context(), p.binary, "grade", filepath.Join("..", "..", "..", "labs", "rollouts", "solutions", "manifests"), "--lab", rollouts.ID, "--trust")
	progress := &trigger{want: rollouts.ID + " " + rollouts.Deploy, fire: func() { _ = cmd.Process.Kill() }}
	cmd.Stderr = progress
	if err := cmd.Run(); err == nil || !progress.fired {
		p.t.Fatalf("the grading came to its end: %v, %s", err, progress.text.String())
	}
	if strings.Count(p.containers(), "podium-") != 4 {
		p.t.Fatalf("containers are %s", p.containers())
	}
	if got := p.run("doctor"); got.code != 3 || !strings.Contains(got.out, "was left behind (made for grade") {
		p.t.Errorf("doctor: %+v", got)
	}
	if got := p.run("doctor", "--clean"); got.code != 0 || !strings.Contains(got.out, "removed") {
		p.t.Errorf("doctor --clean: %+v", got)
	}
	if there := p.containers(); there != "" {
		p.t.Errorf("containers are left: %s", there)
	}
	if left, err := filepath.Glob(filepath.Join(p.temp, "podium-kind-*")); err != nil || len(left) > 0 {
		p.t.Errorf("folders of clusters are left: %v, %v", left, err)
	}
	if got := p.run("doctor"); got.code != 0 {
		p.t.Errorf("doctor afterwards: %+v", got)
	}
}

// evening is what a learner does: work, check, a task anew, a crash, a break, stop.
func (p *kindPlace) evening() {
	if started := p.run("lab", "start", rollouts.ID); started.code != 0 || !strings.Contains(started.err, "about") || !strings.Contains(started.err, "s left") {
		p.t.Fatalf("start: %+v", started)
	}
	kubeconfig := strings.TrimSpace(p.run("lab", "kubeconfig", rollouts.ID).out)
	if nodes := p.kube(kubeconfig, "get", "nodes"); strings.Count(nodes.out, " Ready ") != 4 {
		p.t.Errorf("nodes: %s%s", nodes.out, nodes.err)
	}
	p.deploy(kubeconfig)
	p.wantPoints(10, "the first task")
	shell := p.command(p.t.Context(), p.binary, "lab", "shell", rollouts.ID)
	shell.Stdin = strings.NewReader("kubectl get deployment web --output name\n")
	if got := p.finish(shell); got.code != 0 || !strings.Contains(got.out, "deployment.apps/web") {
		p.t.Errorf("shell: %+v", got)
	}
	if reset := p.run("lab", "reset", rollouts.ID, "--task", rollouts.Deploy); reset.code != 0 {
		p.t.Errorf("reset: %+v", reset)
	}
	p.wantPoints(0, "a reset")
	p.deploy(kubeconfig)
	p.wantPoints(10, "the first task, done again")
	p.killRecorder()
	p.wantPoints(10, "the end of the recorder")
	if stopped := p.run("lab", "stop", rollouts.ID, "--keep"); stopped.code != 0 {
		p.t.Errorf("stop for today: %+v", stopped)
	}
	if again := p.run("lab", "start", rollouts.ID); again.code != 0 || !strings.Contains(again.out, "goes on where it was left") {
		p.t.Errorf("start again: %+v", again)
	}
	p.wantPointsAgain(10) // the containers of the Pods start anew, and take their time
	if stopped := p.run("lab", "stop", rollouts.ID); stopped.code != 0 {
		p.t.Errorf("stop: %+v", stopped)
	}
	p.nothingLeft()
}

func (p *kindPlace) wantPoints(want int, after string) {
	p.t.Helper()
	if got := p.points(result.Graded); got != want {
		p.t.Errorf("after %s there are %d points, want %d", after, got, want)
	}
}

// wantPointsAgain checks until the points are there.
func (p *kindPlace) wantPointsAgain(want int) {
	p.t.Helper()
	deadline := time.After(2 * time.Minute)
	for {
		got := p.points(result.Graded)
		if got == want {
			return
		}
		select {
		case <-deadline:
			p.t.Fatalf("after a break there are %d points, want %d", got, want)
		default: // a check takes long enough
		}
	}
}

// killRecorder ends the process that writes down what happens in the cluster.
func (p *kindPlace) killRecorder() {
	p.t.Helper()
	var found []struct {
		PID int `json:"pid"`
	}
	got := p.finish(p.command(context.WithoutCancel(p.t.Context()), p.binary, "lab", "status", rollouts.ID, "-o", "json"))
	if err := json.Unmarshal([]byte(got.out), &found); err != nil || len(found) != 1 || found[0].PID == 0 {
		p.t.Fatalf("status: %+v, %v", got, err)
	}
	if err := syscall.Kill(found[0].PID, syscall.SIGKILL); err != nil {
		p.t.Fatal(err)
	}
}
