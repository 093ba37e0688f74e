package export

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/podium-labs/podium/graders/result"
)

// hostileTexts are what learners and clusters may put into names, messages and output.
func hostileTexts() []string {
	return []string{
		"\x1b[32mPASSED\x1b[0m", "\x1b]0;owned\x07", "\x1b[1A\x1b[2K100/100", "0/10\b\b\b\b10/10", "failed\rpassed", "\u202e001/001\u2066", "\xff\xfe", "a\x00b\x7f\ufffe\uffff",
		"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<a href=\"javascript:alert(1)\">x</a>", "<!-- -->", "&lt;b&gt;", "</pre></code></td></table>",
		"=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "＝1+1", "＠x", "\"; =1", "a,b\n=c",
		"::error::owned", "x\n::error file=a::owned", "%0A::error::owned", "::stop-commands::x", "##[error]owned", "##vso[task.complete]", "::set-output name=a::b", "a\nresult=b",
		"]]>", "]]><testcase/>", "\"/><testcase name=\"x\"/>", "--><x>", "<![CDATA[x",
		"[click](javascript:alert(1))", "![x](https://evil.example/x.png)", "<https://evil.example>", "https://evil.example/x", "www.evil.example", "me@evil.example", "xmpp:me@evil.example",
		"@octocat", "cc @org/team", "#1", "owner/repo#1", "GH-1", "[x][y]\n\n[y]: https://evil.example", "[^1]", "# heading", "\n\n# heading\n\n---\n", "> quote", "- item", "1. item", "    code", "```\nfence", "~~~\nfence",
		"`", "``", "`code`", "`<b>`", "``` ` ```", "`a` `b``", "\\`x\\`", "\\", "\\\\[a](b)", "**bold**", "_em_", "~~gone~~", "a|b|c\n|-|-|", "$x^2$", "$$\\href{javascript:alert(1)}{x}$$", ":+1:", "<details open>", "\u2028\u2029x",
		"goroutine 1 [running]:\nmain.go:12 +0x1d", strings.Repeat("x", 20_000), strings.Repeat("語 ", 10_000), strings.Repeat("`a` `", 3_000), "", " ", "\n",
	}
}

// hostile is a record that has the text wherever a text can be.
func hostile(text string, outcome result.Outcome) *result.Record {
	now := time.Date(2026, 11, 30, 1, 0, 0, 0, time.UTC)
	checks := func(visibility string) []result.Check {
		var list []result.Check
		for _, status := range []result.Status{result.Passed, result.Failed, result.Blocked} {
			list = append(list, result.Check{ID: text, Title: text, Status: status, MaxPoints: 1, Expected: text, Actual: text, Why: &text, Layer: &text, Hint: &result.Hint{ID: text, Text: text},
				Visibility: visibility, When: &result.Moment{Time: now, Object: text, ResourceVersion: text}})
		}
		return list
	}
	r := &result.Record{
		Schema: text, Lab: text, LabDigest: text, Podium: text, Language: text, GradedAt: now, Outcome: outcome,
		Submission:  result.Submission{ID: "x" + text, Commit: text, TreeSHA256: text, SubmittedAt: &now},
		Environment: result.Environment{Provider: text, Kubernetes: "v" + text, NodeImage: &text},
		Tasks: []result.Task{
			{ID: text, Title: text, Checks: checks("visible"), Steps: []result.Step{{File: text, ExitCode: 1, Output: text}, {File: text, TimedOut: true, Output: text}}},
			{ID: text, Title: text, Checks: checks(text)},
		},
		Phases: []result.Phase{{Name: text, Outcome: text}}, Warnings: []string{text},
		Integrity: result.Integrity{Sandbox: text, Tampering: []string{text}}, Error: &result.Error{Phase: text, Message: text, Next: text},
	}
	r.Sum()
	return r
}

// TestHostileTexts puts every text into every format.
func TestHostileTexts(t *testing.T) {
	schemas := map[string]*jsonschema.Schema{}
	for _, format := range []string{"gradescope", "classroom50", "classroom-resources", "ctrf", "prairielearn", "lti-ags"} {
		schemas[format] = compile(t, format)
	}
	for i, text := range hostileTexts() {
		for _, outcome := range []result.Outcome{result.Graded, result.Tampered} {
			r := hostile(text, outcome)
			for _, format := range Formats() {
				var out bytes.Buffer
				err := format.Write(&out, []*result.Record{r}, Options{Getenv: classroom})
				if err != nil && (r.Scored() || out.Len() > 0) {
					t.Errorf("text %d, %s: %v", i, format.Name, err)
				}
				if err == nil {
					harmless(t, fmt.Sprintf("text %d (%.40q), %s", i, text, format.Name), format.Name, schemas[format.Name], out.Bytes())
				}
			}
		}
	}
}

// harmless holds for a document whatever it was made from.
func harmless(t *testing.T, name, format string, schema *jsonschema.Schema, data []byte) {
	t.Helper()
	if len(data) > 512<<10 {
		t.Errorf("%s: %d bytes", name, len(data))
	}
	if bytes.Contains(data, []byte("##[")) {
		t.Errorf("%s: a workflow command of the old form", name)
	}
	printable(t, name, string(data))
	switch format {
	case "junit":
		if suite, _ := parse(t, data); len(suite.Cases) < 6 {
			t.Errorf("%s: %d cases", name, len(suite.Cases))
		}
	case "csv":
		harmlessCSV(t, name, data)
	case "github-annotations":
		lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
		if len(lines) > annotationLimit || slices.ContainsFunc(lines, func(line string) bool { return !command(line) }) {
			t.Errorf("%s: %d lines\n%s", name, len(lines), data)
		}
	case "markdown", "github-summary":
		harmlessMarkdown(t, name, data)
	default:
		harmlessJSON(t, name, format, schema, data)
	}
}

func command(line string) bool {
	return strings.HasPrefix(line, "::error ") || strings.HasPrefix(line, "::notice ")
}

func printable(t *testing.T, name, text string) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Errorf("%s: not UTF-8", name)
	}
	for _, r := range text {
		if r != '\n' && string(r) != wordJoiner && (unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r)) {
			t.Errorf("%s: has %U", name, r)
			return
		}
	}
}

func harmlessCSV(t *testing.T, name string, data []byte) {
	t.Helper()
	lines, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil || len(lines) != 2 {
		t.Errorf("%s: %d lines, %v", name, len(lines), err)
	}
	for _, line := range lines {
		for _, cell := range line {
			if strings.IndexAny(cell, formula) == 0 || strings.Contains(cell, "\n") {
				t.Errorf("%s: the cell %q", name, cell)
			}
		}
	}
}

func harmlessJSON(t *testing.T, name, format string, schema *jsonschema.Schema, data []byte) {
	t.Helper()
	if err := valid(schema, format, data); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	data, err := decoded(format, data)
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	var document any
	if err := json.Unmarshal(data, &document); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	eachString(document, func(text string) { printable(t, name, text) })
}

func eachString(value any, visit func(string)) {
	switch v := value.(type) {
	case string:
		visit(v)
	case []any:
		for _, item := range v {
			eachString(item, visit)
		}
	case map[string]any:
		for _, item := range v {
			eachString(item, visit)
		}
	}
}

// TestManyFailuresStayWithinTheLimits floods a page with checks.
func TestManyFailuresStayWithinTheLimits(t *testing.T) {
	r := hostile(strings.Repeat("word ", 200), result.Graded)
	for len(r.Tasks) < 60 {
		r.Tasks = append(r.Tasks, r.Tasks[0])
	}
	r.Sum()
	if page := string(write(t, "github-summary", []*result.Record{r}, Options{})); len(page) > 300<<10 || !strings.Contains(page, "The rest was left out") {
		t.Errorf("the summary has %d bytes", len(page))
	}
	out := string(write(t, "github-annotations", []*result.Record{r}, Options{}))
	if strings.Count(out, "\n") != annotationLimit || !strings.Contains(out, "tasks that are not listed here: 51") {
		t.Errorf("annotations:\n%.2000s", out)
	}
}

// TestNothingOfHiddenChecksIsTold looks for the words of hidden checks in what a learner may read.
func TestNothingOfHiddenChecksIsTold(t *testing.T) {
	for _, format := range Formats() {
		if format.Name == "gradescope" {
			continue // hides them itself, by their visibility
		}
		for _, r := range []*result.Record{sample(), infrastructure()} {
			var out bytes.Buffer
			if err := format.Write(&out, []*result.Record{r}, Options{Getenv: classroom}); err != nil {
				continue
			}
			data, err := decoded(format.Name, out.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			for _, word := range []string{"speakable", "trap", "due date", "later"} {
				if strings.Contains(string(data), word) {
					t.Errorf("%s tells %q", format.Name, word)
				}
			}
		}
	}
}

// TestSentenceDropsDumps keeps what a test framework prints about itself away from students.
func TestSentenceDropsDumps(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"a sentence":     {"it comes to 0", "it comes to 0"},
		"a matcher":      {"Expected\n    <int>: 3\nto equal\n    <int>: 4", "Expected <int>: 3 to equal <int>: 4"},
		"a position":     {"timed out\nIn [It] at: labs/rollouts/rollout.go:31 @ 11/30/26", "timed out"},
		"source lines":   {"A spec timeout occurred\n> goroutine 41 [select]\n  labs.go:12\n  | ctx := a\n  > select {", "A spec timeout occurred"},
		"a stack":        {"panic: boom\ngoroutine 1 [running]:\nmain.main()\n\t/x/main.go:3 +0x1d", "main.main()"},
		"an address":     {"<*errors.errorString | 0xc000012345>: boom\nboom", "boom"},
		"old commands":   {"##[error]x", "## [error]x"},
		"something long": {strings.Repeat("a", 700), strings.Repeat("a", sentenceLimit-1) + "…"},
	} {
		if got := sentence(c.text); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestDurationsThatCannotBe do not come out as less than nothing.
func TestDurationsThatCannotBe(t *testing.T) {
	r := sample()
	r.Phases = []result.Phase{{Name: "a", MS: math.MaxInt64, Outcome: "ok"}, {Name: "b", MS: math.MaxInt64, Outcome: "ok"}}
	for _, format := range []string{"gradescope", "ctrf", "junit"} {
		if out := write(t, format, []*result.Record{r}, Options{}); bytes.Contains(out, []byte(": -")) {
			t.Errorf("%s: %s", format, out)
		}
	}
}
