package summary_test

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/batch/summary"
	"github.com/podium-labs/podium/graders/result"
)

// tokens reads a page as a browser does, as far as a page without tricks goes.
func tokens(t *testing.T, source string, each func(xml.Token)) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(source))
	decoder.Strict, decoder.AutoClose, decoder.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		each(token)
	}
}

// text is what a page says, tags left out.
func text(t *testing.T, source string) string {
	t.Helper()
	var said strings.Builder
	tokens(t, source, func(token xml.Token) {
		if characters, ok := token.(xml.CharData); ok {
			said.WriteString(" " + string(characters))
		}
	})
	return strings.Join(strings.Fields(said.String()), " ")
}

func TestThePageSaysWhatHappened(t *testing.T) {
	good := func(int, int) bool { return true }
	bad := func(int, int) bool { return false }
	firstTask := func(task, _ int) bool { return task == 0 }
	lab := oneLab()[0]
	records := []*result.Record{
		ungraded(t, lab, "zoe", "en", result.InfraError, "etcd is not ready"),
		record(t, lab, "alice", "en", good), record(t, lab, "bob", "en", bad), record(t, lab, "carol", "en", firstTask),
		ungraded(t, lab, "eve", "en", result.InvalidSubmission, "a symbolic link"),
	}
	said := text(t, page(t, "en", records, false))
	for _, want := range []string{
		"Results of 5 submissions", "lab-2 · Kubernetes v1.37.2, provider embedded · graded from 2026-11-30 18:00:00 UTC",
		"with a score 3 of 5", "median 10 %", "mean 37 %", "full marks 1", "failed by the infrastructure 1",
		"zoe lab-2 provision etcd is not ready", "eve lab-2 The submission could not be read, so nothing was graded. a symbolic link",
		"deploy 67 % 2 0 1 0 6.7 / 10", "the lowest was 2 (2)", "0–9 1", "10–19 1", "100 1",
		"alice 100/100 10 10 5 20 20 15 10 10", "carol 10/100 10 0 0", "zoe – – no score", "one grading 6.0 s 6.0 s 6.0 s", "settle 2.5 s",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is missing in\n%s", want, said)
		}
	}
}

func TestABatchWithoutResultsHasAPage(t *testing.T) {
	for _, records := range [][]*result.Record{nil, {ungraded(t, oneLab()[0], "zoe", "ja", result.InfraError, "")}} {
		if said := text(t, page(t, "ja", records, false)); !strings.Contains(said, "提出物") {
			t.Errorf("%s", said)
		}
	}
}

// TestNothingOfASubmissionIsMoreThanText puts markup wherever a submission can put text.
func TestNothingOfASubmissionIsMoreThanText(t *testing.T) {
	const evil = `</style></title><script>alert(1)</script><img src=x onerror=alert(2)>"'>{{.}}`
	r := record(t, oneLab()[0], evil, "en", func(int, int) bool { return false })
	for i := range r.Tasks {
		r.Tasks[i].ID, r.Tasks[i].Title = r.Tasks[i].ID+evil, evil
		for j := range r.Tasks[i].Checks {
			check := &r.Tasks[i].Checks[j]
			check.Title, check.Actual, check.Why = evil, evil+"\x1b[31m\u202e", new(evil)
		}
	}
	r.Lab, r.Environment.Kubernetes, r.Phases[0].Name = evil, evil, evil
	source := page(t, "en", []*result.Record{r, ungraded(t, oneLab()[0], "x"+evil, "en", result.InfraError, evil)}, true)
	allowed := map[string]bool{}
	for name := range strings.FieldsSeq("html head meta title style body a header h1 h2 p dl div dt dd main section table thead tbody tr th td svg rect text line ul li span small details summary") {
		allowed[name] = true
	}
	tokens(t, source, func(token xml.Token) {
		element, ok := token.(xml.StartElement)
		if !ok {
			return
		}
		if !allowed[element.Name.Local] {
			t.Errorf("there is a %s", element.Name.Local)
		}
		for _, attribute := range element.Attr {
			name := attribute.Name.Local
			if strings.HasPrefix(name, "on") || name == "src" || name == "style" || name == "href" && attribute.Value != "#everyone" {
				t.Errorf("%s has %s=%q", element.Name.Local, name, attribute.Value)
			}
		}
	})
	if strings.ContainsAny(source, "\x1b\u202e") || regexp.MustCompile(`https?://`).MatchString(source) {
		t.Error("there is a control character, or an address")
	}
}

func TestARoundOfRegrades(t *testing.T) {
	lab := oneLab()[0]
	good, bad := record(t, lab, "alice", "en", func(int, int) bool { return true }), record(t, lab, "alice", "en", func(int, int) bool { return false })
	fault := ungraded(t, lab, "alice", "en", result.InfraError, "")
	for _, c := range []struct {
		change summary.Change
		want   string
	}{
		{summary.Compare(bad, good, false), "up"}, {summary.Compare(good, bad, false), "down"}, {summary.Compare(good, good, false), "same"},
		{summary.Compare(good, fault, true), "kept"}, {summary.Compare(fault, good, false), "new"}, {summary.Compare(fault, fault, false), "same"},
	} {
		if got := c.change.Moved(); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	if c := summary.Compare(good, fault, true); len(c.Down) > 0 {
		t.Errorf("what could not be checked has gone down: %v", c.Down)
	}
}
