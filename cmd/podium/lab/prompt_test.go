package lab

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/podium-labs/podium/ci/need"
	"github.com/podium-labs/podium/graders/result"
)

// prompts asks a shell for its prompt as it would draw it.
func prompts() map[string]struct{ program, script string } {
	return map[string]struct{ program, script string }{
		"bash": {"bash", `. "$0/bashrc"; eval "${PROMPT_COMMAND[-1]}"; echo "${PS1@P}"`},
		"dash": {"dash", `. "$ENV"; eval "echo \"$PS1\""`},
		"sh":   {"sh", `. "$ENV"; eval "echo \"$PS1\""`},
		"zsh":  {"zsh", `. "$0/.zshenv"; . "$0/.zshrc"; __podium_score; print -P "$PROMPT"`},
	}
}

// TestThePromptHasNoGapWithoutAScore asks the shells themselves: before the first grading, and in an exam, there is none.
func TestThePromptHasNoGapWithoutAScore(t *testing.T) {
	for name, shell := range prompts() {
		for _, color := range []bool{true, false} {
			if _, err := exec.LookPath(shell.program); err != nil {
				need.Lackingf(t, "%s is not installed; ci/test-programs installs it", shell.program)
			}
			dir := t.TempDir()
			score := filepath.Join(dir, scoreFile)
			_, env, err := tellShell("/bin/"+name, dir, color)
			if err != nil {
				t.Fatal(err)
			}
			prompt := func() string {
				args := map[string][]string{"bash": {"--norc"}, "zsh": {"-f"}}[name]
				cmd := exec.CommandContext(t.Context(), shell.program, append(args, "-c", shell.script, dir)...)
				cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir + "/home", "TERM=xterm", "PODIUM_LAB=lab-2", "PODIUM_SCORE=" + score, "PS1=$ "}, env...)
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("%s: %v\n%s", name, err, out)
				}
				return string(out)
			}
			if said := prompt(); !strings.Contains(said, "lab-2") || strings.Contains(said, "lab-2 ") {
				t.Errorf("%s without a score: %q", name, said)
			}
			points := 10
			writeScore(score, &result.Record{Score: &points, MaxScore: 100})
			said := prompt()
			if !strings.Contains(said, "lab-2 10/100") {
				t.Errorf("%s with a score: %q", name, said)
			}
			if colored := strings.Contains(said, "\x1b["); colored != (color && (name == "bash" || name == "zsh")) {
				t.Errorf("%s, colour %t: %q", name, color, said)
			}
		}
	}
}

// TestTheUsersOwnFilesAreReadFirst, also where they choose another folder.
func TestTheUsersOwnFilesAreReadFirst(t *testing.T) {
	if _, err := exec.LookPath("zsh"); err != nil {
		need.Lackingf(t, "zsh is not installed; ci/test-programs installs it")
	}
	home := t.TempDir()
	other := filepath.Join(home, "other")
	if err := os.MkdirAll(other, 0o700); err != nil {
		t.Fatal(err)
	}
	for file, content := range map[string]string{
		"env": "FROM_ENV=yes", ".bashrc": "FROM_BASHRC=yes", ".zshenv": "ZDOTDIR=~/other", "other/.zshrc": "FROM_ZSHRC=yes; PROMPT='mine> '",
	} {
		if err := os.WriteFile(filepath.Join(home, file), []byte(content+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("ENV", filepath.Join(home, "env"))
	t.Setenv("ZDOTDIR", "")
	for name, c := range map[string]struct{ script, want string }{
		"bash": {`. "$0/bashrc"; echo "$FROM_BASHRC"`, "yes"},
		"dash": {`. "$ENV"; echo "$FROM_ENV"`, "yes"},
		"zsh":  {`. "$0/.zshenv"; HISTFILE=$ZDOTDIR/.zsh_history; . "$0/.zshrc"; echo "$FROM_ZSHRC ${ZDOTDIR#$HOME/} ${HISTFILE#$HOME/} ${PROMPT##*\) }"`, "yes other other/.zsh_history mine> "},
	} {
		dir := t.TempDir()
		_, env, err := tellShell("/usr/bin/"+name, dir, false)
		if err != nil {
			t.Fatal(err)
		}
		args := map[string][]string{"bash": {"--norc"}, "zsh": {"-f"}}[name]
		cmd := exec.CommandContext(t.Context(), name, append(args, "-c", c.script, dir)...)
		cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "PODIUM_LAB=lab-2", "PODIUM_SCORE=/nowhere"}, env...)
		if out, err := cmd.CombinedOutput(); err != nil || string(out) != c.want+"\n" {
			t.Errorf("%s: %v, %q", name, err, out)
		}
	}
}

// TestThePromptKeepsTheExitCode of the command before it, in shells that run a command to draw it.
func TestThePromptKeepsTheExitCode(t *testing.T) {
	for _, name := range []string{"dash", "sh"} {
		dir := t.TempDir()
		_, env, err := tellShell("/bin/"+name, dir, false)
		if err != nil {
			t.Fatal(err)
		}
		score := filepath.Join(dir, scoreFile)
		if err := os.WriteFile(score, []byte("10/100"), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), name, "-i")
		cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "PODIUM_LAB=lab-2", "PODIUM_SCORE=" + score}, env...)
		cmd.Stdin = strings.NewReader("sh -c 'exit 7'\necho code $?\nexit\n")
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "code 7") || !strings.Contains(string(out), "(lab-2 10/100) ") {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}
