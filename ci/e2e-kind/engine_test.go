package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestNoEngineFailsAndSaysWhy: without an engine, or the right to start one, CI fails. It never leaves kind out.
func TestNoEngineFailsAndSaysWhy(t *testing.T) {
	for name, c := range map[string]struct {
		docker string // what the program docker does
		env    string
		code   int
		says   string
	}{
		"daemon down, no root":       {"exit 1", "DOCKER_HOST=", 1, "only root can install or start one"},
		"no daemon at that address":  {"exit 1", "DOCKER_HOST=tcp://127.0.0.1:1", 1, "DOCKER_HOST is tcp://127.0.0.1:1, and no engine answers there"},
		"an engine answers, no root": {"echo 28.2", "DOCKER_HOST=", 0, "an engine answers already: 28.2"},
	} {
		t.Run(name, func(t *testing.T) {
			folder, err := os.MkdirTemp("", "podium-engine-") //nolint:usetesting // t.TempDir cannot be read by others
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = os.RemoveAll(folder) })
			script, err := os.ReadFile(filepath.Join("..", "docker"))
			if err != nil {
				t.Fatal(err)
			}
			for file, content := range map[string]string{"engine": string(script), "docker": "#!/bin/sh\n" + c.docker + "\n"} {
				if err := os.WriteFile(filepath.Join(folder, file), []byte(content), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Chmod(folder, 0o755); err != nil {
				t.Fatal(err)
			}
			cmd := exec.CommandContext(t.Context(), "bash", filepath.Join(folder, "engine"))
			cmd.Dir = "/"
			cmd.Env = []string{"PATH=" + folder + ":/usr/bin:/bin", c.env}
			if os.Geteuid() == 0 {
				const nobody = 65534
				cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
			}
			out, err := cmd.CombinedOutput()
			if code := cmd.ProcessState.ExitCode(); code != c.code || !strings.Contains(string(out), c.says) {
				t.Errorf("exit code %d, %v, %s", code, err, out)
			}
		})
	}
}
