package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestWhatPassedIsSaidAgain: with the time and what was printed then, and never if nothing was kept.
func TestWhatPassedIsSaidAgain(t *testing.T) {
	var out bytes.Buffer
	p := memory{file: filepath.Join(t.TempDir(), "deep", "run.txt")}
	if before, err := p.said(&out); before || err != nil || out.Len() > 0 {
		t.Fatalf("before anything passed: %v, %v, %q", before, err, out.String())
	}
	if err := p.keep([]byte("41 cases, every check ends the same on both\n")); err != nil {
		t.Fatal(err)
	}
	if before, err := p.said(&out); !before || err != nil || !strings.Contains(out.String(), "(cached)") || !strings.Contains(out.String(), "41 cases") {
		t.Errorf("after it passed: %v, %v, %q", before, err, out.String())
	}
	var none memory
	if err := p.forget(); err != nil {
		t.Error(err)
	}
	if before, err := p.said(&out); before || err != nil {
		t.Errorf("after it was forgotten: %v, %v", before, err)
	}
	if err := errors.Join(p.forget(), none.forget(), none.keep([]byte("x"))); err != nil {
		t.Error(err)
	}
	if before, err := none.said(&out); before || err != nil {
		t.Errorf("without a key: %v, %v", before, err)
	}
}

// TestOnlyCommittedSourcesAreRemembered, and other options are another run.
func TestOnlyCommittedSourcesAreRemembered(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("GIT_CONFIG_GLOBAL", "/dev/null")
	programs := t.TempDir()
	engineSays := func(version, image string) {
		write(t, filepath.Join(programs, "docker"), "#!/bin/sh\ncase $1 in version) echo "+version+" ;; image) echo "+image+" ;; esac\n")
	}
	engineSays("29.1.3", "sha256:1")
	binary := filepath.Join(t.TempDir(), "podium")
	write(t, binary, "a program")
	t.Setenv("PATH", programs+":/usr/bin:/bin")
	key := func(options ...string) string {
		t.Helper()
		p, err := remembered(t.Context(), binary, options...)
		if err != nil {
			t.Fatal(err)
		}
		return p.file
	}
	if key() != "" {
		t.Error("there is no repository")
	}
	git(t, "init", "-q")
	write(t, "a", "1")
	if key() != "" {
		t.Error("nothing is committed")
	}
	git(t, "add", "a")
	git(t, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "a")
	first := key("8", "0")
	if first == "" || key("8", "0") != first || key("8", "10") == first {
		t.Errorf("keys %q, %q, %q", first, key("8", "0"), key("8", "10"))
	}
	for _, c := range [][2]string{{"29.1.4", "sha256:1"}, {"29.1.3", "sha256:2"}} {
		engineSays(c[0], c[1])
		if key("8", "0") == first {
			t.Errorf("engine %s with image %s has the same key", c[0], c[1])
		}
	}
	engineSays("29.1.3", "sha256:1")
	write(t, binary, "another program")
	if key("8", "0") == first {
		t.Error("another program has the same key")
	}
	write(t, binary, "a program")
	if key("8", "0") != first {
		t.Error("the same has another key")
	}
	write(t, "a", "2")
	if key("8", "0") != "" {
		t.Error("a change is not committed")
	}
	git(t, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qam", "b")
	if second := key("8", "0"); second == "" || second == first {
		t.Errorf("other sources have the key %q", second)
	}
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o700); err != nil { //nolint:gosec // one is a program
		t.Fatal(err)
	}
}

func git(t *testing.T, arguments ...string) {
	t.Helper()
	if said, err := exec.CommandContext(t.Context(), "git", arguments...).CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", arguments, err, said)
	}
}
