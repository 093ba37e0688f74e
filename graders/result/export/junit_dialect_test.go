package export

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// element is what the dialects of JUnit's XML have in common about one element: Jenkins' junit-10.xsd, and beyond it what
// github.com/testmoapp/junitxml documents as understood by Jenkins, GitLab and others (the properties of a test case, and
// how many were skipped in all).
type element struct {
	children, required, optional []string
	once                         []string // children that may come once at most
	text                         bool
}

func dialect() map[string]element {
	message := element{optional: []string{"message", "type"}, text: true}
	return map[string]element{
		"":           {children: []string{"testsuites"}, once: []string{"testsuites"}},
		"testsuites": {children: []string{"testsuite"}, optional: []string{"name", "time", "tests", "failures", "errors", "skipped"}},
		"testsuite": {children: []string{"properties", "testcase", "system-out", "system-err"}, once: []string{"properties"},
			required: []string{"name", "tests", "failures", "errors"}, optional: []string{"time", "skipped", "timestamp", "hostname", "id", "package", "file"}},
		"testcase": {children: []string{"properties", "skipped", "error", "failure", "system-out", "system-err"}, once: []string{"properties", "skipped", "error", "failure"},
			required: []string{"name"}, optional: []string{"time", "classname"}},
		"properties": {children: []string{"property"}},
		"property":   {required: []string{"name", "value"}},
		"failure":    message, "error": message, "skipped": message, "system-out": {text: true}, "system-err": {text: true},
	}
}

// values are what some attributes must look like.
func values() map[string]*regexp.Regexp {
	number := regexp.MustCompile(`^[0-9]+$`)
	return map[string]*regexp.Regexp{
		"tests": number, "failures": number, "errors": number, "skipped": number, "time": regexp.MustCompile(`^[0-9]+(\.[0-9]+)?$`),
		"timestamp": regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}$`),
	}
}

// inDialect says what is wrong with a document.
func inDialect(data []byte) error {
	known, patterns := dialect(), values()
	type open struct {
		name  string
		count map[string]int
	}
	stack := []open{{"", map[string]int{}}}
	decoder := xml.NewDecoder(bytes.NewReader(data))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read: %w", err)
		}
		top := &stack[len(stack)-1]
		switch token := token.(type) {
		case xml.StartElement:
			name := token.Name.Local
			top.count[name]++
			if !slices.Contains(known[top.name].children, name) || top.count[name] > 1 && slices.Contains(known[top.name].once, name) {
				return fmt.Errorf("<%s> no. %d in <%s>", name, top.count[name], top.name)
			}
			if err := attributesIn(name, known[name], token.Attr, patterns); err != nil {
				return err
			}
			stack = append(stack, open{name, map[string]int{}})
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			if len(bytes.TrimSpace(token)) > 0 && !known[top.name].text {
				return fmt.Errorf("text %.40q in <%s>", token, top.name)
			}
		}
	}
}

func attributesIn(name string, rule element, attributes []xml.Attr, patterns map[string]*regexp.Regexp) error {
	has := map[string]bool{}
	for _, a := range attributes {
		has[a.Name.Local] = true
		if !slices.Contains(rule.required, a.Name.Local) && !slices.Contains(rule.optional, a.Name.Local) {
			return fmt.Errorf("attribute %s of <%s>", a.Name.Local, name)
		}
		if pattern := patterns[a.Name.Local]; pattern != nil && !pattern.MatchString(a.Value) {
			return fmt.Errorf("%s=%q of <%s>", a.Name.Local, a.Value, name)
		}
	}
	for _, required := range rule.required {
		if !has[required] {
			return fmt.Errorf("<%s> has no %s", name, required)
		}
	}
	return nil
}

func TestJUnitIsWhatOthersRead(t *testing.T) {
	files, err := filepath.Glob("testdata/junit/*.golden")
	if err != nil || len(files) < 4 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := inDialect(data); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	for name, wrong := range map[string]string{
		"no name":         `<testsuites><testsuite tests="0" failures="0" errors="0"/></testsuites>`,
		"unknown element": `<testsuites><testsuite name="a" tests="1" failures="0" errors="0"><testcase name="b"><passed/></testcase></testsuite></testsuites>`,
		"two failures":    `<testsuites><testsuite name="a" tests="1" failures="1" errors="0"><testcase name="b"><failure/><failure/></testcase></testsuite></testsuites>`,
		"no number":       `<testsuites tests="many"/>`,
		"text":            `<testsuites>x</testsuites>`,
		"attribute":       `<testsuites score="1"/>`,
	} {
		if inDialect([]byte(wrong)) == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
