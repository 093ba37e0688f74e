package clitest

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/podium-labs/podium/fixtures/embedded/embeddedtest"
)

// place is where a podium of a test lives: state, temporary files and a kubectl of its own.
type place struct {
	t           *testing.T
	binary      string
	state, temp string
	kubectl     string
	env         []string // beside what every place has
	quoted      []string // what other programs say, which Podium passes on in their language
}

func newPlace(t *testing.T) *place {
	t.Helper()
	p := &place{t: t, binary: embeddedtest.Binary(t), state: t.TempDir(), temp: t.TempDir()}
	p.kubectl = filepath.Join(t.TempDir(), "kubectl")
	if err := os.Symlink(p.binary, p.kubectl); err != nil {
		t.Fatal(err)
	}
	return p
}

// ended is what a finished command left behind.
type ended struct {
	code     int
	out, err string
}

func (p *place) command(ctx context.Context, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + p.state, "XDG_STATE_HOME=" + p.state, "TMPDIR=" + p.temp, "LANG=C"}
	cmd.Env = append(cmd.Env, p.env...)
	return cmd
}

// run runs podium to its end.
func (p *place) run(args ...string) ended {
	p.t.Helper()
	return p.finish(p.command(p.t.Context(), p.binary, args...))
}

func (p *place) finish(cmd *exec.Cmd) ended {
	p.t.Helper()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		p.t.Fatal(err)
	}
	return ended{code: cmd.ProcessState.ExitCode(), out: out.String(), err: errs.String()}
}

// leftovers lists what is in a folder; tests want nothing there in the end.
func leftovers(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

func TestExitCodesAndWhatToDoNext(t *testing.T) {
	p := newPlace(t)
	empty := t.TempDir()
	for _, c := range []struct {
		args []string
		code int
		says string // on standard error if the code is not 0, else on standard output
	}{
		{[]string{"--help"}, 0, "Exit codes"},
		{nil, 0, "Available Commands"},
		{[]string{"labs"}, 0, "lab-2"},
		{[]string{"labs", "--lang", "ja"}, 0, "ロールアウト"},
		{[]string{"labs", "-o", "json"}, 0, `"points":100`},
		{[]string{"version"}, 0, "kubernetes  v1."},
		{[]string{"completion", "bash"}, 0, "podium"},
		{[]string{"lab", "status"}, 0, "lab-2  not started"},
		{[]string{"lab", "stop"}, 0, "not running"},
		{[]string{"lab", "task", "lab-2", "undo", "--hint", "3"}, 0, "kubectl rollout undo"},
		{[]string{"lab", "task", "lab-2", "undo", "--hint", "4"}, 2, "hints 1 to 3"},
		{[]string{"lab", "task", "lab-2", "nothing"}, 2, "no task"},
		{[]string{"lab", "check", "lab-2"}, 2, "podium lab start lab-2"},
		{[]string{"lab", "kubeconfig", "lab-2"}, 2, "podium lab start lab-2"},
		{[]string{"lab", "start", "lab-9"}, 2, "there are: lab-1, lab-2"},
		{[]string{"lab", "start", "lab-2", "--provider", "cloud"}, 2, "unknown provider"},
		{[]string{"grade", empty}, 4, "there is no folder answers/"},
		{[]string{"grade", empty, "--lab", "lab-9"}, 2, `no lab "lab-9"`},
		{[]string{"grade", empty, "--lab", "lab-2", "-o", "xml"}, 2, "unknown output format"},
		{[]string{"grade", empty, "--lab", "lab-2", "--lang", "fr"}, 2, "unknown language"},
		{[]string{"grade", empty + "/not-there", "--lab", "lab-2"}, 2, "not-there"},
		{[]string{"grade", empty, "--lab", "lab-2", "--commit", "main"}, 2, "is no git repository"},
		{[]string{"grade", empty, "--lab", "lab-2", "--deadline", "tomorrow"}, 2, "--deadline \"2026-11-30 18:00\""},
		{[]string{"grade", "http://example.org/x", "--lab", "lab-2"}, 2, "podium grade https://HOST/PATH"},
		{[]string{"grade", "https://127.0.0.1:1/x", "--lab", "lab-2"}, 3, "git ls-remote https://127.0.0.1:1/x"},
		{[]string{"grade", empty, "--lab", "lab-2", "--out", "/proc/podium"}, 2, "choose another --out"},
		{[]string{"grade", empty, "--lab", "lab-2", "--min-score", "many"}, 2, "invalid argument"},
		{[]string{"grade", empty, "--lab", "lab-2", "--min-score", "101"}, 2, "--min-score"},
		{[]string{"grade", empty, "--lab", "lab-2", "--answer-timeout", "-5s"}, 2, "--answer-timeout"},
		{[]string{"grade", empty, "--lab", "lab-2", "--report", "xml=x"}, 2, "there are: markdown, junit"},
		{[]string{"grade", empty, "--lab", "lab-2", "--report", "junit"}, 2, "no file to write to"},
		{[]string{"__complete", "grade", "--report", ""}, 0, "gradescope="},
		{[]string{"export", "x", "--format", "xml"}, 2, "unknown format"},
		{[]string{"export", empty, "--format", "junit"}, 2, "RECORD is a record.json"},
		{[]string{"__complete", "export", "--format", ""}, 0, "prairielearn"},
		{[]string{"labs", "--color", "blue"}, 2, "unknown colour"},
		{[]string{"lab", "start"}, 2, "podium lab start --help"},
		{[]string{"verify", "lab-9"}, 2, "no lab"},
		{[]string{"verify", "-j", "0"}, 2, "--jobs"},
		{[]string{"submit", "lab-2"}, 2, "podium lab start lab-2"},
		{[]string{"submit", "lab-2", "--out", "/proc/version"}, 2, "podium submit lab-2 --force"},
		{[]string{"replay", empty}, 2, "is no file"},
		{[]string{"replay", "run_test.go"}, 4, "line 1: is not readable"},
		{[]string{"replay", "testdata/attempt.jsonl", "--lab", "lab-1"}, 2, "leave out --lab"},
		{[]string{"replay", "testdata/attempt.jsonl", "--steps"}, 0, "delete pods ${pod-1.name} in namespace lab-2: 200"},
		{[]string{"nonsense"}, 2, "podium --help"},
		{[]string{"gradd", empty}, 2, "did you mean: podium grade"},
		{[]string{"lab", "strt", "lab-2"}, 2, "did you mean: podium lab start"},
		{[]string{"completion", "nosuch"}, 2, "podium completion --help"},
		{[]string{"completion"}, 0, "bash"},
		{[]string{"__complete", "lab", "reset", "lab-2", "--task", ""}, 0, "rolling-params"},
		{[]string{"explain", "deploy/web"}, 2, "podium lab start LAB"},
		{[]string{"board", "--journal", "testdata/attempt.jsonl"}, 2, "testdata/attempt.jsonl is no recorded history"},
		{[]string{"board", "--journal", os.DevNull}, 2, "there is no whole entry in it"},
		{[]string{"submit", "lab-2", "--out", empty, "--force"}, 2, "name a file: --out " + empty},
	} {
		got := p.run(c.args...)
		said := got.out
		if c.code != 0 {
			said = got.err
		}
		if got.code != c.code || !strings.Contains(said, c.says) {
			t.Errorf("podium %s: exit code %d, out %q, err %q", strings.Join(c.args, " "), got.code, got.out, got.err)
		}
	}
}

func TestAnInvalidSubmissionHasACodeOfItsOwnAndARecord(t *testing.T) {
	p := newPlace(t)
	dir := t.TempDir()
	answers := filepath.Join(dir, "answers", "lab-2")
	if err := os.MkdirAll(answers, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(answers, "deploy.yaml")); err != nil {
		t.Fatal(err)
	}
	got := p.run("grade", dir, "--lab", "lab-2", "-o", "json")
	if got.code != 4 || !strings.Contains(got.out, `"outcome": "invalid_submission"`) || !strings.Contains(got.out, `"score": null`) || strings.Contains(got.out, "root:") {
		t.Errorf("exit code %d, out %s, err %s", got.code, got.out, got.err)
	}
}
