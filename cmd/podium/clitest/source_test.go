package clitest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestAnInvalidCommitIsARecordOfThatCommit: the symbolic link is in the commit only, so grading the folder would find nothing wrong with it.
func TestAnInvalidCommitIsARecordOfThatCommit(t *testing.T) {
	p := newPlace(t)
	dir := filepath.Join(t.TempDir(), "alice")
	git := func(args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.org"}, args...)...)
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + p.state, "GIT_CONFIG_NOSYSTEM=1"}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %q: %v: %s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	answers := filepath.Join(dir, "answers", "lab-2")
	if err := os.MkdirAll(answers, 0o755); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(answers, "deploy.yaml")
	if err := os.Symlink("/etc/passwd", link); err != nil {
		t.Fatal(err)
	}
	git("init", "-q", "-b", "main")
	git("add", "-A")
	git("commit", "-q", "-m", "x")
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	hash := git("rev-parse", "HEAD")
	got := p.run("grade", "file://"+dir, "--lab", "lab-2", "-o", "json")
	for _, want := range []string{`"outcome": "invalid_submission"`, `"score": null`, `"id": "alice"`, `"commit": "` + hash + `"`, `"submitted_at": "`, "a symbolic link"} {
		if !strings.Contains(got.out, want) {
			t.Errorf("%s is missing in %s", want, got.out)
		}
	}
	if got.code != 4 || len(leftovers(t, p.temp)) > 0 {
		t.Errorf("exit code %d, left %q, err %s", got.code, leftovers(t, p.temp), got.err)
	}
}
