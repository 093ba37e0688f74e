package run_test

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/podium-labs/podium/ci/need"
	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/run"
)

// builtSubmissions are those that git cannot hold, or should not; each fills the folder answers/hostile.
func builtSubmissions() map[string]func(t *testing.T, dir string) {
	script := func(t *testing.T, name string) { put(t, name, []byte("#!/bin/bash\nexit 1\n")) }
	return map[string]func(*testing.T, string){
		"link-to-file":   func(t *testing.T, dir string) { link(t, "/etc/passwd", filepath.Join(dir, "attack.sh")) },
		"link-to-folder": func(t *testing.T, dir string) { link(t, "/etc", dir) },
		"link-inside": func(t *testing.T, dir string) {
			script(t, filepath.Join(dir, "attack", "01-step.sh"))
			link(t, "../../../../../../../../etc/passwd", filepath.Join(dir, "attack", "data.txt"))
		},
		"named-pipe": func(t *testing.T, dir string) { node(t, filepath.Join(dir, "attack.sh"), syscall.S_IFIFO) },
		"socket":     socket,
		"device":     func(t *testing.T, dir string) { node(t, filepath.Join(dir, "attack.sh"), syscall.S_IFCHR) },
		"case-collision": func(t *testing.T, dir string) {
			script(t, filepath.Join(dir, "attack.sh"))
			script(t, filepath.Join(dir, "ATTACK.sh"))
		},
		"two-answers": func(t *testing.T, dir string) {
			script(t, filepath.Join(dir, "attack.sh"))
			put(t, filepath.Join(dir, "attack.yaml"), nil)
		},
		"odd-name": func(t *testing.T, dir string) { put(t, filepath.Join(dir, "attack", "\x1b[2J=1+1\n.sh"), nil) },
		"deep-folders": func(t *testing.T, dir string) {
			put(t, filepath.Join(dir, "attack", strings.Repeat("deeper/", 50)+"x"), nil)
		},
		"git-inside": func(t *testing.T, dir string) {
			script(t, filepath.Join(dir, "attack", "01-step.sh"))
			put(t, filepath.Join(dir, "attack", ".git", "hooks", "post-checkout"), []byte("#!/bin/sh\ntouch /tmp/podium-hook-ran\n"))
			put(t, filepath.Join(dir, ".git"), []byte("gitdir: /etc\n"))
		},
		"huge-file": func(t *testing.T, dir string) {
			put(t, filepath.Join(dir, "attack.yaml"), nil)
			if err := os.Truncate(filepath.Join(dir, "attack.yaml"), 1<<40); err != nil {
				need.Lackingf(t, "%v", err)
			}
		},
		"many-files": func(t *testing.T, dir string) {
			for i := range 2000 {
				put(t, filepath.Join(dir, "attack", fmt.Sprintf("%d-x.yaml", i)), nil)
			}
		},
		"many-bytes": func(t *testing.T, dir string) {
			for i := range 9 {
				put(t, filepath.Join(dir, "attack", fmt.Sprintf("%d-x.yaml", i)), bytes.Repeat([]byte("#"), 1<<20))
			}
		},
		"many-documents": func(t *testing.T, dir string) {
			put(t, filepath.Join(dir, "attack.yaml"), bytes.Repeat([]byte("---\nx: y\n"), 10_000))
		},
		"deep-json": func(t *testing.T, dir string) {
			put(t, filepath.Join(dir, "attack.json"), bytes.Repeat([]byte("["), 1_000_000))
		},
	}
}

func put(t *testing.T, name string, content []byte) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, content, 0o644)); err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, to, name string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.Symlink(to, name)); err != nil {
		t.Fatal(err)
	}
}

func node(t *testing.T, name string, kind uint32) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mknod(name, kind|0o666, 1<<8|5); errors.Is(err, syscall.EPERM) {
		need.Lackingf(t, "only root can make devices")
	} else if err != nil {
		t.Fatal(err)
	}
}

func socket(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir) // the address of a socket is short
	listener, err := new(net.ListenConfig).Listen(t.Context(), "unix", "attack.sh")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
}

// TestInvalidSubmissions: what cannot be graded is said to be so, before anything is run, and has no score.
func TestInvalidSubmissions(t *testing.T) {
	tried := 0
	for _, entry := range hostiles() {
		if entry.Outcome != result.InvalidSubmission {
			continue
		}
		tried++
		t.Run(entry.Name, func(t *testing.T) {
			dir := t.TempDir()
			madeSubmissions()[entry.Name](t, filepath.Join(dir, "answers", "hostile"))
			_, err := answer.Load(t.Context(), dir, "hostile", []string{"attack"})
			fault, is := errors.AsType[*answer.InvalidError](err)
			if !is {
				t.Fatalf("got %v", err)
			}
			for _, want := range entry.Says {
				if !strings.Contains(fault.Error(), want) {
					t.Errorf("%q is not in %q", want, fault)
				}
			}
			record, err := run.Invalid(labOf("hostile", []hostile{{Name: "attack"}}), dir, lang.English, "test", fault)
			if err != nil || record.Outcome != result.InvalidSubmission || record.Score != nil {
				t.Fatalf("%+v, %v", record, err)
			}
			readable(t, record)
		})
	}
	if tried == 0 {
		t.Error("nothing was tried")
	}
}

// TestEveryAttackHasASubmission keeps the corpus complete: each row of the list of attacks, and nothing in the folder that no
// expectation names.
func TestEveryAttackHasASubmission(t *testing.T) {
	rows := map[string]bool{
		"repo edits the grader, tests, Makefile, workflow": false, "reads hidden checks, other students' work, host files": false,
		"network": false, "exits early, prints PASS, forges a result": false, "runs programs of the host": false,
		"endless loop, sleep, fork, output flood, disk fill, huge file, YAML alias bomb": false,
		"links, .., absolute paths, devices, case collisions, submodules, hooks":         false, "fakes status, Events, managedFields": false,
		"other credentials, tokens, RBAC, webhooks, CRDs, APIServices, flow schemas": false, "privileged, hostPath, hostNetwork Pods": false,
		"attacks the reader of results": false, "work after the answer ends": false, "none: others in the same run keep their points": false,
	}
	named := map[string]bool{"expect.yaml": true}
	for _, entry := range hostiles() {
		if _, known := rows[entry.Attack]; !known || named[entry.Name] {
			t.Errorf("%s: attack %q is not in the list, or the name is there twice", entry.Name, entry.Attack)
		}
		rows[entry.Attack], named[entry.Name] = true, true
	}
	for row, covered := range rows {
		if !covered {
			t.Errorf("no submission for %q", row)
		}
	}
	entries, err := os.ReadDir(hostileFolder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !named[entry.Name()] {
			t.Errorf("%s has no expectation", entry.Name())
		}
	}
}

func english(t *testing.T) *lang.Printer {
	t.Helper()
	printer, err := lang.New(lang.English)
	if err != nil {
		t.Fatal(err)
	}
	return printer
}

// ownProcesses are those of graders and answers that this test binary started.
func ownProcesses(t *testing.T) []string {
	t.Helper()
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil || len(lines) == 0 {
		t.Fatalf("look for processes: %v", err)
	}
	var found []string
	for _, name := range lines {
		line, err := os.ReadFile(name)
		if words := strings.Split(string(line), "\x00"); err == nil && words[0] == os.Args[0] && len(words) > 1 && strings.HasPrefix(words[1], "__") {
			found = append(found, strings.Join(words, " "))
		}
	}
	return found
}
