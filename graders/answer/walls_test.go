package answer_test

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/answer"
)

func TestWallsStand(t *testing.T) {
	walls := &answer.Walls{Binary: os.Args[0]}
	if err := walls.Stand(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// TestWallsAreMissed: the proof fails where nothing confines, and for the right reasons.
func TestWallsAreMissed(t *testing.T) {
	walls := &answer.Walls{Binary: os.Args[0], Args: []string{"__open"}}
	err := walls.Stand(t.Context())
	for _, want := range []string{"an answer can read ", "an answer can connect to 127.0.0.1:", "an answer can run ", "an answer changed "} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %q in it", err, want)
		}
	}
	if unconfined, is := errors.AsType[*answer.UnconfinedError](err); is {
		t.Errorf("%v is no missing sandbox but a broken one", unconfined)
	}
}

// TestSixDeeds tries what no answer may do, past the shell: with the system calls of its process.
func TestSixDeeds(t *testing.T) {
	dir := t.TempDir()
	others := map[string]string{"submission": filepath.Join(dir, "bob", "answers", "lab-2", "rollout.sh"), "record": filepath.Join(dir, "results", "record.json"), "admin kubeconfig": filepath.Join(dir, "admin.kubeconfig")}
	for _, name := range others {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("not yours"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // closed below
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	deeds := []answer.Deed{
		{Kind: answer.Read, Target: "/etc/passwd"}, {Kind: answer.Read, Target: others["submission"]}, {Kind: answer.Read, Target: others["record"]},
		{Kind: answer.Read, Target: others["admin kubeconfig"]}, {Kind: answer.Connect, Target: listener.Addr().String()}, {Kind: answer.Exec, Target: "/bin/true"},
		// and what an answer needs is there
		{Kind: answer.Write, Target: answer.WorkFolder + "/own"}, {Kind: answer.Read, Target: answer.WorkFolder + "/own"},
	}
	done, err := answer.Attempt(t.Context(), answer.Config{Binary: os.Args[0], TempDir: t.TempDir()}, "127.0.0.1:1", deeds)
	if err != nil || len(done) != len(deeds) {
		t.Fatalf("%d of %d deeds, %v", len(done), len(deeds), err)
	}
	for i, deed := range done {
		if forbidden := i < 6; forbidden != deed.Denied {
			t.Errorf("%s %s: %q", deed.Kind, deed.Target, deed.Error)
		}
	}
}
