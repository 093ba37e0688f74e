package live

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/result/export"
)

var update = flag.Bool("update", false, "write the golden files anew")

// spoken is a record in a language, in which the first task is done and the second has its limits the wrong way round.
func spoken(t *testing.T, s *Screen) *result.Record {
	t.Helper()
	r := record("deploy/four-ready", "deploy/one-replicaset", "deploy/readiness-probe")
	r.Language = s.words.Tag()
	for i := range r.Tasks {
		text := s.texts[r.Tasks[i].ID]
		r.Tasks[i].Title = text.Title
		for j := range r.Tasks[i].Checks {
			r.Tasks[i].Checks[j].Title = text.Checks[r.Tasks[i].Checks[j].ID]
		}
	}
	why := s.words.Say(lang.M("at that moment %s had %d replicas, maxSurge %d and maxUnavailable %d", "web", 4, 0, 2))
	hint := s.words.Say(lang.M("maxSurge is %d and maxUnavailable %d: the other way round. maxSurge counts Pods more, maxUnavailable Pods fewer.", 0, 2))
	expected := []lang.Message{lang.M("maxSurge of the rolling update comes to %d Pods", 2), lang.M("maxUnavailable of the rolling update comes to %d Pods", 0)}
	for j := range expected {
		check := &r.Tasks[1].Checks[j]
		check.Expected = s.words.Say(expected[j])
		check.Actual = s.words.Say(lang.M("it comes to %d", 2*j))
		check.Why, check.Hint = &why, &result.Hint{ID: "swapped", Text: hint}
	}
	return r
}

// TestTheScreenAsLearnersSeeIt draws 80 columns and 24 lines without colour, in every language: a task with hints, and the page
// that says why a check fails.
func TestTheScreenAsLearnersSeeIt(t *testing.T) {
	for _, language := range lang.Languages() {
		s := screen(t, language, func(o *Options) {
			o.Check, o.Explain, o.Board, o.ResetTask = checkNothing, explainNothing, boardNowhere, resetNothing
		})
		s.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		s.Update(recordMsg{record()})
		s.Update(recordMsg{spoken(t, s)})
		press(s, "n")
		golden(t, language+"-task.txt", s.Draw())
		press(s, "h")
		golden(t, language+"-hint.txt", s.Draw())
		press(s, "e")
		golden(t, language+"-explain.txt", s.Draw())
	}
}

// TestTheReportAsLearnersGetIt is the report.md of the same state.
func TestTheReportAsLearnersGetIt(t *testing.T) {
	for _, language := range lang.Languages() {
		s := screen(t, language, nil)
		r := spoken(t, s)
		r.Tasks = r.Tasks[:2]
		r.Submission = result.Submission{ID: "alice"}
		r.Environment = result.Environment{Provider: "embedded", Kubernetes: "v1.37.2"}
		r.Sum()
		var out bytes.Buffer
		options := export.Options{Words: s.words, Hint: func(_, task string) string { return s.texts[task].Hints[0] }}
		if err := export.Markdown(&out, []*result.Record{r}, options); err != nil {
			t.Fatal(err)
		}
		golden(t, language+"-report.md", out.String())
	}
}

// TestEveryKeyIsNamedInEightyColumns is about the last line, whose end would be cut otherwise.
func TestEveryKeyIsNamedInEightyColumns(t *testing.T) {
	for _, language := range lang.Languages() {
		s := screen(t, language, func(o *Options) {
			o.Check, o.Explain, o.Board, o.ResetTask = checkNothing, explainNothing, boardNowhere, resetNothing
		})
		lines := strings.Split(s.Draw(), "\n")
		for _, k := range s.keys() {
			if k.name != "" && !strings.HasSuffix(lines[len(lines)-1]+"  ", k.name+"  ") && !strings.Contains(lines[len(lines)-1], k.name+"  ") {
				t.Errorf("%s: %s %s is not named: %s", language, k.key, k.name, lines[len(lines)-1])
			}
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	for line := range strings.Lines(got) {
		if strings.HasSuffix(name, ".txt") && ansi.StringWidth(strings.TrimSuffix(line, "\n")) > 80 {
			t.Errorf("%s: wider than the screen: %s", name, line)
		}
	}
	lines := strings.Split(got, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	got = strings.Join(lines, "\n") + "\n"
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("differs from %s (go test -update writes it):\n%s", path, got)
	}
}
