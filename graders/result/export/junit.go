// Package export writes graded records in the formats that other systems read.
package export

import (
	"encoding/xml"
	"fmt"
	"io"
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
	XMLName xml.Name   `xml:"testsuites"`
	Name    string     `xml:"name,attr"`
	Suite   junitSuite `xml:"testsuite"`
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

// JUnit writes the record as JUnit XML: the lab is the suite, every check a test case named
// lab.task / check. A failed check is a <failure>, a blocked one <skipped>. Where infrastructure ended
// the grading, whatever did not pass is an <error type="infrastructure"> and no points are given.
// Every record without a score has at least one <error>, so that it can never look like a success.
func JUnit(w io.Writer, r *result.Record) error {
	suite := newSuite(r)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return fmt.Errorf("write JUnit report: %w", err)
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(junitSuites{Name: "podium", Suite: suite}); err != nil {
		return fmt.Errorf("encode JUnit report: %w", err)
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return fmt.Errorf("write JUnit report: %w", err)
	}
	return nil
}

func newSuite(r *result.Record) junitSuite {
	suite := junitSuite{
		Name:       xmlText(r.Lab),
		Timestamp:  r.GradedAt.UTC().Format("2006-01-02T15:04:05"),
		Properties: suiteProperties(r),
	}
	used := names{}
	var total time.Duration
	for _, task := range r.Tasks {
		for i := range task.Checks {
			c := newCase(r, &task, &task.Checks[i])
			c.Name = used.unique(c.ClassName, c.Name)
			suite.add(c)
			total += milliseconds(task.Checks[i].DurationMS)
		}
	}
	if !r.Scored() && suite.Errors == 0 {
		suite.add(endedCase(r))
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
		{"submission", xmlText(r.Submission.ID)},
		{"outcome", xmlText(string(r.Outcome))},
		{"provider", xmlText(r.Environment.Provider)},
		{"kubernetes", xmlText(r.Environment.Kubernetes)},
		{"podium", xmlText(r.Podium)},
		{"max_points", strconv.Itoa(r.MaxScore)},
	}
	if r.Score != nil {
		properties = append(properties, junitProperty{"points", strconv.Itoa(*r.Score)})
	}
	return properties
}

func newCase(r *result.Record, task *result.Task, check *result.Check) junitCase {
	c := junitCase{
		ClassName:  xmlText(r.Lab + "." + task.ID),
		Name:       xmlText(check.ID),
		Time:       seconds(milliseconds(check.DurationMS)),
		Properties: []junitProperty{{"max_points", strconv.Itoa(check.MaxPoints)}},
	}
	if r.Scored() {
		c.Properties = append(c.Properties, junitProperty{"points", strconv.Itoa(check.Points)})
	}
	message := newMessage(check)
	switch {
	case check.Status == result.Passed:
	case check.Status == result.Errored || r.Outcome == result.InfraError:
		message.Type = errorInfrastructure
		c.Error = message
	case check.Status == result.Blocked:
		c.Skipped = message
	default:
		message.Type = layerOr(check, "check")
		c.Failure = message
	}
	return c
}

// endedCase stands for a grading that ended without a score although no check of it erred.
func endedCase(r *result.Record) junitCase {
	message := &junitMessage{Message: xmlText(string(r.Outcome)), Type: errorInfrastructure}
	switch r.Outcome {
	case result.InvalidSubmission:
		message.Type = errorSubmission
	case result.Tampered:
		message.Type = errorTampering
	}
	if r.Error != nil {
		message.Message = xmlText(r.Error.Message)
		message.Text = xmlText(r.Error.Next)
	}
	return junitCase{ClassName: xmlText(r.Lab), Name: "grading", Time: seconds(0), Error: message}
}

func milliseconds(ms int64) time.Duration { return time.Duration(ms) * time.Millisecond }

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }
