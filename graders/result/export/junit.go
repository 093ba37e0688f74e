// Package export writes graded records in the formats that other systems read.
package export

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/podium-labs/podium/graders/result"
)

// Types of <error> in a JUnit report: whose trouble it was.
const (
	errorInfrastructure = "infrastructure"
	errorSubmission     = "submission"
	errorTampering      = "tampering"
)

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name       string          `xml:"name,attr"`
	Tests      int             `xml:"tests,attr"`
	Failures   int             `xml:"failures,attr"`
	Errors     int             `xml:"errors,attr"`
	Skipped    int             `xml:"skipped,attr"`
	Time       string          `xml:"time,attr"`
	Timestamp  string          `xml:"timestamp,attr"`
	Properties []junitProperty `xml:"properties>property"`
	Cases      []junitCase     `xml:"testcase"`
}

type junitCase struct {
	ClassName  string          `xml:"classname,attr"`
	Name       string          `xml:"name,attr"`
	Time       string          `xml:"time,attr"`
	Properties []junitProperty `xml:"properties>property,omitempty"`
	Failure    *junitMessage   `xml:"failure"`
	Error      *junitMessage   `xml:"error"`
	Skipped    *junitMessage   `xml:"skipped"`
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitMessage struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",cdata"`
}

// JUnit writes records as JUnit XML: each is a suite named after its lab, every check a test case named
// lab.task / check. A failed check is a <failure>, a blocked one <skipped>. Where infrastructure ended
// the grading, whatever did not pass is an <error type="infrastructure"> and no points are given.
// Every record without a score has at least one <error>, so that it can never look like a success.
func JUnit(w io.Writer, records ...*result.Record) error {
	document := junitSuites{Name: "podium"}
	used := names{}
	for _, r := range records {
		document.add(newSuite(r, used.unique("", suiteName(r, records))))
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return fmt.Errorf("write JUnit report: %w", err)
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(document); err != nil {
		return fmt.Errorf("encode JUnit report: %w", err)
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return fmt.Errorf("write JUnit report: %w", err)
	}
	return nil
}

func junitFormat(w io.Writer, records []*result.Record, _ Options) error { return JUnit(w, records...) }

// suiteName is the lab, with the submission if there are several.
func suiteName(r *result.Record, records []*result.Record) string {
	name := named(r.Lab)
	if slices.ContainsFunc(records, func(other *result.Record) bool { return other.Submission.ID != r.Submission.ID }) {
		name += " " + named(r.Submission.ID)
	}
	return name
}

func (d *junitSuites) add(suite junitSuite) {
	d.Suites = append(d.Suites, suite)
	d.Tests += suite.Tests
	d.Failures += suite.Failures
	d.Errors += suite.Errors
	d.Skipped += suite.Skipped
}

func newSuite(r *result.Record, name string) junitSuite {
	suite := junitSuite{
		Name:       name,
		Timestamp:  r.GradedAt.UTC().Format("2006-01-02T15:04:05"),
		Properties: suiteProperties(r),
	}
	used := names{}
	var total time.Duration
	for _, task := range r.Tasks {
		for i := range task.Checks {
			c := newCase(r, name, &task, &task.Checks[i])
			c.Name = used.unique(c.ClassName, c.Name)
			suite.add(c)
			total += milliseconds(task.Checks[i].DurationMS)
		}
	}
	if !r.Scored() && suite.Errors == 0 {
		suite.add(endedCase(r, name))
	}
	suite.Time = seconds(total)
	return suite
}

func (s *junitSuite) add(c junitCase) {
	s.Cases = append(s.Cases, c)
	s.Tests++
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Error != nil:
		s.Errors++
	case c.Skipped != nil:
		s.Skipped++
	}
}

func suiteProperties(r *result.Record) []junitProperty {
	properties := []junitProperty{
		{"submission", named(r.Submission.ID)},
		{"outcome", string(r.Outcome)},
		{"provider", label(r.Environment.Provider)},
		{"kubernetes", label(r.Environment.Kubernetes)},
		{"podium", label(r.Podium)},
		{"max_points", strconv.Itoa(r.MaxScore)},
	}
	if r.Score != nil {
		properties = append(properties, junitProperty{"points", strconv.Itoa(*r.Score)})
	}
	return properties
}

func newCase(r *result.Record, suite string, task *result.Task, check *result.Check) junitCase {
	c := junitCase{
		ClassName:  suite + "." + named(task.ID),
		Name:       caseName(check),
		Time:       seconds(milliseconds(check.DurationMS)),
		Properties: []junitProperty{{"max_points", strconv.Itoa(check.MaxPoints)}},
	}
	if r.Scored() {
		c.Properties = append(c.Properties, junitProperty{"points", strconv.Itoa(check.Points)})
	}
	message := newMessage(r, task, check)
	switch statusOf(r, check) {
	case result.Passed:
	case result.Errored:
		message.Type = errorInfrastructure
		c.Error = message
	case result.Blocked:
		c.Skipped = message
	case result.Failed:
		message.Type = layerOr(check, "check")
		c.Failure = message
	}
	return c
}

// endedCase stands for a grading that ended without a score although no check of it erred.
func endedCase(r *result.Record, suite string) junitCase {
	message := &junitMessage{Message: string(r.Outcome), Type: errorInfrastructure}
	switch r.Outcome {
	case result.InvalidSubmission:
		message.Type = errorSubmission
	case result.Tampered:
		message.Type = errorTampering
	}
	if r.Error != nil {
		message.Message = sentence(r.Error.Message)
		message.Text = sentence(r.Error.Next)
	}
	return junitCase{ClassName: suite, Name: "grading", Time: seconds(0), Error: message}
}

// milliseconds of a record that says more than can be are as many as can be added up.
func milliseconds(ms int64) time.Duration { return time.Duration(min(ms, mostMS)) * time.Millisecond }

// mostMS is some months.
const mostMS = 1e10

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }
