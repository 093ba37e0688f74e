package clitest

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestWhatCannotBePrintedIsSaid: on a full disk no command may look as if all were well, or as if it had been typed wrongly.
func TestWhatCannotBePrintedIsSaid(t *testing.T) {
	p := newPlace(t)
	for _, args := range [][]string{{"labs"}, {"lab", "status"}, {"lab", "task", "lab-2", "undo"}, {"version"}} {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		cmd := p.command(t.Context(), p.binary, args...)
		var errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = full, &errs
		_ = cmd.Run() // the exit code says it
		if code := cmd.ProcessState.ExitCode(); code != 3 || !strings.Contains(errs.String(), "write standard output: ") || strings.Contains(errs.String(), "--help") {
			t.Errorf("podium %s: exit code %d, %s", strings.Join(args, " "), code, errs.String())
		}
		if err := full.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestWhatIsLeftKeepsRunning: Ctrl-C leaves what watches a lab without a word of anything being gone, and a shell's exit code is its own.
func TestWhatIsLeftKeepsRunning(t *testing.T) {
	p := newPlace(t)
	t.Cleanup(func() { p.finish(p.command(withoutEnd(t), p.binary, "lab", "stop")) })
	if started := p.run("lab", "start", "lab-2"); started.code != 0 {
		t.Fatal(started)
	}
	for _, c := range []struct{ command, until, says string }{
		{"lab watch", "lab-2 0/100", "podium lab watch lab-2"}, {"board", "http://127.0.0.1", "Ctrl-C closes the board"},
	} {
		left := p.leave(append(strings.Fields(c.command), "lab-2"), c.until)
		if left.code != 130 || strings.Contains(left.err, "gone") || !strings.Contains(left.err, c.says) {
			t.Errorf("podium %s: %+v", c.command, left)
		}
	}
	shell := p.command(t.Context(), p.binary, "lab", "shell", "lab-2")
	shell.Env = append(shell.Env, "SHELL=/bin/sh")
	shell.Stdin = strings.NewReader("exit 7\n")
	if ended := p.finish(shell); ended.code != 7 || strings.Contains(ended.err, "podium: ") {
		t.Errorf("a shell that ends with 7: %+v", ended)
	}
	shell = p.command(t.Context(), p.binary, "lab", "shell", "lab-2")
	shell.Env = append(shell.Env, "SHELL=/bin/sh")
	shell.Stdin = strings.NewReader("podium lab status lab-2 && kubectl get nodes\n")
	if ended := p.finish(shell); ended.code != 0 || !strings.Contains(ended.out, "podium-worker3") {
		t.Errorf("the programs of a shell: %+v", ended)
	}
	p.deploy(strings.TrimSpace(p.run("lab", "kubeconfig", "lab-2").out))
	if got := p.run("submit", "lab-2", "--out", "-"); got.code != 0 || !strings.HasPrefix(got.out, `{"format":"podium.attempt/v1"`) || strings.Contains(got.out, "/100") {
		t.Errorf("submit to standard output: %+v", got)
	}
	if _, err := os.Lstat("-"); err == nil {
		t.Error("there is a file called -")
	}
	if stopped := p.run("lab", "stop", "lab-2", "--keep"); stopped.code != 0 {
		t.Fatal(stopped)
	}
	if got := p.run("explain", "deploy/web"); got.code != 2 || !strings.Contains(got.err, "podium lab start lab-2") || strings.Contains(got.err, "KUBERNETES_MASTER") {
		t.Errorf("explain of a lab that is kept: %+v", got)
	}
}

// leave sends Ctrl-C as soon as standard output holds a text.
func (p *place) leave(args []string, until string) ended {
	p.t.Helper()
	cmd := p.command(p.t.Context(), p.binary, args...)
	said := &trigger{want: until, fire: func() { _ = cmd.Process.Signal(os.Interrupt) }}
	var errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = said, &errs
	late := time.AfterFunc(2*time.Minute, func() { _ = cmd.Process.Kill() })
	defer late.Stop()
	_ = cmd.Run() // Ctrl-C has an exit code of its own
	return ended{code: cmd.ProcessState.ExitCode(), out: said.text.String(), err: errs.String()}
}

// TestAJournalThatWasCutOffIsShownWithAWord is about what a killed recorder leaves.
func TestAJournalThatWasCutOffIsShownWithAWord(t *testing.T) {
	p := newPlace(t)
	journal := filepath.Join(t.TempDir(), "history.jsonl")
	const whole = `{"at":"2026-11-30T10:00:00Z","kind":"Node","object":{"metadata":{"name":"worker","uid":"a","resourceVersion":"5"}}}` + "\n"
	for content, cut := range map[string]bool{whole: false, whole + whole[:20]: true} {
		if err := os.WriteFile(journal, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		shown := p.leave([]string{"board", "--journal", journal}, "http://127.0.0.1")
		if shown.code != 130 || strings.Contains(shown.err, "history.jsonl is cut off") != cut {
			t.Errorf("cut off: %t: %+v", cut, shown)
		}
	}
}
