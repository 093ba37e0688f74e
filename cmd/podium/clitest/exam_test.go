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
	t.Cleanup(func() { p.finish(p.command(withoutEnd(t), p.binary, "lab", "stop")) })
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

	if report := p.run("lab", "finish", "lab-2"); report.code != 0 || !strings.Contains(report.out, "10/100") {
		t.Errorf("the report: %+v", report)
	}
	limits := `{"spec":{"strategy":{"rollingUpdate":{"maxSurge":2,"maxUnavailable":0}}}}`
	if late := p.kube(kubeconfig, "patch", "deployment", "web", "--patch", limits); late.code != 0 {
		t.Fatal(late)
	}
	if report := p.run("lab", "finish", "lab-2"); !strings.Contains(report.out, "10/100") {
		t.Errorf("what was done later counts: %s", report.out)
	}
	if again := p.run("submit", "lab-2", "--out", file, "--force"); again.code != 0 || !strings.Contains(again.out, "10/100") {
		t.Errorf("submit after the exam: %+v", again)
	}
	if after := lines(t, file); after != before {
		t.Errorf("the file has %d lines and had %d", after, before)
	}
	p.run("lab", "stop", "lab-2")
	replayed := p.run("replay", file, "-o", "json")
	record, err := result.Decode(strings.NewReader(replayed.out))
	if err != nil || record.Score == nil || *record.Score != 10 {
		t.Errorf("replay: exit code %d, %v, %s", replayed.code, err, replayed.err)
	}
}

func lines(t *testing.T, file string) int {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(content), "\n")
}
