package lab

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/result"
)

// TestThePromptHasNoGapWithoutAScore asks bash itself: before the first grading, and in an exam, there is none.
func TestThePromptHasNoGapWithoutAScore(t *testing.T) {
	dir := t.TempDir()
	file, score := filepath.Join(dir, "bashrc"), filepath.Join(dir, scoreFile)
	if err := os.WriteFile(file, []byte(rcfile), 0o600); err != nil {
		t.Fatal(err)
	}
	prompt := func() string {
		bash := exec.CommandContext(t.Context(), "bash", "--norc", "-c", `. "$1"; eval "${PROMPT_COMMAND[-1]}"; echo "${PS1@P}"`, "bash", file)
		bash.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "PODIUM_LAB=lab-2", "PODIUM_SCORE=" + score}
		out, err := bash.Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	if said := prompt(); !strings.Contains(said, "lab-2\x01") && !strings.Contains(said, "lab-2\x1b") || strings.Contains(said, "lab-2 ") {
		t.Errorf("without a score: %q", said)
	}
	points := 10
	writeScore(score, &result.Record{Score: &points, MaxScore: 100})
	if said := prompt(); !strings.Contains(said, "lab-2 10/100") {
		t.Errorf("with a score: %q", said)
	}
}
