package replay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// MaxBytes is how large a file may be, as any file of an answer.
const MaxBytes = 1 << 20

// Limits bound a file; a zero field has the default named with it.
type Limits struct {
	// Bytes is the size of the file (MaxBytes).
	Bytes int
	// Requests is how many requests there may be (2000).
	Requests int
	// Objects is how many objects may be named (2000).
	Objects int
	// Settles is how often the cluster may be waited for (300).
	Settles int
	// LineBytes is the length of one line (512 KiB).
	LineBytes int
}

func (l Limits) withDefaults() Limits {
	return Limits{Bytes: orElse(l.Bytes, MaxBytes), Requests: orElse(l.Requests, 2000), Objects: orElse(l.Objects, 2000), Settles: orElse(l.Settles, 300), LineBytes: orElse(l.LineBytes, 512<<10)}
}

func orElse(value, otherwise int) int {
	if value == 0 {
		return otherwise
	}
	return value
}

// LineError says which line of a file cannot be used, and why.
type LineError struct {
	// Line counts from 1.
	Line int
	// Reason is for the learner.
	Reason string
}

// Error names both.
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Reason) }

// Read reads a whole file. Whatever it does not understand is a *LineError.
func Read(content []byte, limits Limits) (*Attempt, error) {
	r := reader{limits: limits.withDefaults(), known: map[string]*Object{}, attempt: &Attempt{First: 2}}
	if len(content) > r.limits.Bytes {
		return nil, &LineError{Line: 1, Reason: fmt.Sprintf("the file is larger than %d bytes", r.limits.Bytes)}
	}
	if !utf8.Valid(content) {
		return nil, &LineError{Line: 1, Reason: "the file is no UTF-8"}
	}
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf")) // some editors put it there
	number := 0
	for line := range bytes.Lines(content) {
		number++
		if reason := r.line(number, bytes.TrimSpace(line)); reason != "" {
			return nil, &LineError{Line: number, Reason: reason}
		}
	}
	if number == 0 {
		return nil, &LineError{Line: 1, Reason: "the file is empty"}
	}
	return r.attempt, nil
}

// reader reads one file.
type reader struct {
	limits   Limits
	known    map[string]*Object
	attempt  *Attempt
	requests int
	settles  int
}

// line takes one line in and says what is wrong with it.
func (r *reader) line(number int, text []byte) string {
	if len(text) > r.limits.LineBytes {
		return fmt.Sprintf("is longer than %d bytes", r.limits.LineBytes)
	}
	if number == 1 {
		return r.header(text)
	}
	var line Line
	if reason := strict(text, &line); reason != "" {
		return reason
	}
	r.attempt.Lines = append(r.attempt.Lines, line)
	set := 0
	for _, is := range []bool{line.Settle, line.Object != nil, line.Request != nil} {
		if is {
			set++
		}
	}
	switch {
	case set != 1:
		return "is not one of settle, object and request"
	case line.Settle:
		r.settles++
		return tooMany(r.settles, r.limits.Settles, "waits")
	case line.Object != nil:
		return r.object(line.Object)
	default:
		return r.request(line.Request)
	}
}

func (r *reader) header(text []byte) string {
	if reason := strict(text, &r.attempt.Header); reason != "" {
		return reason
	}
	if r.attempt.Header.Format != Format {
		return fmt.Sprintf("the format is %q, not %q", r.attempt.Header.Format, Format)
	}
	return ""
}

func (r *reader) object(o *Object) string {
	if reason := o.admit(r.known); reason != "" {
		return reason
	}
	r.known[o.ID] = o
	return tooMany(len(r.known), r.limits.Objects, "objects")
}

func (r *reader) request(request *Request) string {
	r.requests++
	if reason := tooMany(r.requests, r.limits.Requests, "requests"); reason != "" {
		return reason
	}
	if reason := request.admit(); reason != "" {
		return reason
	}
	texts := []string{request.Name}
	for _, value := range request.Options {
		texts = append(texts, value)
	}
	if len(request.Body) > 0 {
		body, err := decode(request.Body)
		if err != nil {
			return "its body is no JSON: " + err.Error()
		}
		texts = append(texts, stringsIn(body)...)
	}
	for _, text := range texts {
		if reason := r.references(text); reason != "" {
			return reason
		}
	}
	return ""
}

// references checks that everything that a text refers to stands above it.
func (r *reader) references(text string) string {
	reason := ""
	_, err := Expand(text, func(id, _ string) (string, bool) {
		if r.known[id] == nil {
			reason = fmt.Sprintf("there is no object %q above", id)
		}
		return "", true
	})
	if err != nil {
		return err.Error()
	}
	return reason
}

func tooMany(n, limit int, what string) string {
	if n > limit {
		return fmt.Sprintf("is one too many: at most %d %s", limit, what)
	}
	return ""
}

// strict decodes one value, and nothing after it, with no field that is not known.
func strict(text []byte, into any) string {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return "is not readable: " + strings.TrimPrefix(err.Error(), "json: ")
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return "has more than one value"
	}
	return ""
}
