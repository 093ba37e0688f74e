package clitest

import (
	"encoding/json"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/podium-labs/podium/graders/batch"
)

// class lays three submissions: one right, one empty, one that cannot be read.
func class(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for id, source := range map[string]string{"alice": "solutions/manifests", "bob": "starter", "eve": "starter"} {
		if err := os.CopyFS(filepath.Join(dir, id), os.DirFS(filepath.Join("../../../labs/rollouts", source))); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "eve", "answers", "lab-2", "deploy.yaml")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// scoresOf are the scores in a summary, by submission.
func scoresOf(t *testing.T, out string) map[string]string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(out, "summary.csv"))
	if err != nil {
		t.Fatal(err)
	}
	scores := map[string]string{}
	for i, line := range strings.Split(strings.TrimSpace(string(content)), "\n") {
		if cells := strings.Split(line, ","); i > 0 {
			scores[cells[0]] = cells[4] + " " + cells[5]
		}
	}
	return scores
}

// begin starts a batch, and returns its events.
func (p *place) begin(source, out string, stderr io.Writer, flags ...string) (*exec.Cmd, *json.Decoder) {
	p.t.Helper()
	cmd := p.command(p.t.Context(), p.binary, append([]string{"batch", source, "--out", out, "--labs", "lab-2", "--jobs", "1", "--canary", "0", "-o", "json"}, flags...)...)
	lines, err := cmd.StdoutPipe()
	if err != nil {
		p.t.Fatal(err)
	}
	cmd.Stderr = stderr
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	return cmd, json.NewDecoder(lines)
}

// killed starts a batch and kills it when its control plane runs, which has to end with it.
func (p *place) killed(source, out string) {
	p.t.Helper()
	cmd, _ := p.begin(source, out, nil)
	await(p.t, "a control plane", func() bool { return len(clusterProcesses(p.t, p.temp)) > 0 })
	if err := cmd.Process.Kill(); err != nil {
		p.t.Fatal(err)
	}
	_ = cmd.Wait()
	await(p.t, "the end of every control plane", func() bool { return len(clusterProcesses(p.t, p.temp)) == 0 })
}

// await asks until check says yes.
func await(t *testing.T, what string, check func() bool) {
	t.Helper()
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	limit := time.After(time.Minute)
	for !check() {
		select {
		case <-ticker.C:
		case <-limit:
			t.Fatalf("still waiting for %s", what)
		}
	}
}

// TestABatchGoesOnWhateverHappens is the way of an instructor: kill -9, Ctrl-C in the middle, --resume with a gradebook, and once more for nothing.
func TestABatchGoesOnWhateverHappens(t *testing.T) {
	p := newPlace(t)
	source, out := class(t), filepath.Join(t.TempDir(), "out")
	p.killed(source, out)
	p.interrupted(source, out)
	if left := leftovers(t, p.temp); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
	if scores := scoresOf(t, out); scores["alice"] != "infra_error " {
		t.Errorf("not graded, and yet: %v", scores)
	}
	p.resumed(source, out)
	if left := leftovers(t, p.temp); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
	p.untouched(source, out)
	if got := p.run("batch", source, "--out", out, "--labs", "lab-2", "--regrade", "failed", "--dry-run"); got.code != 0 || !strings.Contains(got.out, "bob  lab-2") || !strings.Contains(got.out, "to grade: 2, done: 1") {
		t.Errorf("exit code %d, out %s, err %s", got.code, got.out, got.err)
	}
}

// interrupted presses Ctrl-C while a grading is under way.
func (p *place) interrupted(source, out string) {
	p.t.Helper()
	var said strings.Builder
	cmd, events := p.begin(source, out, &said)
	for {
		var event batch.Event
		if err := events.Decode(&event); err != nil {
			p.t.Fatal(err)
		}
		if event.Kind == batch.Phase && event.ID == "alice" { // the guard has passed
			break
		}
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		p.t.Fatal(err)
	}
	for events.Decode(new(map[string]any)) == nil { // to the end
	}
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 || !strings.Contains(said.String(), "go on with: podium batch "+source+" --out "+out+" --labs lab-2 --jobs 1 --canary 0 --resume") {
		p.t.Fatalf("exit code %d, %s", code, said.String())
	}
}

// resumed goes on to the end, and fills in a gradebook.
func (p *place) resumed(source, out string) {
	p.t.Helper()
	book := filepath.Join(p.t.TempDir(), "export.csv")
	if err := os.WriteFile(book, []byte("Student,ID,SIS Login ID,Lab (1)\nA,1,alice,\nB,2,bob,7\nE,3,eve,7\n"), 0o600); err != nil {
		p.t.Fatal(err)
	}
	got := p.run("batch", source, "--out", out, "--labs", "lab-2", "--jobs", "1", "--canary", "0", "--resume", "--gradebook", "canvas="+book, "--layout", "jplag")
	if got.code != 0 || !strings.Contains(got.out, "graded 2, invalid_submission 1") {
		p.t.Fatalf("exit code %d, out %s, err %s", got.code, got.out, got.err)
	}
	want := map[string]string{"alice": "graded 100", "bob": "graded 0", "eve": "invalid_submission "}
	for id, score := range scoresOf(p.t, out) {
		if score != want[id] {
			p.t.Errorf("%s: %s", id, score)
		}
	}
	filled, err := os.ReadFile(filepath.Join(out, "gradebook-canvas.csv"))
	if err != nil || string(filled) != "Student,ID,SIS Login ID,Lab (1)\nA,1,alice,100\nB,2,bob,0\nE,3,eve,7\n" {
		p.t.Errorf("%s, %v", filled, err)
	}
}

// untouched runs a finished batch again.
func (p *place) untouched(source, out string) {
	p.t.Helper()
	journal, err := os.Stat(filepath.Join(out, "journal.jsonl"))
	if err != nil {
		p.t.Fatal(err)
	}
	if got := p.run("batch", source, "--out", out, "--labs", "lab-2", "--canary", "0", "--resume"); got.code != 0 {
		p.t.Errorf("exit code %d, %s", got.code, got.err)
	}
	if again, err := os.Stat(filepath.Join(out, "journal.jsonl")); err != nil || again.Size() != journal.Size() || !again.ModTime().Equal(journal.ModTime()) {
		p.t.Errorf("a finished batch was touched: %v", err)
	}
}

func TestBatchesThatCannotBegin(t *testing.T) {
	p, source, out := newPlace(t), class(t), filepath.Join(t.TempDir(), "out")
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{source}, `"out" not set`},
		{[]string{source + "/not-there", "--out", out}, "not-there"},
		{[]string{t.TempDir(), "--out", out}, "there is no submission"},
		{[]string{source, "--out", out, "--resume"}, "no batch to go on with"},
		{[]string{source, "--out", out, "--regrade", "some"}, "--regrade failed, errored, changed, all"},
		{[]string{source, "--out", out, "--jobs", "0"}, "--jobs"},
		{[]string{source, "--out", out, "--only", "zoe"}, `no submission "zoe"`},
		{[]string{source, "--out", out, "--labs", "lab-9"}, `no lab "lab-9"`},
		{[]string{source, "--out", out, "--layout", "moss"}, "unknown layout"},
		{[]string{source, "--out", out, "--gradebook", "canvas"}, "--gradebook canvas=export.csv"},
		{[]string{source, "--out", out, "--deadline", "tomorrow"}, "--deadline"},
		{[]string{source, "--out", "/proc/podium"}, "choose another --out"},
	} {
		got := p.run(append([]string{"batch"}, c.args...)...)
		if got.code != 2 || !strings.Contains(got.err, c.says) {
			t.Errorf("podium batch %q: exit code %d, err %q", c.args, got.code, got.err)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a folder was made for a batch that cannot begin")
	}
	if got := p.run("batch", source, "--out", out, "--labs", "lab-2", "--dry-run"); got.code != 0 || !strings.Contains(got.out, "to grade: 3, done: 0") {
		t.Errorf("exit code %d, out %s, err %s", got.code, got.out, got.err)
	}
}

// TestASourceThatCannotBeReached stands in a roster beside one that can: it is blank and comes first, and the exit code says so.
func TestASourceThatCannotBeReached(t *testing.T) {
	p, source, out := newPlace(t), class(t), filepath.Join(t.TempDir(), "out")
	list := filepath.Join(source, "roster.csv")
	if err := os.WriteFile(list, []byte("id,source\nbob,bob\nzoe,https://127.0.0.1:1/x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := p.run("batch", list, "--out", out, "--labs", "lab-2", "--jobs", "2", "--canary", "0")
	if got.code != 3 || !strings.Contains(got.err, "1 results are missing through no fault of the submissions") || !strings.Contains(got.err, "--regrade errored") {
		t.Errorf("exit code %d, out %s, err %s", got.code, got.out, got.err)
	}
	content, err := os.ReadFile(filepath.Join(out, "summary.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(string(content), "\n"); len(lines) < 3 || !strings.HasPrefix(lines[1], "zoe,") || !strings.HasPrefix(lines[2], "bob,") {
		t.Errorf("in this order:\n%s", content)
	}
	if scores := scoresOf(t, out); scores["zoe"] != "infra_error " || scores["bob"] != "graded 0" {
		t.Errorf("%v", scores)
	}
}

// TestAnEndlessAnswer is graded beside others, which get what they would get without it.
func TestAnEndlessAnswer(t *testing.T) {
	p, source, out := newPlace(t), class(t), filepath.Join(t.TempDir(), "out")
	endless := filepath.Join(source, "a-endless", "answers", "lab-2")
	if err := os.MkdirAll(endless, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(endless, "deploy.sh"), []byte("while :; do :; done\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	// as long as a reference solution may need where other tests run too
	got := p.run("batch", source, "--out", out, "--labs", "lab-2", "--jobs", "2", "--canary", "0", "--answer-timeout", "10s")
	if got.code != 0 {
		t.Errorf("exit code %d, out %s, err %s", got.code, got.out, got.err)
	}
	want := map[string]string{"a-endless": "learner_timeout 0", "alice": "graded 100", "bob": "graded 0", "eve": "invalid_submission "}
	if scores := scoresOf(t, out); !maps.Equal(scores, want) {
		t.Errorf("%v, want %v", scores, want)
	}
	if left := leftovers(t, p.temp); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

// clusterProcesses are the processes whose arguments name the folder.
func clusterProcesses(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, file := range files {
		if line, err := os.ReadFile(file); err == nil && strings.Contains(string(line), dir) && strings.Contains(string(line), "__control-plane") {
			found = append(found, file)
		}
	}
	return found
}
