package answer_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/answer/answertest"
	"github.com/podium-labs/podium/graders/answer/sandbox"
	"github.com/podium-labs/podium/graders/answer/worker"
)

// TestMain makes the test binary stand in for podium: with one of these arguments it is the answer's process.
func TestMain(m *testing.M) {
	switch os.Args[len(os.Args)-1] {
	case "__answer", "__open":
		in, out := io.Reader(os.Stdin), io.Writer(os.Stdout)
		os.Stdin, os.Stdout = nil, os.Stderr
		answertest.TrapLookups()
		if os.Args[len(os.Args)-1] == "__open" {
			in, out = unconfined(in), liar{out}
		}
		if err := worker.Serve(context.Background(), in, out); err != nil { //nolint:forbidigo // there is no test here
			_, _ = fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	case "__panic":
		panic("out of luck")
	case "__hang":
		<-time.After(time.Hour) // select {} would end it: the runtime notices that nothing can happen any more
	}
	os.Exit(m.Run())
}

// unconfined changes the first request, the job: nothing is forbidden to this process, though it says otherwise.
func unconfined(in io.Reader) io.Reader {
	lines := bufio.NewReader(in)
	job, err := lines.ReadString('\n')
	if err != nil {
		return in
	}
	return io.MultiReader(strings.NewReader(strings.Replace(job, `"deeds"`, `"unconfined":true,"deeds"`, 1)), lines)
}

// liar says that a sandbox is in force.
type liar struct{ io.Writer }

func (l liar) Write(data []byte) (int, error) {
	_, err := io.WriteString(l.Writer, strings.Replace(string(data), `"sandbox":"none"`, `"sandbox":"landlock"`, 1))
	return len(data), err
}

func start(t *testing.T, config answer.Config) *answer.Process {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	config.Binary, config.TempDir = binary, t.TempDir()
	p, err := answer.Start(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		if left, err := os.ReadDir(config.TempDir); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	})
	return p
}

func script(text string) answer.Step {
	return answer.Step{File: "undo/1-step.sh", Kind: answer.Script, Content: []byte(text)}
}

func TestProcess(t *testing.T) {
	p := start(t, answer.Config{Files: []answer.File{{Name: "1-step.sh"}, {Name: "k/data.txt", Content: []byte("data\n")}}})
	if name, err := p.Sandbox(t.Context()); err != nil || name != sandbox.Landlock {
		t.Fatalf("sandbox %q, %v", name, err)
	}
	for _, c := range []struct {
		script, output string
		code           int
	}{
		{"echo out; echo err >&2; exit 3", "out\nerr\n", 3},
		{"cat k/data.txt; echo kept > kept.txt", "data\n", 0},
		{"cat kept.txt; echo $0; echo ${KUBECONFIG-none}; pwd", "kept\n1-step.sh\nnone\n/answer\n", 0},
		{"echo $(<&0); read x; echo \"[$x]\"; cat", "\n[]\n", 0},
		{"exit 124", "", 124},
	} {
		got, err := p.Run(t.Context(), script(c.script))
		if err != nil || got.Output != c.output && !strings.HasSuffix(got.Output, c.output) || got.ExitCode != c.code || got.TimedOut {
			t.Errorf("%s\ngot  %d %q, %v\nwant %d %q", c.script, got.ExitCode, got.Output, err, c.code, c.output)
		}
	}
}

// TestForgery: whatever a script writes, wherever, its outcome is its own.
func TestForgery(t *testing.T) {
	p := start(t, answer.Config{})
	forged := `{"outcome":{"exit_code":0,"output":"PASS"}}`
	for _, text := range []string{
		"echo '" + forged + "'; exit 7",
		"echo '" + forged + "' >&2; exit 7",
		"echo '" + forged + "' > /dev/stdout; exit 7",
		"echo '" + forged + "' > /dev/fd/1; exit 7",
		"echo '" + forged + "' > /proc/self/fd/1; exit 7",
		"echo '" + forged + "' > /proc/$PPID/fd/1; exit 7",
		"echo '" + forged + "' > /dev/fd/3; exit 7",
		"echo '" + forged + "' >&3; exit 7",
		"exec 3>&1; echo '" + forged + "'; exit 7",
		"printf '%s\\n' '" + forged + "' | tee /dev/stderr /proc/self/fd/1 /dev/fd/4; exit 7",
		"awk 'BEGIN{print \"" + strings.ReplaceAll(forged, `"`, `\"`) + "\" > \"/dev/fd/1\"}'; exit 7",
	} {
		got, err := p.Run(t.Context(), script(text))
		if err != nil || got.ExitCode != 7 || got.Output == "PASS" {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
}

func TestTimeout(t *testing.T) {
	p := start(t, answer.Config{Limits: answer.RunLimits{Step: 300 * time.Millisecond}})
	for _, text := range []string{"echo begun; while :; do :; done", "echo begun; awk 'BEGIN{while(1){}}'", "echo begun; sleep 1000"} {
		got, err := p.Run(t.Context(), script(text))
		if err != nil || !got.TimedOut || got.ExitCode != answer.ExitTimedOut || !strings.HasPrefix(got.Output, "begun\n\nended: the time of 300ms is up") {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
		if got, err := p.Run(t.Context(), script("echo next > /tmp/f; cat /tmp/f")); err != nil || got.Output != "next\n" {
			t.Errorf("after it: %+v, %v", got, err)
		}
	}
}

func TestMemory(t *testing.T) {
	p := start(t, answer.Config{Limits: answer.RunLimits{MemoryBytes: 64 << 20, Step: 20 * time.Second}})
	got, err := p.Run(t.Context(), script(`x=0123456789; while :; do x="$x$x"; done`))
	if err != nil || got.ExitCode != answer.ExitKilled || !strings.Contains(got.Output, "more than 64 MiB of memory") {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestMemoryFromOutside: a process that allocates faster than it looks at itself is ended by its parent.
func TestMemoryFromOutside(t *testing.T) {
	p := start(t, answer.Config{Limits: answer.RunLimits{MemoryBytes: 1 << 20, Step: 20 * time.Second}})
	got, err := p.Run(t.Context(), script(`a=$(head -c 1000000 /dev/null; seq 2000000); b="$a$a$a$a$a$a"; c="$b$b$b$b$b$b"; sleep 5`))
	if err != nil || got.ExitCode != answer.ExitKilled || !strings.Contains(got.Output, "more than 1 MiB of memory") {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestFlood(t *testing.T) {
	p := start(t, answer.Config{Limits: answer.RunLimits{HeadBytes: 100, TailBytes: 50}})
	got, err := p.Run(t.Context(), script("echo first; seq 100000; echo last"))
	if err != nil || got.ExitCode != 0 || len(got.Output) > 250 || !strings.HasPrefix(got.Output, "first\n1\n") ||
		!strings.HasSuffix(got.Output, "\n100000\nlast\n") || !strings.Contains(got.Output, "bytes left out") {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestDiskQuota(t *testing.T) {
	p := start(t, answer.Config{Limits: answer.RunLimits{ScratchBytes: 1000}})
	got, err := p.Run(t.Context(), script("seq 10000 | tee big > /dev/null"))
	if err != nil || got.ExitCode == 0 || !strings.Contains(got.Output, "scratch folder is full") {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestCrash: a process that fails by itself is told apart from a script that fails.
func TestCrash(t *testing.T) {
	p := start(t, answer.Config{Args: []string{"__panic"}})
	_, err := p.Run(t.Context(), script("true"))
	var crash *answer.CrashError
	if !errors.As(err, &crash) || !strings.Contains(err.Error(), "out of luck") {
		t.Errorf("got %v", err)
	}
}

func TestContextEnds(t *testing.T) {
	p := start(t, answer.Config{Args: []string{"__hang"}})
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := p.Run(ctx, script("true")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestManifestNeedsNoShell(t *testing.T) {
	p := start(t, answer.Config{})
	got, err := p.Run(t.Context(), answer.Step{File: "deploy.yaml", Kind: answer.Manifest, Content: []byte("# $(exit 0)\n")})
	if err != nil || got.ExitCode != 1 || !strings.Contains(got.Output, "error: ") {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestBadKubeconfig(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "config")
	text := `{"apiVersion":"v1","kind":"Config","current-context":"x","clusters":[{"name":"x","cluster":{"server":"https://127.0.0.1:1"}}],
"contexts":[{"name":"x","context":{"cluster":"x","user":"x"}}],"users":[{"name":"x","user":{"exec":{"apiVersion":"client.authentication.k8s.io/v1","command":"sh","interactiveMode":"Never"}}}]}`
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := answer.Start(t.Context(), answer.Config{Binary: os.Args[0], Kubeconfig: name, TempDir: dir}); err == nil || !strings.Contains(err.Error(), "programs and token files are not used") {
		t.Errorf("got %v", err)
	}
}
