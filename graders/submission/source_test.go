package submission_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/podium-labs/podium/graders/submission"
)

func TestName(t *testing.T) {
	dir := t.TempDir()
	for source, want := range map[string]string{
		"https://github.com/course/alice.git":       "alice",
		"https://user:secret@example.org/x/bob":     "bob",
		"ssh://git@example.org:22/course/carol.git": "carol",
		"git@example.org:course/dave.git":           "dave",
		"git@example.org:erin":                      "erin",
		"https://example.org/":                      "submission",
		"https://example.org/a%1b[2Jb":              "a-2Jb",
		"/x/frank/":                                 "frank",
		"/x/frank.git":                              "frank",
		"downloads/grace.tar.gz":                    "grace",
		"downloads/heidi main.ZIP":                  "heidi-main",
		"downloads/...zip":                          "submission",
		dir:                                         filepath.Base(dir),
	} {
		if got := submission.Name(source); got != want {
			t.Errorf("Name(%q) is %q, want %q", source, got, want)
		}
	}
}

func TestSourcesThatCannotBeOpened(t *testing.T) {
	file := stored(t, "answers.rar", []byte("Rar!"))
	archive := stored(t, "alice.tar", tarOf(t, item{name: lab + "undo.sh"}))
	for source, says := range map[string]string{
		"":                            "no name",
		"/not/there":                  "no such file",
		file:                          "neither a folder nor an archive",
		"http://example.org/x":        "https, ssh or from files only",
		"ext::sh -c touch% x":         "https, ssh or from files only",
		"git://example.org/x":         "https, ssh or from files only",
		"https://u:secret@-oProxy/x":  "u:xxxxx@",
		"file:///not/there":           "no such file",
		"file://" + t.TempDir():       "no git repository",
		"-oProxyCommand=touch@host:x": "no such file",
	} {
		if fault := misnamed(t, source, options(t), says); !fault.Usage || strings.Contains(fault.Error(), "secret") {
			t.Errorf("%q: %q", source, fault)
		}
	}
	for _, source := range []string{archive, t.TempDir()} {
		for _, o := range []submission.Options{{Commit: "main"}, {Branch: "main"}, {Deadline: time.Now()}} {
			o.Labs = []string{"lab-2"}
			_ = misnamed(t, source, o, "is no git repository")
		}
	}
}

func TestFolders(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{lab + "undo.sh": "kubectl", "answers/lab2/x.sh": "x", "answers/lab-3/x.sh": "x", "answers/readme.md": "x", "answers/rollout.sh": "x"})
	got, err := submission.Open(t.Context(), dir, options(t))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"answers/lab2 belongs to no lab; the nearest lab is lab-2", "answers/rollout.sh lies in no lab's folder, so it answers no task"}
	if got.Dir != dir || got.ID != filepath.Base(dir) || got.Commit != "" || !slices.Equal(got.Labs, []string{"lab-2"}) || !slices.Equal(said(got.Warnings), want) {
		t.Errorf("got %+v", got)
	}
	loaded, err := got.Load(t.Context(), "lab-2", []string{"undo", "redo"})
	if err != nil || len(loaded.Tasks) != 1 || !slices.Equal(said(loaded.Warnings), want) {
		t.Errorf("loaded %+v, %v", loaded, err)
	}
	if err := got.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir); err != nil {
		t.Errorf("Close removed the source: %v", err)
	}
	o := options(t)
	o.Labs = nil
	if got, err := submission.Open(t.Context(), dir, o); err != nil || !slices.Equal(got.Labs, []string{"lab-2", "lab-3"}) {
		t.Errorf("all labs: %+v, %v", got, err)
	}
}

// TestAnswersOneFolderTooHigh: also where only names are kept, answer.Load can say what is wrong.
func TestAnswersOneFolderTooHigh(t *testing.T) {
	for _, name := range []string{"answers/undo.sh", "answers/undo/1-a.yaml"} {
		got, err := submission.Open(t.Context(), stored(t, "alice.zip", zipOf(t, nil, item{name: name, content: "secret"})), options(t))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := got.Load(t.Context(), "lab-2", []string{"undo"}); err == nil || !strings.Contains(err.Error(), "one folder too high") {
			t.Errorf("%s: %v", name, err)
		}
		if left := strings.Join(files(t, got.Dir), " "); strings.Contains(left, "secret") {
			t.Errorf("copied %s", left)
		}
		if err := got.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestParseDeadline(t *testing.T) {
	tokyo := time.FixedZone("JST", 9*3600)
	for text, want := range map[string]string{
		"2026-11-30T18:00:00Z":      "2026-11-30T18:00:00Z",
		"2026-11-30T18:00:00+02:00": "2026-11-30T16:00:00Z",
		"2026-11-30 18:00":          "2026-11-30T09:00:00Z",
		"2026-11-30 18:00:30":       "2026-11-30T09:00:30Z",
		"2026-11-30T18:00":          "2026-11-30T09:00:00Z",
		"2026-11-30":                "2026-11-30T14:59:59Z",
		"":                          "", "tomorrow": "", "30.11.2026": "", "2026-02-30": "", "11/30/2026 18:00": "",
	} {
		got, err := submission.ParseDeadline(text, tokyo)
		if want == "" && err == nil || want != "" && got.UTC().Format(time.RFC3339) != want {
			t.Errorf("%q: %s, %v", text, got, err)
		}
	}
}
