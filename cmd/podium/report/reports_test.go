package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
)

// record is a grading of lab-2 with one failed check of the task rollout.
func record(outcome result.Outcome) *result.Record {
	r := &result.Record{Schema: result.Schema, Lab: "lab-2", Podium: "v1", Language: "en", Submission: result.Submission{ID: "alice"},
		GradedAt: time.Date(2026, 11, 30, 1, 0, 0, 0, time.UTC), Outcome: outcome,
		Tasks: []result.Task{{ID: "rollout", Title: "Roll out", Checks: []result.Check{
			{ID: "finished", Title: "finished", Status: result.Failed, MaxPoints: 5, Expected: "::error::x", Visibility: "visible"}}}}}
	r.Sum()
	return r
}

func TestCheckSaysWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("GITHUB_STEP_SUMMARY", "")
	t.Setenv("CLASSROOM", "")
	for _, c := range []struct {
		specs []string
		says  string
	}{
		{nil, ""},
		{[]string{"junit=" + filepath.Join(dir, "x.xml"), "csv=-"}, ""},
		{[]string{"xml=x"}, "there are: markdown, junit, github-summary"},
		{[]string{"junit"}, "no file to write to"},
		{[]string{"junit="}, "no file to write to"},
		{[]string{"github-summary"}, "no file to write to"},
		{[]string{"junit=-", "csv=-"}, "two reports for stdout"},
		{[]string{"junit=" + filepath.Join(dir, "x"), "csv=" + dir + "/./x"}, "two reports for"},
		{[]string{"junit=" + filepath.Join(dir, "no", "x.xml")}, "there is no folder"},
		{[]string{"junit=" + dir}, "is a folder"},
		{[]string{"classroom50=-"}, "not set in the environment: CLASSROOM"},
	} {
		err := (&Reports{specs: c.specs}).Check()
		if c.says == "" && err == nil {
			continue
		}
		if err == nil || c.says == "" || !strings.Contains(err.Error(), c.says) || exit.Code(err) != exit.Usage {
			t.Errorf("%q: %v, want %q", c.specs, err, c.says)
		}
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	summary, junit := filepath.Join(dir, "summary.md"), filepath.Join(dir, "junit.xml")
	t.Setenv("GITHUB_STEP_SUMMARY", summary)
	for _, file := range []string{summary, junit} {
		if err := os.WriteFile(file, []byte("before\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out := written(t, record(""), "github-summary", "junit="+junit)
	if out != "the report\n" {
		t.Errorf("stdout: %q", out)
	}
	text := content(t, summary)
	for _, want := range []string{"before\n# lab-2: 0/5", "> hint: What does a change of the image change"} {
		if !strings.Contains(text, want) {
			t.Errorf("the summary lacks %q: %s", want, text)
		}
	}
	if text := content(t, junit); !strings.HasPrefix(text, "<?xml") {
		t.Errorf("JUnit: %s", text)
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".podium*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestAnnotationsOnStdout follows the stream as GitHub's runner does: it must find no command in what comes from the record.
func TestAnnotationsOnStdout(t *testing.T) {
	var found []string
	token := ""
	for line := range strings.Lines(written(t, record(""), "github-annotations=-")) {
		line = strings.TrimSpace(line)
		next, stops := strings.CutPrefix(line, "::stop-commands::")
		switch {
		case stops && token == "":
			token = next
		case line == "::"+token+"::":
			token = ""
		case strings.HasPrefix(line, "::") && token == "":
			found = append(found, line)
		}
	}
	if len(found) != 2 || token != "" || !strings.HasPrefix(found[0], "::error ") || !strings.HasPrefix(found[1], "::notice ") {
		t.Errorf("commands %q, token %q", found, token)
	}
}

func TestAReportForStdoutReplacesTheOther(t *testing.T) {
	if out := written(t, record(""), "csv=-"); strings.Contains(out, "the report") || !strings.HasPrefix(out, "submission,") {
		t.Errorf("stdout: %s", out)
	}
}

// TestNoScoreNoFile: an earlier result stays, and none is made up.
func TestNoScoreNoFile(t *testing.T) {
	for outcome, code := range map[result.Outcome]int{result.InfraError: exit.Infrastructure, result.Tampered: exit.InvalidSubmission, result.InvalidSubmission: exit.InvalidSubmission} {
		file := filepath.Join(t.TempDir(), "results.json")
		if out := written(t, record(outcome), "gradescope="+file); out != "the report\n" {
			t.Errorf("%s: stdout %q", outcome, out)
		}
		if err := Export(io.Discard, []*result.Record{record(outcome)}, "gradescope", file); exit.Code(err) != code {
			t.Errorf("%s: export ends with %v", outcome, err)
		}
		if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: there is a file (%v)", outcome, err)
		}
	}
}

func TestExport(t *testing.T) {
	t.Setenv("GITHUB_STEP_SUMMARY", "")
	for format, want := range map[string]string{"junit": "<?xml", "github-summary": "# lab-2: 0/5", "gradescope": "{"} {
		var out bytes.Buffer
		if err := Export(&out, []*result.Record{record("")}, format, ""); err != nil || !strings.HasPrefix(out.String(), want) {
			t.Errorf("%s: %v, %s", format, err, out.String())
		}
	}
	if err := Export(io.Discard, []*result.Record{record("")}, "xml", ""); exit.Code(err) != exit.Usage {
		t.Errorf("an unknown format: %v", err)
	}
}

func TestFolderHasFeedbackForTheStudent(t *testing.T) {
	folder, err := OpenFolder(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	printer, err := lang.New(lang.English)
	if err != nil {
		t.Fatal(err)
	}
	if err := folder.Write(record(""), printer, nil); err != nil {
		t.Fatal(err)
	}
	if text := content(t, filepath.Join(folder.path, "report.md")); !strings.Contains(text, "# lab-2: 0/5") {
		t.Error(text)
	}
}

// written is what is on stdout after the reports were written.
func written(t *testing.T, r *result.Record, specs ...string) string {
	t.Helper()
	var out bytes.Buffer
	show := func() error {
		_, err := fmt.Fprintln(&out, "the report")
		return err
	}
	reports := &Reports{specs: specs}
	if err := errors.Join(reports.Check(), reports.Write(&out, []*result.Record{r}, show)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func content(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
