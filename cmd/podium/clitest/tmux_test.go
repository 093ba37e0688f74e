package clitest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/podium-labs/podium/ci/need"
)

// terminal is a tmux server of its own with one 80x24 window, as a learner sees it.
type terminal struct {
	*place
	socket string
}

// newTerminal needs tmux.
func newTerminal(t *testing.T) *terminal {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		need.Lackingf(t, "tmux is not installed; ci/test-programs installs it")
	}
	term := &terminal{place: newPlace(t), socket: filepath.Join(t.TempDir(), "tmux")}
	t.Cleanup(func() {
		// the test's context has ended by now
		_ = exec.Command("tmux", "-S", term.socket, "kill-server").Run() //nolint:noctx // see above
	})
	return term
}

func (s *terminal) tmux(args ...string) string {
	s.t.Helper()
	out, err := s.command(s.t.Context(), "tmux", append([]string{"-S", s.socket, "-f", os.DevNull}, args...)...).CombinedOutput()
	if err != nil {
		s.t.Fatalf("tmux %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// open runs podium in a new window.
func (s *terminal) open(args ...string) {
	s.t.Helper()
	s.tmux("new-session", "-d", "-s", "learner", "-x", "80", "-y", "24", strings.Join(append([]string{s.binary}, args...), " "))
	s.tmux("set-option", "-g", "remain-on-exit", "on")
}

func (s *terminal) screen() string {
	s.t.Helper()
	return s.tmux("capture-pane", "-p", "-t", "learner")
}

func (s *terminal) press(keys ...string) {
	s.t.Helper()
	s.tmux(append([]string{"send-keys", "-t", "learner"}, keys...)...)
}

// await looks at the screen until it holds everything.
func (s *terminal) await(wants ...string) {
	s.t.Helper()
	limit, ticker := time.After(90*time.Second), time.NewTicker(100*time.Millisecond)
	defer ticker.Stop()
	for {
		screen, missing := s.screen(), ""
		for _, want := range wants {
			if !strings.Contains(screen, want) {
				missing = want
			}
		}
		if missing == "" {
			return
		}
		select {
		case <-limit:
			s.t.Fatalf("the screen never shows %q:\n%s", missing, screen)
		case <-ticker.C:
		}
	}
}

// ended waits until the program in the window has ended.
func (s *terminal) ended() {
	s.t.Helper()
	limit, ticker := time.After(90*time.Second), time.NewTicker(100*time.Millisecond)
	defer ticker.Stop()
	for strings.TrimSpace(s.tmux("display-message", "-p", "-t", "learner", "#{pane_dead}")) != "1" {
		select {
		case <-limit:
			s.t.Fatalf("the program goes on:\n%s", s.screen())
		case <-ticker.C:
		}
	}
}

// TestALearnerAtATerminal starts lab-2, does the first task in another window, sees it turn green, asks for hints, leaves,
// comes back, and resets.
func TestALearnerAtATerminal(t *testing.T) {
	s := newTerminal(t)
	t.Cleanup(func() { s.finish(s.command(withoutEnd(t), s.binary, "lab", "stop")) })
	s.open("lab", "start", "lab-2", "--color", "never")
	s.await("- deploy", "0/100", "h hint", "q leave")

	kubeconfig := strings.TrimSpace(s.run("lab", "kubeconfig", "lab-2").out)
	s.deploy(kubeconfig)
	s.await("+ deploy", "10/100")

	s.press("b")
	s.await("http://127.0.0.1:")
	s.press("n", "h")
	s.await("> - rolling-params", "1. ", "are 25%, the default")
	s.press("e")
	s.await("maxSurge comes to 2 Pods", "up and down scroll")
	s.press("PageDown", "PageDown")
	s.await("Deployment lab-2/web")
	s.press("q")
	s.await("> - rolling-params")
	s.press("h", "h")
	s.await("(y/n)")
	s.press("n", "q")
	s.ended()
	s.tmux("respawn-pane", "-k", "-t", "learner", fmt.Sprintf("%s lab watch lab-2 --color never", s.binary))
	s.await("> - rolling-params", "10/100", "+ deploy")

	s.press("c")
	s.await("Everything was checked.")
	s.press("s")
	s.await("(y/n)")
	s.press("y")
	s.await("# rolling-params.sh", "kubectl ")
	if got := s.run("lab", "status", "lab-2"); !strings.Contains(got.out, "solutions that were looked at: rolling-params") {
		t.Errorf("a solution was looked at, and the status says: %s", got.out)
	}
	s.press("q")
	s.await("> - rolling-params")

	s.press("p", "r")
	s.await("Reset task deploy")
	s.press("y")
	s.await(" 0/100") // what was deleted stands there until the next grading says what changed
	if got := s.kube(kubeconfig, "get", "deployments"); strings.Contains(got.out, "web") {
		t.Errorf("after the reset of the task: %s%s", got.out, got.err)
	}
	s.deploy(kubeconfig)
	s.await("+ deploy", "10/100")

	s.press("r")
	s.await("R resets the whole lab")
	s.press("R")
	s.await("Reset the whole lab")
	s.press("y")
	s.await("- deploy", " 0/100")
	if got := s.kube(kubeconfig, "get", "deployments"); strings.Contains(got.out, "web") {
		t.Errorf("after the reset: %s%s", got.out, got.err)
	}
	s.press("q")
	s.ended()
}

// TestAnExamAtATerminal: no hints and no points before it is handed in, then the report.
func TestAnExamAtATerminal(t *testing.T) {
	s := newTerminal(t)
	t.Cleanup(func() { s.finish(s.command(withoutEnd(t), s.binary, "lab", "stop")) })
	s.open("lab", "start", "lab-2", "--exam", "60m", "--color", "never")
	s.await("left", "u hand in")
	s.deploy(strings.TrimSpace(s.run("lab", "kubeconfig", "lab-2").out))
	if got := s.run("lab", "check", "lab-2"); got.code != 2 || !strings.Contains(got.err, "podium lab finish lab-2") {
		t.Errorf("check in an exam: %+v", got)
	}
	if screen := s.screen(); strings.Contains(screen, "hint") || strings.Contains(screen, "10/100") {
		t.Errorf("an exam shows:\n%s", screen)
	}
	s.press("u", "y")
	s.ended() // with the report on the screen, of which tmux may cover the last line
	if got := s.run("lab", "finish", "lab-2"); got.code != 0 || !strings.Contains(got.out, "10/100") {
		t.Errorf("the report of an exam: %+v", got)
	}
}
