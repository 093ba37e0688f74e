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

// TestSixDeeds tries what no answer may do, on a real cluster: with the words of a script, and past the shell with the system calls
// of its process.
func TestSixDeeds(t *testing.T) {
	given := credentials(t)
	dir, err := os.MkdirTemp("/var/tmp", "podium-test-") //nolint:usetesting // TempDir lies below /tmp, which an answer has one of its own of
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	other, record := filepath.Join(dir, "bob.sh"), filepath.Join(dir, "record.json")
	if err := errors.Join(os.WriteFile(other, []byte("not yours"), 0o644), os.WriteFile(record, []byte("not yours"), 0o644)); err != nil {
		t.Fatal(err)
	}
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	address := listener.Addr().String()

	p := start(t, answer.Config{Kubeconfig: given.Learner, Namespace: "lab-2"})
	for _, line := range []string{
		"cat /etc/passwd", "cat " + other, "cat " + record, "cat " + given.Admin, "echo x > /dev/tcp/" + strings.Replace(address, ":", "/", 1), "/usr/bin/id",
	} {
		got, err := p.Run(t.Context(), script(line))
		if err != nil || got.ExitCode == 0 || got.Output == "" || strings.Contains(got.Output, "not yours") {
			t.Errorf("%s: %+v, %v", line, got, err)
		}
	}
	if got, err := p.Run(t.Context(), script("kubectl auth whoami -o name")); err != nil || got.ExitCode != 0 {
		t.Errorf("the API server is out of reach: %+v, %v", got, err)
	}

	deeds := []answer.Deed{
		{Kind: answer.Read, Target: "/etc/passwd"}, {Kind: answer.Read, Target: other}, {Kind: answer.Read, Target: record},
		{Kind: answer.Read, Target: given.Admin}, {Kind: answer.Connect, Target: address}, {Kind: answer.Exec, Target: "/bin/true"},
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
