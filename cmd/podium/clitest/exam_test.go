package clitest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/result"
)

// TestAnExamIsSubmittedAsItWasHandedIn: submit works in an exam and tells no points; after it was handed in, neither the report nor the
// file knows what was done later, and the file replayed gives the points of the report.
func TestAnExamIsSubmittedAsItWasHandedIn(t *testing.T) {
	p := newPlace(t)
	t.Cleanup(func() { p.finish(p.command(withoutEnd(t), p.binary, "lab", "stop", "--yes")) })
	if started := p.run("lab", "start", "lab-2", "--exam", "60m"); started.code != 0 {
		t.Fatal(started)
	}
	kubeconfig := strings.TrimSpace(p.run("lab", "kubeconfig", "lab-2").out)
	p.deploy(kubeconfig)
	file := filepath.Join(t.TempDir(), "attempt.jsonl")
	sealed := p.run("submit", "lab-2", "--out", file)
	if sealed.code != 0 || strings.Contains(sealed.out, "/100") || strings.Contains(sealed.out, "/10 ") {
		t.Errorf("submit in an exam: %+v", sealed)
	}
	before := lines(t, file)
	p.refusedInExam(file)
	p.finishNeedsTheCluster()
	report := p.run("lab", "finish", "lab-2")
	if report.code != 0 || !strings.Contains(report.out, "10/100") {
		t.Errorf("the report: %+v", report)
	}
	if late := p.kube(kubeconfig, "patch", "deployment", "web", "--patch", limits); late.code != 0 {
		t.Fatal(late)
	}
	if again := p.run("lab", "finish", "lab-2"); again.out != report.out {
		t.Errorf("the report is another one later: %s", again.out)
	}
	if again := p.run("submit", "lab-2", "--out", file, "--force"); again.code != 0 || !strings.Contains(again.out, "10/100") {
		t.Errorf("submit after the exam: %+v", again)
	}
	if after := lines(t, file); after != before {
		t.Errorf("the file has %d lines and had %d", after, before)
	}
	if stopped := p.run("lab", "stop", "lab-2"); stopped.code != 0 || !strings.Contains(stopped.out, "podium lab finish lab-2") {
		t.Errorf("stop after the exam: %+v", stopped)
	}
	if again := p.run("lab", "finish", "lab-2"); again.code != 0 || again.out != report.out {
		t.Errorf("the report without the cluster: %+v", again)
	}
	replayed := p.run("replay", file, "-o", "json")
	record, err := result.Decode(strings.NewReader(replayed.out))
	if err != nil || record.Score == nil || *record.Score != 10 {
		t.Errorf("replay: exit code %d, %v, %s", replayed.code, err, replayed.err)
	}
}

// refusedInExam tries what would grade it, and what would delete it.
func (p *place) refusedInExam(file string) {
	t := p.t
	t.Helper()
	for _, args := range [][]string{{"grade", t.TempDir()}, {"batch", t.TempDir(), "--out", filepath.Join(t.TempDir(), "out")}, {"replay", file}} {
		if got := p.run(args...); got.code != 2 || !strings.Contains(got.err, "podium lab finish lab-2") {
			t.Errorf("podium %s in an exam: %+v", args[0], got)
		}
	}
	for _, args := range [][]string{{"lab", "stop", "lab-2"}, {"lab", "stop"}} {
		if got := p.run(args...); got.code != 2 || !strings.Contains(got.err, "was not handed in") || !strings.Contains(got.err, "podium lab stop lab-2 --yes") {
			t.Errorf("podium %s: %+v", strings.Join(args, " "), got)
		}
	}
}

// finishNeedsTheCluster stops the lab for a moment: what cannot be graded now is not handed in.
func (p *place) finishNeedsTheCluster() {
	p.t.Helper()
	if kept := p.run("lab", "stop", "lab-2", "--keep"); kept.code != 0 {
		p.t.Fatal(kept)
	}
	if refused := p.run("lab", "finish", "lab-2"); refused.code != 2 || !strings.Contains(refused.err, "podium lab start lab-2") {
		p.t.Errorf("finish without the cluster: %+v", refused)
	}
	if again := p.run("lab", "start", "lab-2"); again.code != 0 || !strings.Contains(again.out, " left, until ") {
		p.t.Fatalf("the exam does not go on: %+v", again)
	}
}

// limits are what the second task of lab-2 asks for.
const limits = `{"spec":{"strategy":{"rollingUpdate":{"maxSurge":2,"maxUnavailable":0}}}}`

func lines(t *testing.T, file string) int {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(content), "\n")
}

// TestAnExamIsSealedWhereverOneLooks: no command tells hints, points or reasons, and each that is refused says how to hand in.
func TestAnExamIsSealedWhereverOneLooks(t *testing.T) {
	p := newPlace(t)
	t.Cleanup(func() { p.finish(p.command(withoutEnd(t), p.binary, "lab", "stop", "--yes")) })
	started := p.run("lab", "start", "lab-2", "--exam", "60m")
	if started.code != 0 {
		t.Fatal(started)
	}
	p.clockIsTold(started)
	if other := p.run("lab", "start", "lab-2", "--exam", "5m"); other.code != 2 || !strings.Contains(other.err, "takes 1h0m0s, not 5m0s") || !strings.Contains(other.err, "podium lab stop lab-2") {
		t.Errorf("an exam of another length: %+v", other)
	}
	board, events := p.board()
	t.Cleanup(func() { _ = board.Process.Kill() })
	p.deploy(strings.TrimSpace(p.run("lab", "kubeconfig", "lab-2").out))
	file := filepath.Join(t.TempDir(), "attempt.jsonl")
	if got := p.run("submit", "lab-2", "--out", file); got.code != 0 {
		t.Fatal(got)
	}
	p.explainIsSealed(strings.TrimSpace(p.run("lab", "kubeconfig", "lab-2").out))
	for _, args := range [][]string{
		{"lab", "task", "lab-2", "undo", "--hint", "3"}, {"lab", "watch", "lab-2"}, {"lab", "check", "lab-2"}, {"lab", "check", "lab-2", "-o", "json"},
		{"replay", file}, {"grade", "../../../labs/rollouts/solutions/manifests", "--lab", "lab-2"},
	} {
		if got := p.run(args...); got.code != 2 || got.out != "" || !strings.Contains(got.err, "podium lab finish lab-2") {
			t.Errorf("podium %s: %+v", strings.Join(args, " "), got)
		}
	}
	if report := p.run("lab", "finish", "lab-2"); report.code != 0 || !strings.Contains(report.out, "10/100") {
		t.Errorf("the report: %+v", report)
	}
	kubeconfig := strings.TrimSpace(p.run("lab", "kubeconfig", "lab-2").out)
	if late := p.kube(kubeconfig, "patch", "deployment", "web", "--patch", limits); late.code != 0 {
		t.Fatal(late)
	}
	for _, line := range awaitLine(t, events, `{"points":20,`) {
		if strings.Contains(line, `{"points":10,`) || strings.Contains(line, `"seen":`) {
			t.Errorf("the board in an exam shows %s", line)
		}
	}
	for _, args := range [][]string{{"lab", "task", "lab-2", "undo", "--hint", "1"}, {"explain", "deploy/web"}} {
		if got := p.run(args...); got.code != 0 {
			t.Errorf("podium %s after the exam: %+v", strings.Join(args, " "), got)
		}
	}
}

// clockIsTold compares what was said at the start with the status.
func (p *place) clockIsTold(started ended) {
	p.t.Helper()
	for _, want := range []string{"lab-2 is an exam: ", " left, until ", "podium lab finish lab-2"} {
		if !strings.Contains(started.out, want) || !strings.Contains(p.run("lab", "status").out, want) {
			p.t.Errorf("start and status do not both say %q: %s", want, started.out)
		}
	}
}

// explainIsSealed tries all ways to say which cluster is meant: none, the flag, the variable, and a copy with another name of the machine.
func (p *place) explainIsSealed(kubeconfig string) {
	t := p.t
	t.Helper()
	content, err := os.ReadFile(kubeconfig)
	if err != nil {
		t.Fatal(err)
	}
	renamed := strings.Replace(string(content), "https://127.0.0.1:", "https://localhost:", 1)
	if renamed == string(content) {
		t.Fatal("the cluster of a lab is not at 127.0.0.1")
	}
	file := filepath.Join(t.TempDir(), "copy")
	if err := os.WriteFile(file, []byte(renamed), 0o600); err != nil {
		t.Fatal(err)
	}
	byVariable := p.command(t.Context(), p.binary, "explain", "deploy/web")
	byVariable.Env = append(byVariable.Env, "KUBECONFIG="+kubeconfig)
	for way, got := range map[string]ended{
		"without a word":  p.run("explain", "deploy/web"),
		"with --output":   p.run("explain", "deploy/web", "-o", "json"),
		"by --kubeconfig": p.run("explain", "deploy/web", "--kubeconfig", kubeconfig),
		"by a copy":       p.run("explain", "deploy/web", "--kubeconfig", file),
		"by KUBECONFIG":   p.finish(byVariable),
	} {
		if got.code != 2 || got.out != "" || !strings.Contains(got.err, "podium lab finish lab-2") {
			t.Errorf("podium explain %s: %+v", way, got)
		}
	}
}
