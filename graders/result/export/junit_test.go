package export

import (
	"bytes"
	"encoding/xml"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/podium-labs/podium/graders/result"
)

var update = flag.Bool("update", false, "write the golden files anew")

func sample() *result.Record {
	why, layer := "a Pod was deleted before its successor was ready", "deployment"
	r := &result.Record{
		Schema: result.Schema, Lab: "lab-2", Podium: "v0.3.0", Language: "en", Attempt: 1,
		Submission:  result.Submission{ID: "alice"},
		GradedAt:    time.Date(2026, 11, 30, 10, 0, 0, 0, time.FixedZone("JST", 9*3600)),
		Environment: result.Environment{Provider: "embedded", Kubernetes: "v1.37.2"},
		Tasks: []result.Task{
			{ID: "deploy", Checks: []result.Check{
				{ID: "ready", Title: "Four ready", Status: result.Passed, MaxPoints: 10, DurationMS: 12, Visibility: "visible"},
			}},
			{ID: "rollout", Checks: []result.Check{
				{ID: "ready", Title: "Four ready at <every> moment & always", Status: result.Failed, MaxPoints: 10, DurationMS: 800,
					Expected: "at least 4 ready", Actual: "3 \x1b[31mof\x00 4 ]]>", Why: &why, Layer: &layer, Visibility: "visible",
					When: &result.Moment{Time: time.Date(2026, 11, 30, 1, 2, 3, 480e6, time.UTC), Object: "Pod/web-x2"}},
				{ID: "ready", Title: "The same name again", Status: result.Blocked, MaxPoints: 5, Expected: "x", Visibility: "visible"},
				{ID: "trap", Title: "Unspeakable", Expected: "unspeakable", Status: result.Failed, MaxPoints: 5, Layer: &layer, Visibility: "hidden"},
			}},
		},
	}
	r.Sum()
	return r
}

func infrastructure() *result.Record {
	r := sample()
	r.Tasks[0].Checks[0].Status = result.Errored
	r.Sum()
	return r
}

func ended(outcome result.Outcome) *result.Record {
	r := &result.Record{Lab: "lab-2", Outcome: outcome, Error: &result.Error{Phase: "load", Message: "too many files", Next: "remove some"}}
	r.Sum()
	return r
}

func junit(t *testing.T, r *result.Record) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := JUnit(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestJUnitGolden(t *testing.T) {
	for name, r := range map[string]*result.Record{
		"graded.xml":         sample(),
		"infrastructure.xml": infrastructure(),
		"invalid.xml":        ended(result.InvalidSubmission),
	} {
		path := filepath.Join("testdata", name)
		got := junit(t, r)
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("differs from %s (go test -update writes it):\n%s", path, got)
		}
	}
}

// counts are what a reader of the file finds in it, beside what the suite says about itself.
type counts struct{ tests, failures, errors, skipped int }

func parse(t *testing.T, data []byte) (junitSuite, counts) {
	t.Helper()
	var suites junitSuites
	if err := xml.Unmarshal(data, &suites); err != nil {
		t.Fatalf("parse: %v\n%s", err, data)
	}
	var found counts
	for _, c := range suites.Suite.Cases {
		found.tests++
		switch {
		case c.Failure != nil:
			found.failures++
		case c.Error != nil:
			found.errors++
		case c.Skipped != nil:
			found.skipped++
		}
	}
	return suites.Suite, found
}

func TestJUnitCounts(t *testing.T) {
	for name, c := range map[string]struct {
		record *result.Record
		want   counts
	}{
		"graded":         {sample(), counts{4, 2, 0, 1}},
		"infrastructure": {infrastructure(), counts{4, 0, 4, 0}},
		"no tasks":       {ended(result.InfraError), counts{1, 0, 1, 0}},
		"invalid":        {ended(result.InvalidSubmission), counts{1, 0, 1, 0}},
		"tampered":       {ended(result.Tampered), counts{1, 0, 1, 0}},
	} {
		t.Run(name, func(t *testing.T) {
			suite, found := parse(t, junit(t, c.record))
			if found != c.want {
				t.Errorf("found %+v, want %+v", found, c.want)
			}
			if said := (counts{suite.Tests, suite.Failures, suite.Errors, suite.Skipped}); said != found {
				t.Errorf("suite says %+v but has %+v", said, found)
			}
		})
	}
}

func TestJUnitNamesAreUnique(t *testing.T) {
	suite, _ := parse(t, junit(t, sample()))
	seen := map[string]bool{}
	for _, c := range suite.Cases {
		name := c.ClassName + "/" + c.Name
		if seen[name] {
			t.Errorf("%s twice", name)
		}
		seen[name] = true
	}
}

func TestJUnitErrorTypes(t *testing.T) {
	for outcome, want := range map[result.Outcome]string{
		result.InfraError: "infrastructure", result.InvalidSubmission: "submission", result.Tampered: "tampering",
	} {
		suite, _ := parse(t, junit(t, ended(outcome)))
		if got := suite.Cases[0].Error.Type; got != want {
			t.Errorf("%s: type %q, want %q", outcome, got, want)
		}
	}
}

func TestJUnitGivesNoPointsWithoutAScore(t *testing.T) {
	if out := junit(t, infrastructure()); bytes.Contains(out, []byte(`name="points"`)) {
		t.Errorf("points in a record without score:\n%s", out)
	}
}

func TestJUnitKeepsHiddenChecksHidden(t *testing.T) {
	if out := strings.ToLower(string(junit(t, sample()))); strings.Contains(out, "unspeakable") {
		t.Errorf("shows a hidden check:\n%s", out)
	}
}
