package export

import (
	"bytes"
	"encoding/xml"
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/result"
)

func junit(t *testing.T, r *result.Record) []byte {
	t.Helper()
	return write(t, "junit", []*result.Record{r}, Options{})
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
	if len(suites.Suites) != 1 {
		t.Fatalf("%d suites", len(suites.Suites))
	}
	for _, c := range suites.Suites[0].Cases {
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
	return suites.Suites[0], found
}

func TestJUnitCounts(t *testing.T) {
	for name, c := range map[string]struct {
		record *result.Record
		want   counts
	}{
		"graded":         {sample(), counts{6, 3, 0, 1}},
		"infrastructure": {infrastructure(), counts{6, 0, 4, 0}},
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
	if out := strings.ToLower(string(junit(t, sample()))); strings.Contains(out, "unspeakable") || strings.Contains(out, "trap") {
		t.Errorf("shows a hidden check:\n%s", out)
	}
}
