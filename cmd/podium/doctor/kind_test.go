package doctor

import (
	"context"
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
