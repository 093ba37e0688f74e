package clitest

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/podium-labs/podium/ci/need"
)

// shells are those whose prompt shows the score.
func shells(t *testing.T) []string {
	t.Helper()
	var found []string
	for _, name := range []string{"bash", "dash", "zsh"} {
		path, err := exec.LookPath(name)
		if err != nil {
			need.Lackingf(t, "%s is not installed; ci/test-programs installs it", name)
		}
		found = append(found, path)
	}
	return found
}

// enter opens "podium lab shell" in a window of its own.
func (s *terminal) enter(shell string) {
	s.t.Helper()
	s.tmux("new-session", "-d", "-s", "learner", "-x", "80", "-y", "24", "SHELL="+shell+" "+s.binary+" lab shell lab-2 --color never")
	s.tmux("set-option", "-g", "remain-on-exit", "on")
}

// awaitPrompt presses Enter until a prompt looks like that: a shell draws it only then.
func (s *terminal) awaitPrompt(like *regexp.Regexp) {
	s.t.Helper()
	limit, ticker := time.After(60*time.Second), time.NewTicker(200*time.Millisecond)
	defer ticker.Stop()
	for !like.MatchString(s.screen()) {
		s.press("Enter")
		select {
		case <-limit:
			s.t.Fatalf("no prompt like %s:\n%s", like, s.screen())
		case <-ticker.C:
		}
	}
}

// TestAShellShowsTheScoreInItsPrompt types into real shells.
func TestAShellShowsTheScoreInItsPrompt(t *testing.T) {
	s := newTerminal(t)
	t.Cleanup(func() { s.finish(s.command(withoutEnd(t), s.binary, "lab", "stop")) })
	if started := s.run("lab", "start", "lab-2"); started.code != 0 {
		t.Fatal(started)
	}
	s.deploy(strings.TrimSpace(s.run("lab", "kubeconfig", "lab-2").out))
	for _, shell := range shells(t) {
		t.Run(filepath.Base(shell), func(t *testing.T) {
			s := &terminal{place: s.place, socket: filepath.Join(t.TempDir(), "tmux")}
			t.Cleanup(func() {
				_ = exec.Command("tmux", "-S", s.socket, "kill-server").Run() //nolint:noctx // the test's context has ended by now
			})
			s.enter(shell)
			s.awaitPrompt(regexp.MustCompile(`(?m)^\(lab-2 10/100\) `))
			s.press("kubectl get deployments -o name", "Enter")
			s.await("deployment.apps/web")
			s.press("exit", "Enter")
			s.ended()
		})
	}
}

// TestAShellShowsNoScoreInAnExam, and shows it once it was handed in.
func TestAShellShowsNoScoreInAnExam(t *testing.T) {
	s := newTerminal(t)
	t.Cleanup(func() { s.finish(s.command(withoutEnd(t), s.binary, "lab", "stop", "--yes")) })
	if started := s.run("lab", "start", "lab-2", "--exam", "60m"); started.code != 0 {
		t.Fatal(started)
	}
	s.enter(shells(t)[0])
	s.awaitPrompt(regexp.MustCompile(`(?m)^\(lab-2\) `))
	kubeconfig := strings.TrimSpace(s.run("lab", "kubeconfig", "lab-2").out)
	s.deploy(kubeconfig)
	if got := s.run("lab", "check", "lab-2"); got.code != 2 { // by now the Deployment was graded, and nobody may be told
		t.Errorf("check in an exam: %+v", got)
	}
	s.press("Enter", "Enter")
	s.press("echo still sealed", "Enter")
	s.await("\nstill sealed")
	if screen := s.screen(); strings.Contains(screen, "/100") {
		t.Errorf("an exam shows a score:\n%s", screen)
	}
	if got := s.run("lab", "finish", "lab-2"); got.code != 0 {
		t.Fatal(got)
	}
	if late := s.kube(kubeconfig, "patch", "deployment", "web", "--patch", limits); late.code != 0 {
		t.Fatal(late)
	}
	s.awaitPrompt(regexp.MustCompile(`(?m)^\(lab-2 \d+/100\) `))
	s.press("exit", "Enter")
	s.ended() // it has a folder of its own below the test's
}
