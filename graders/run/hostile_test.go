package run_test

import (
	"bytes"
	"errors"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/fixtures/embedded/embeddedtest"
	"github.com/podium-labs/podium/fixtures/embedded/protocol"
	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/result/export"
	"github.com/podium-labs/podium/graders/run"
	"github.com/podium-labs/podium/labs"
)

// canaryText is in files that no answer may read.
const canaryText = "the canary is alive"

// yard is what hostile submissions are after.
type yard struct {
	dir       string
	files     []string
	port      string
	connected atomic.Int32
}

func newYard(t *testing.T) *yard {
	t.Helper()
	y := &yard{dir: outside(t)}
	for _, name := range []string{"canary", "bob/answers/hostile/attack.sh", "results/record.json"} {
		file := filepath.Join(y.dir, name)
		y.files = append(y.files, file)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(canaryText+"\n"), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	_, y.port, _ = net.SplitHostPort(listener.Addr().String())
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			y.connected.Add(1)
			_ = connection.Close()
		}
	}()
	return y
}

// outside is a folder that an answer cannot take for one in its own /tmp.
func outside(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/var/tmp", "podium-test-") //nolint:usetesting // TempDir lies below /tmp
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// unharmed looks at everything that a submission could have reached.
func (y *yard) unharmed(t *testing.T) {
	t.Helper()
	if n := y.connected.Load(); n > 0 {
		t.Errorf("%d connections to a port that is not the API server's", n)
	}
	var found []string
	err := filepath.WalkDir(y.dir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			found = append(found, path)
		}
		return err
	})
	slices.Sort(found)
	if want := slices.Sorted(slices.Values(y.files)); err != nil || !slices.Equal(found, want) {
		t.Errorf("files are %q, want %q, %v", found, want, err)
	}
	for _, file := range y.files {
		if text, err := os.ReadFile(file); err != nil || string(text) != canaryText+"\n" {
			t.Errorf("%s is now %q, %v", file, text, err)
		}
	}
}

// aim puts the real targets into a submission.
func (y *yard) aim(a answer.Answer, admin string) answer.Answer {
	replacer := strings.NewReplacer("@YARD@", y.dir, "@CANARY@", y.files[0], "@OTHER@", y.files[1], "@RECORD@", y.files[2], "@PORT@", y.port, "@ADMIN@", admin)
	for i := range a.Files {
		a.Files[i].Content = []byte(replacer.Replace(string(a.Files[i].Content)))
	}
	for i := range a.Steps {
		a.Steps[i].Content = []byte(replacer.Replace(string(a.Steps[i].Content)))
	}
	return a
}

// loadHostile reads one submission, which answers the one task "attack", as the answer to the task of its own name.
func loadHostile(t *testing.T, name string) answer.Answer {
	t.Helper()
	dir := filepath.Join(hostileFolder, name)
	if build, built := madeSubmissions()[name]; built {
		dir = t.TempDir()
		build(t, filepath.Join(dir, "answers", "hostile"))
	}
	submission, err := answer.Load(t.Context(), dir, "hostile", []string{"attack"})
	if err != nil || len(submission.Tasks) != 1 {
		t.Fatalf("load %s: %v", name, err)
	}
	loaded := submission.Tasks[0]
	loaded.Task = name
	return loaded
}

// TestHostileSubmissions grades every submission of the corpus that can be graded, many on one cluster, and a submission of
// somebody else at the same time.
func TestHostileSubmissions(t *testing.T) {
	y := newYard(t)
	t.Run("grade", func(t *testing.T) {
		for _, lab := range hostileLabs() {
			t.Run(lab.ID, func(t *testing.T) {
				t.Parallel()
				gradeHostile(t, y, lab)
			})
		}
		t.Run("somebody else", func(t *testing.T) {
			t.Parallel()
			if record := gradeReference(t, 0, nil); record.Outcome != result.Graded || record.Score == nil || *record.Score != 100 {
				t.Errorf("%s, score %v, %+v", record.Outcome, record.Score, record.Error)
			}
		})
	})
	y.unharmed(t)
	if left := ownProcesses(t); len(left) > 0 {
		t.Errorf("processes left: %q", left)
	}
}

func gradeHostile(t *testing.T, y *yard, lab *labs.Lab) {
	dir := outside(t)
	submission := &answer.Submission{ID: lab.ID}
	for _, task := range lab.TaskIDs() {
		submission.Tasks = append(submission.Tasks, y.aim(loadHostile(t, task), filepath.Join(dir, protocol.AdminKubeconfig)))
	}
	budgets := run.Budgets{Answer: 30 * time.Second}
	if lab.ID == endlessLab {
		budgets.Answer = 2 * time.Second
	}
	var log bytes.Buffer
	record, err := run.Grade(t.Context(), run.Options{
		Lab: lab, Submission: submission, Binary: os.Args[0], Budgets: budgets, Log: &log, Attempts: 1,
		Clusters: run.Fresh{Provider: embedded.Kind, New: func() cluster.Provider {
			return embedded.New(embedded.Options{Binary: embeddedtest.Binary(t), Dir: dir, PodReadyDelay: 20 * time.Millisecond})
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if t.Failed() {
			t.Logf("log of the grader:\n%s", result.Clean(log.String()))
		}
	}()
	if want := hostileOutcomes()[lab.ID]; record.Outcome != want || record.Integrity.Sandbox != "landlock" || len(record.Integrity.Tampering) > 0 {
		t.Fatalf("%s, %+v, %+v; want %s", record.Outcome, record.Integrity, record.Error, want)
	}
	for _, entry := range hostiles() {
		i := slices.IndexFunc(record.Tasks, func(task result.Task) bool { return task.ID == entry.Name })
		if entry.Outcome == record.Outcome {
			entry.judge(t, record.Tasks[i])
		}
	}
	readable(t, record)
	requestsOf(t, lab.ID, filepath.Join(dir, protocol.AuditLog))
}

// judge compares what a submission got with what it must get.
func (h hostile) judge(t *testing.T, task result.Task) {
	t.Helper()
	if task.Points != h.Score || task.MaxPoints != 1 {
		t.Errorf("%s: %d of %d points, want %d", h.Name, task.Points, task.MaxPoints, h.Score)
	}
	output := ""
	for _, step := range task.Steps {
		output += step.Output
		if len(step.Output) > 40<<10 {
			t.Errorf("%s: %d bytes of output are kept", h.Name, len(step.Output))
		}
		if h.Outcome == result.LearnerTimeout && h.Score == 0 && !step.TimedOut && step.ExitCode != answer.ExitKilled {
			t.Errorf("%s: ended with exit code %d", h.Name, step.ExitCode)
		}
	}
	if len(task.Steps) == 0 {
		t.Errorf("%s: nothing was run", h.Name)
	}
	for line := range strings.Lines(output) {
		if strings.HasPrefix(line, "GOT ") || strings.Contains(line, canaryText) || strings.Contains(line, "root:") || strings.Contains(line, "ended by itself") {
			t.Errorf("%s: got through: %s", h.Name, line)
		}
	}
	for _, want := range h.Says {
		if !strings.Contains(output, want) {
			t.Errorf("%s: %q is not in its output:\n%s", h.Name, want, result.Clean(output))
		}
	}
}

// readable looks for what could harm somebody who reads the results, and for what a learner may not read.
func readable(t *testing.T, record *result.Record) {
	t.Helper()
	secretive(t, record)
	var text, junit bytes.Buffer
	if err := errors.Join(result.Text(&text, record, result.TextOptions{Words: english(t)}), export.JUnit(&junit, record)); err != nil {
		t.Fatal(err)
	}
	for name, out := range map[string]string{"text": text.String(), "JUnit": junit.String()} {
		if i := strings.IndexFunc(out, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x7f }); i >= 0 {
			t.Errorf("%s has a control character: %q", name, out[max(0, i-40):i+1])
		}
	}
	if strings.Contains(junit.String(), "<script>") {
		t.Error("JUnit has a script in it")
	}
}

// secretive looks for hidden checks in every format. Gradescope gets them, because it heeds who may read them.
func secretive(t *testing.T, record *result.Record) {
	t.Helper()
	for _, format := range export.Formats() {
		for _, given := range []*result.Record{record, result.Redacted(record)} {
			var out bytes.Buffer
			err := format.Write(&out, []*result.Record{given}, export.Options{Words: english(t), Getenv: func(string) string { return "submit/x" }})
			if _, ungraded := errors.AsType[*export.UngradedError](err); err != nil && !ungraded && !strings.Contains(err.Error(), "ASSIGNMENT_TYPE") {
				t.Errorf("%s: %v", format.Name, err)
			}
			told := strings.Contains(out.String(), secret)
			if want := format.Name == "gradescope" && record.Hides() && given == record; told != want {
				t.Errorf("%s tells about hidden checks: %t, want %t:\n%s", format.Name, told, want, out.String())
			}
		}
	}
}

// requestsOf reads what the API server let the learner do.
func requestsOf(t *testing.T, namespace, audit string) {
	t.Helper()
	file, err := os.Open(audit)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	trail := evidence.NewAuditTrail()
	if err := trail.Read(file); err != nil {
		t.Fatal(err)
	}
	all, err := trail.Requests()
	if err != nil {
		t.Fatal(err)
	}
	writes := all.By(cluster.Learner).Accepted().Where(evidence.Request.Writes)
	if len(writes) == 0 {
		t.Error("the learner wrote nothing: the audit log is not what it should be")
	}
	expected := []string{"configmaps", "pods", "deployments", "selfsubjectaccessreviews", "selfsubjectreviews", "selfsubjectrulesreviews"}
	for _, r := range writes {
		if !slices.Contains(expected, r.Resource) || r.Subresource != "" || r.Namespace != "" && r.Namespace != namespace {
			t.Errorf("the learner could %s %s/%s %s/%s", r.Verb, r.Resource, r.Subresource, r.Namespace, r.Name)
		}
		if slices.ContainsFunc([]string{"stolen", "late", "late-too", "stubborn", "never-reached", "privileged", "host-path", "host-network"}, r.Names) {
			t.Errorf("the learner could %s %s %q", r.Verb, r.Resource, r.Name)
		}
	}
}
