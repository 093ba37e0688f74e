package doctor

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/podium-labs/podium/fixtures/kind/engine"
	"github.com/podium-labs/podium/fixtures/kind/engine/enginetest"
	"github.com/podium-labs/podium/fixtures/kind/host"
)

// examineAll returns the findings by name.
func examineAll(t *testing.T, h host.Host, find func(context.Context) (*engine.Engine, error)) map[string]Finding {
	t.Helper()
	findings := map[string]Finding{}
	for _, e := range containers(h, find) {
		findings[e.name] = e.examine(t.Context())
	}
	return findings
}

func TestWithoutAnEngine(t *testing.T) {
	for problem, want := range map[engine.Problem]string{
		engine.NoEngine: "install Docker", engine.Down: "start it", engine.NotAllowed: "group docker",
	} {
		findings := examineAll(t, host.Host{Root: t.TempDir()}, func(context.Context) (*engine.Engine, error) {
			return nil, &engine.Fault{Problem: problem, Engine: "docker"}
		})
		if f := findings["engine"]; f.OK || !strings.Contains(f.Detail, string(problem)) || !strings.Contains(f.Next, want) {
			t.Errorf("%s: got %+v", problem, f)
		}
		if f := findings["left behind"]; !f.OK {
			t.Errorf("%s is told twice: %+v", problem, f)
		}
	}
}

func TestLeftBehind(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	answers := map[string]enginetest.Answer{
		"version": {Out: "28.2"}, "info": {Out: "2 []"}, "image inspect": {Err: "no such image", Code: 1},
		"ps": {Out: "podium-control-plane\npodium-worker"}, "rm --force --volumes podium-control-plane podium-worker": {},
	}
	fake, e := enginetest.New("docker", answers)
	find := func(context.Context) (*engine.Engine, error) { return e, nil }
	findings := examineAll(t, host.Host{Root: t.TempDir()}, find)
	if f := findings["left behind"]; f.OK || !strings.Contains(f.Next, "podium doctor --clean") {
		t.Errorf("got %+v", f)
	}
	if f := findings["engine"]; !f.OK || f.Detail != "docker 28.2" {
		t.Errorf("got %+v", f)
	}
	if f := findings["node image"]; !f.OK {
		t.Errorf("got %+v", f)
	}
	said, err := clean(t.Context(), find)
	if err != nil || !strings.Contains(said.String(), "removed") {
		t.Errorf("clean: got %q, %v", said, err)
	}
	calls := strings.Join(fake.Calls(), "\n")
	if !strings.Contains(calls, "rm --force --volumes podium-control-plane podium-worker") {
		t.Errorf("nothing was removed: %s", calls)
	}
	answers["ps"] = enginetest.Answer{}
	if said, err := clean(t.Context(), find); err != nil || !strings.Contains(said.String(), "nothing") {
		t.Errorf("clean of nothing: got %q, %v", said, err)
	}
}

// TestAnEngineIsAskedOnce: one that does not answer is waited for once, and whatever is wrong there is something to do.
func TestAnEngineIsAskedOnce(t *testing.T) {
	asked := 0
	findings := examineAll(t, host.Host{Root: t.TempDir()}, func(context.Context) (*engine.Engine, error) {
		asked++
		return nil, errors.New("docker version: exit status 125: something new")
	})
	if f := findings["engine"]; f.OK || !strings.Contains(f.Detail, "something new") || f.Next == "" {
		t.Errorf("got %+v", f)
	}
	if asked != 1 {
		t.Errorf("the engine was asked %d times", asked)
	}
}

// TestEveryLackSaysWhatToDo: a machine that lacks everything at once gets an answer for each.
func TestEveryLackSaysWhatToDo(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	_, e := enginetest.New("docker", map[string]enginetest.Answer{
		"version": {Out: "28.2"}, "info --format {{.CgroupVersion}}": {Out: "1 [name=rootless]"}, "info --format {{.DockerRootDir}}": {Out: "/var/lib/docker"},
		"image inspect": {Err: "no such image", Code: 1}, "ps": {Out: "podium-control-plane"},
	})
	root := t.TempDir()
	for name, content := range map[string]string{
		"proc/sys/fs/inotify/max_user_instances": "64\n", "proc/sys/fs/inotify/max_user_watches": "8192\n", "proc/meminfo": "MemAvailable: 262144 kB\n",
	} {
		file := filepath.Join(root, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(content), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	poor := host.Host{Root: root, Free: func(string) (uint64, error) { return 1 << 30, nil }, OpenFiles: func() (uint64, error) { return 1024, nil }}
	findings := examineAll(t, poor, func(context.Context) (*engine.Engine, error) { return e, nil })
	for name, want := range map[string][2]string{
		"cgroups":     {"rootless engine needs cgroup v2", "rootless"},
		"inotify":     {"max_user_instances is 64", "sysctl fs.inotify"},
		"open files":  {"1024 files", "ulimit -n"},
		"memory":      {"256 MiB available", "--provider embedded"},
		"disk":        {"1024 MiB left", "make room"},
		"left behind": {"kind cluster", "podium doctor --clean"},
	} {
		if f := findings[name]; f.OK || !strings.Contains(f.Detail, want[0]) || !strings.Contains(f.Next, want[1]) {
			t.Errorf("%s: got %+v, want %q", name, f, want)
		}
	}
	if f := findings["node image"]; !f.OK || !strings.Contains(f.Detail, "none yet") {
		t.Errorf("got %+v", f)
	}
}
