package lab

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/graders/live"
	"github.com/podium-labs/podium/graders/result"
)

// typed runs "podium lab" with these arguments.
func typed(t *testing.T, args ...string) (out, errs string, err error) {
	t.Helper()
	cmd := &cobra.Command{Use: "podium", SilenceUsage: true, SilenceErrors: true}
	cmd.AddCommand(NewCommand(ui.AddFlags(cmd), "test"))
	var stdout, stderr bytes.Buffer
	cmd.SetArgs(append([]string{"lab", "--lang", "en"}, args...))
	cmd.SetOut(&stdout)
	cmd.SetErr(&stderr)
	err = cmd.ExecuteContext(t.Context())
	return stdout.String(), stderr.String(), err
}

func progressOf(t *testing.T, s *session) *live.Progress {
	t.Helper()
	progress, err := s.progress().Load()
	if err != nil {
		t.Fatal(err)
	}
	return progress
}

// TestWhatCannotBeGradedIsNotHandedIn: a lab that was stopped for today has to run first.
func TestWhatCannotBeGradedIsNotHandedIn(t *testing.T) {
	s, _ := inExam(t, time.Hour)
	_, _, err := typed(t, "finish", "lab-2")
	if exit.Code(err) != exit.Usage || !strings.Contains(err.Error(), "is not running") {
		t.Errorf("finish without a cluster: %v", err)
	}
	if exam := progressOf(t, s).Exam; !exam.Sealed() {
		t.Errorf("it was handed in: %+v", exam)
	}
}

// TestAnExamBeginsWithItsCluster: where none starts there is no exam, and no time goes by.
func TestAnExamBeginsWithItsCluster(t *testing.T) {
	s, _ := inExam(t, time.Hour)
	before := &live.Progress{Hints: map[string]int{"deploy": 2}, Solutions: map[string]time.Time{"undo": time.Unix(1, 0)}}
	if err := s.progress().Save(before); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Dir(s.dir), nil, 0o600); err != nil { // no folder can be made in it
		t.Fatal(err)
	}
	if _, _, err := typed(t, "start", "lab-2", "--exam", "60m", "--provider", embedded.Kind); err == nil {
		t.Fatal("a cluster has started in a file")
	}
	if exam := progressOf(t, s).Exam; exam != nil {
		t.Errorf("an exam has begun: %+v", exam)
	}
	if err := s.beginExam(time.Hour); err != nil {
		t.Fatal(err)
	}
	if now := progressOf(t, s); !now.Exam.Sealed() || now.Hints["deploy"] != 2 || now.Solutions["undo"].IsZero() {
		t.Errorf("the exam forgot what was shown before: %+v", now)
	}
}

// TestTheReportOfAnExamOutlivesItsCluster, and is not that of the next exam.
func TestTheReportOfAnExamOutlivesItsCluster(t *testing.T) {
	s, _ := inExam(t, time.Hour)
	handIn(t, s)
	exam := progressOf(t, s).Exam
	points := 40
	record := &result.Record{
		Schema: result.Schema, Podium: "test", Lab: "lab-2", Language: "en", Outcome: result.Graded, Score: &points, MaxScore: 100, Attempt: 1,
		Submission: result.Submission{ID: "live"},
	}
	if err := s.keepFinal(exam, record); err != nil {
		t.Fatal(err)
	}
	for range 2 { // before and after it was stopped
		out, errs, err := typed(t, "finish", "lab-2")
		if err != nil || !strings.Contains(out, "40/100") || !strings.Contains(errs, "was handed in at") {
			t.Fatalf("the report: %v\n%s%s", err, out, errs)
		}
		if out, _, err := typed(t, "stop", "lab-2"); err != nil || exam != nil && !strings.Contains(out, "podium lab finish lab-2") {
			t.Fatalf("stop: %v, %s", err, out)
		}
		exam = progressOf(t, s).Exam
	}
	if err := s.beginExam(time.Hour); err != nil {
		t.Fatal(err)
	}
	if _, _, err := typed(t, "finish", "lab-2"); err == nil || !strings.Contains(err.Error(), "is not running") {
		t.Errorf("the next exam has the report of the last: %v", err)
	}
}

// TestAnExamWithoutAReportIsNotDeleted: it was handed in, and then the grading was broken off.
func TestAnExamWithoutAReportIsNotDeleted(t *testing.T) {
	s, _ := inExam(t, time.Hour)
	handIn(t, s)
	if err := s.reported(progressOf(t, s).Exam); err != nil {
		t.Errorf("without a cluster there is nothing to lose: %v", err)
	}
	leave(t, s)
	for _, args := range [][]string{{"stop", "lab-2"}, {"stop"}, {"reset", "lab-2", "--yes"}} {
		if _, _, err := typed(t, args...); exit.Code(err) != exit.Usage || !strings.Contains(err.Error(), "has no report yet") {
			t.Errorf("%v: %v", args, err)
		}
	}
	if !s.exists() {
		t.Error("it was deleted")
	}
	if _, _, err := typed(t, "stop", "lab-2", "--yes"); err != nil || s.exists() {
		t.Errorf("--yes: %v", err)
	}
}

// leave makes what a stopped cluster of the embedded provider leaves.
func leave(t *testing.T, s *session) {
	t.Helper()
	admin := embedded.Files(s.dir).Admin
	if err := os.MkdirAll(filepath.Dir(admin), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(admin, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if !s.exists() {
		t.Fatal("this is no cluster")
	}
}

// TestADamagedProgressNamesTheWayOut, and does not hold a cluster fast.
func TestADamagedProgressNamesTheWayOut(t *testing.T) {
	s, printer := inExam(t, time.Hour)
	path := s.progress().Path
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"status"}, {"finish", "lab-2"}, {"task", "lab-2", "undo", "--hint", "1"}, {"stop", "lab-2"}} {
		_, _, err := typed(t, args...)
		said, ok := err.(*exit.Error) //nolint:errorlint // it is what commands return
		if !ok || said.Code != exit.Infrastructure || !strings.Contains(said.Advice(printer), "rm "+path) {
			t.Errorf("%v: %v", args, err)
		}
	}
	if _, _, err := typed(t, "stop", "lab-2", "--yes"); err != nil {
		t.Errorf("stop --yes: %v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the damaged file is still there")
	}
}

// TestStatusTellsWhichSolutionsWereLookedAt, as text and as JSON.
func TestStatusTellsWhichSolutionsWereLookedAt(t *testing.T) {
	s, _ := inExam(t, time.Hour)
	if err := s.progress().Save(&live.Progress{Solutions: map[string]time.Time{"undo": time.Unix(1, 0).UTC(), "deploy": time.Unix(2, 0).UTC()}}); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"solutions that were looked at: deploy, undo":                                 {"status", "lab-2"},
		`"solutions":{"deploy":"1970-01-01T00:00:02Z","undo":"1970-01-01T00:00:01Z"}`: {"status", "lab-2", "-o", "json"},
	} {
		if out, _, err := typed(t, args...); err != nil || !strings.Contains(out, want) {
			t.Errorf("%v: %v, %s", args, err, out)
		}
	}
}

func TestAClusterIsKnownByItsAddress(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"https://127.0.0.1:6443", "https://localhost:6443/", true},
		{"https://127.0.0.1:6443", "https://[::1]:6443", true},
		{"https://127.0.0.1:6443", "https://0.0.0.0:6443", true},
		{"https://127.0.0.1:6443", "https://127.0.0.1:6444", false},
		{"https://127.0.0.1:6443", "https://example.org:6443", false},
	} {
		if (endpoint(c.a) == endpoint(c.b)) != c.same {
			t.Errorf("%s and %s: %s and %s", c.a, c.b, endpoint(c.a), endpoint(c.b))
		}
	}
}
