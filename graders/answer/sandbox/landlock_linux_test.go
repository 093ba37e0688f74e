package sandbox_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/landlock-lsm/go-landlock/landlock"
	"golang.org/x/sys/unix"

	"github.com/podium-labs/podium/ci/need"
	"github.com/podium-labs/podium/graders/answer/sandbox"
)

const (
	fileBytes  = 4096
	cpuSeconds = 1
)

// TestMain makes the test binary the confined process too: nobody can leave a sandbox again.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "__confined" {
		os.Exit(confined(os.Args[2]))
	}
	os.Exit(m.Run())
}

// confined tries one thing after another and prints what came of it; then it computes until it is ended.
func confined(dir string) int {
	if err := sandbox.Enter(sandbox.Walls{Folders: []string{dir}, FileBytes: fileBytes, CPUSeconds: cpuSeconds}); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		return 1
	}
	say := func(what string, err error) {
		_, _ = fmt.Fprintf(os.Stdout, "%s: %t %t\n", what, err == nil, errors.Is(err, os.ErrPermission))
	}
	name := filepath.Join(dir, "file")
	say("small", os.WriteFile(name, make([]byte, fileBytes), 0o600))
	say("large", os.WriteFile(name, make([]byte, fileBytes+1), 0o600))
	say("rename", os.Rename(name, filepath.Join(dir, "other")))
	say("link", os.Symlink("/etc", filepath.Join(dir, "link")))
	say("outside", os.WriteFile(filepath.Join(filepath.Dir(dir), "file"), nil, 0o600))
	say("signal", syscall.Kill(os.Getppid(), 0))
	var files unix.Rlimit
	say("limit", unix.Getrlimit(unix.RLIMIT_NOFILE, &files))
	_, _ = fmt.Fprintf(os.Stdout, "files %d\n", files.Max)
	for i := 0; ; i++ {
		_ = i * i
	}
}

func TestEnter(t *testing.T) {
	if err := sandbox.Available(); err != nil {
		need.Lackingf(t, "%v", err)
	}
	dir := filepath.Join(t.TempDir(), "inside")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), os.Args[0], "__confined", dir)
	out, err := command.Output()
	state, is := errors.AsType[*exec.ExitError](err)
	if !is || state.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		t.Fatalf("%v; it should have run out of processor time\n%s", err, out)
	}
	for _, want := range []string{"small: true false", "large: false false", "rename: true false", "link: false true", "outside: false true", "files 512\n"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	if fd, _, err := landlock.V6.NewRulesetFD(); err == nil {
		if !strings.Contains(string(out), "signal: false true") {
			t.Errorf("a signal got out:\n%s", out)
		}
		_ = unix.Close(fd)
	}
}
