package result

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"github.com/podium-labs/podium/graders/lang"
)

// The printer of every other sentence also prints the words of a report.
var _ Words = (*lang.Printer)(nil)

var update = flag.Bool("update", false, "write the golden files anew")

func text(t *testing.T, r *Record, opts TextOptions) string {
	t.Helper()
	var out bytes.Buffer
	if err := Text(&out, r, opts); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
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

func TestTextGolden(t *testing.T) {
	golden(t, "graded.txt", text(t, sample(), TextOptions{}))
	golden(t, "graded-color.txt", text(t, sample(), TextOptions{Color: true}))
	golden(t, "infrastructure.txt", text(t, infrastructure(), TextOptions{}))
	golden(t, "japanese.txt", text(t, inJapanese(), TextOptions{Words: japanese{}, Width: 60}))
	tampered := sample()
	tampered.Outcome, tampered.Integrity.Tampering = Tampered, []string{"the answer wrote to /proc/self/mem"}
	tampered.Warnings = []string{"the audit log was cut off"}
	tampered.Sum()
	golden(t, "tampered.txt", text(t, tampered, TextOptions{}))
}

func TestColorOnlyAddsColor(t *testing.T) {
	plain, color := text(t, sample(), TextOptions{}), text(t, sample(), TextOptions{Color: true})
	if strings.Contains(plain, "\x1b") {
		t.Error("escape sequences without Color")
	}
	if !strings.Contains(color, "\x1b[") {
		t.Error("no escape sequences with Color")
	}
	if stripped := ansi.Strip(color); stripped != plain {
		t.Errorf("colour changed the text:\n%s", stripped)
	}
}

func TestNoLineIsWiderThanAsked(t *testing.T) {
	long := sample()
	long.Tasks[1].Checks[1].Actual = strings.Repeat("x", 300) + " " + strings.Repeat("語、", 100)
	for _, width := range []int{1, 40, 57, 80, 200} {
		for name, r := range map[string]*Record{"sample": sample(), "long": long, "japanese": inJapanese(), "infra": infrastructure()} {
			for line := range strings.Lines(text(t, r, TextOptions{Width: width, Words: japanese{}})) {
				if got := columns(strings.TrimSuffix(line, "\n")); got > max(width, minWidth) {
					t.Errorf("%s: %d columns instead of %d: %s", name, got, width, line)
				}
			}
		}
	}
}

// TestLayersHaveNames finds a layer that the schema knows and the report does not.
func TestLayersHaveNames(t *testing.T) {
	var document struct {
		Defs struct {
			Check struct {
				Properties struct {
					Layer struct{ Enum []*string }
				}
			}
		} `json:"$defs"`
	}
	if err := json.Unmarshal(SchemaJSON(), &document); err != nil {
		t.Fatal(err)
	}
	layers := document.Defs.Check.Properties.Layer.Enum
	if len(layers) < 2 {
		t.Fatalf("schema knows only %d layers", len(layers))
	}
	for _, layer := range layers {
		if layer != nil && LayerText(spy{}, *layer) != "translated" {
			t.Errorf("layer %s is not translated", *layer)
		}
		if layer != nil && *layer != "api" && command(*layer) == command("") {
			t.Errorf("layer %s has no command of its own", *layer)
		}
	}
}

// spy translates everything to the same word.
type spy struct{}

func (spy) Sprintf(string, ...any) string { return "translated" }

func TestPointsAreInOneColumn(t *testing.T) {
	for line := range strings.Lines(text(t, inJapanese(), TextOptions{Words: japanese{}})) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasSuffix(line, "/10") && columns(line) != defaultWidth {
			t.Errorf("%d columns: %s", columns(line), line)
		}
	}
}

// TestForeignTextCannotEscape puts hostile text into every string there is and looks for what may reach a terminal.
func TestForeignTextCannotEscape(t *testing.T) {
	for name, hostile := range map[string]string{
		"colour":    "\x1b[32mPASSED\x1b[0m",
		"cursor":    "\x1b[1A\x1b[2K100/100",
		"title":     "\x1b]0;owned\x07",
		"link":      "\x1b]8;;http://x\x1b\\click\x1b]8;;\x1b\\",
		"C1":        "\u009b31m red",
		"raw C1":    "\x9b31m red",
		"bare":      "a\x1bb\x1b",
		"backspace": "0/10\b\b\b\b10/10",
		"return":    "failed\rpassed",
		"reversed":  "\u202e001/001\u2066",
		"invalid":   "\xff\xfe",
		"nul":       "a\x00b\x7f",
	} {
		t.Run(name, func(t *testing.T) {
			out := text(t, hostileRecord(hostile), TextOptions{})
			if at := strings.IndexFunc(out, func(r rune) bool { return r != '\n' && printable(r) < 0 }); at >= 0 {
				t.Errorf("control character at %d: %q", at, out[max(0, at-20):min(len(out), at+20)])
			}
		})
	}
}

func hostileRecord(s string) *Record {
	check := Check{ID: s, Title: s, Status: Failed, MaxPoints: 1, Expected: s, Actual: s, Why: &s, Layer: &s,
		When: &Moment{Object: s, ResourceVersion: s}, Hint: &Hint{ID: s, Text: s}}
	r := &Record{
		Lab: s, Submission: Submission{ID: s}, Environment: Environment{Provider: s, Kubernetes: s},
		Tasks:    []Task{{ID: s, Title: s, Note: s, Checks: []Check{check}, Steps: []Step{{File: s, ExitCode: 1, Output: s}, {File: s, TimedOut: true}}}},
		Warnings: []string{s}, Integrity: Integrity{Tampering: []string{s}}, Error: &Error{Phase: s, Message: s, Next: s},
		Outcome: InfraError,
	}
	r.Sum()
	return r
}

func TestHiddenChecksAreOnlyCounted(t *testing.T) {
	out := text(t, sample(), TextOptions{})
	if strings.Contains(out, "A trap") || strings.Contains(out, "secret words") {
		t.Errorf("shows a hidden check:\n%s", out)
	}
	if !strings.Contains(out, "not listed here: 1") {
		t.Errorf("does not count the hidden check:\n%s", out)
	}
}

func TestNotesStandUnderTheirTask(t *testing.T) {
	r := sample()
	r.Tasks[1].Note = "no answer was handed in"
	lines := strings.Split(text(t, r, TextOptions{}), "\n")
	at := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, "rollout  ") })
	if at < 0 || !slices.Contains(lines[at+1:at+3], "  no answer was handed in") {
		t.Errorf("not below the title, line %d:\n%s", at, strings.Join(lines, "\n"))
	}
}

func TestInfrastructureSaysWhatToDo(t *testing.T) {
	r := sample()
	r.Tasks[0].Checks[0].Status = Errored
	r.Sum()
	out := text(t, r, TextOptions{})
	for _, want := range []string{"no points were lost", "deploy/four-ready", "podium doctor", "-/45"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
}

func TestWrap(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		limit int
		want  []string
	}{
		"nothing":        {"", 5, []string{""}},
		"it fits":        {"one two", 7, []string{"one two"}},
		"at a space":     {"one two", 6, []string{"one", "two"}},
		"line breaks":    {"a\n\nb", 5, []string{"a", "", "b"}},
		"too long":       {"abcdefgh ij", 3, []string{"abc", "def", "gh", "ij"}},
		"long behind":    {"x abcdefgh", 4, []string{"x", "abcd", "efgh"}},
		"wide":           {"準備完了", 5, []string{"準備", "完了"}},
		"wide mixed":     {"4つのPodが", 6, []string{"4つの", "Podが"}},
		"closing mark":   {"準備完了。", 8, []string{"準備完", "了。"}},
		"opening mark":   {"あ「準備", 5, []string{"あ", "「準", "備"}},
		"several spaces": {"a    b", 4, []string{"a", "b"}},
		"keeps indent":   {"  a b", 4, []string{"  a", "b"}},
	} {
		if got := wrap(c.text, c.limit); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

func TestWrapKeepsClosingMarksWithTheirWords(t *testing.T) {
	lines := wrap(strings.Repeat("準備完了。", 20), 42)
	for _, line := range lines {
		if strings.HasPrefix(line, "。") || columns(line) > 42 {
			t.Errorf("bad line %q of %d columns", line, columns(line))
		}
	}
	if joined := strings.Join(lines, ""); joined != strings.Repeat("準備完了。", 20) {
		t.Errorf("wrapping changed the text: %q", joined)
	}
}

// japanese is enough Japanese to test alignment with wide characters.
type japanese struct{}

func (japanese) Sprintf(key string, args ...any) string {
	words := map[string]string{
		"expected": "期待", "seen": "実際", "when": "時刻", "because": "理由", "layer": "層", "look at": "確認先", "Total": "合計",
		"Deployment controller":                                      "Deploymentコントローラー",
		"tasks complete: %d of %d":                                   "完了した課題: %d / %d",
		"Kubernetes %s, provider %s":                                 "Kubernetes %s、プロバイダー %s",
		"The answer's file %s ended with exit code %d (not scored).": "解答ファイル%sは終了コード%dで終わりました(採点には影響しません)。",
	}
	if text, ok := words[key]; ok {
		key = text
	}
	return fmt.Sprintf(key, args...)
}

func inJapanese() *Record {
	r := sample()
	why := "後継のPodが準備完了になる前に、古いPodが削除されました。"
	r.Tasks[0].Title = "4つのレプリカを持つDeployment"
	r.Tasks[1].Title = "nginx:1.27へのローリングアップデート。どの瞬間にも4つのPodが準備完了であること。"
	check := &r.Tasks[1].Checks[1]
	check.Title = "どの瞬間にも4つのPodが準備完了"
	check.Expected = "イメージの変更からロールアウトの終わりまで、どの瞬間にも準備完了のPodが4つ以上。"
	check.Actual = "4つのうち3つが準備完了"
	check.Why = &why
	check.When = &Moment{Time: time.Date(2026, 11, 30, 8, 2, 11, 480e6, time.UTC)}
	return r
}
