package replay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/podium-labs/podium/graders/lang"
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
	Reason lang.Message
}

// Error names both.
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Reason) }

// Message is the same in any language.
func (e *LineError) Message() lang.Message {
	return lang.M("line %s: %s", strconv.Itoa(e.Line), e.Reason)
}

// Read reads a whole file. Whatever it does not understand is a *LineError.
func Read(content []byte, limits Limits) (*Attempt, error) {
	r := reader{limits: limits.withDefaults(), known: map[string]*Object{}, attempt: &Attempt{First: 2}}
	if len(content) > r.limits.Bytes {
		return nil, &LineError{Line: 1, Reason: lang.M("the file is larger than %s bytes", strconv.Itoa(r.limits.Bytes))}
	}
	if !utf8.Valid(content) {
		return nil, &LineError{Line: 1, Reason: lang.M("the file is no UTF-8")}
	}
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf")) // some editors put it there
	number := 0
	for line := range bytes.Lines(content) {
		number++
		if reason := r.line(number, bytes.TrimSpace(line)); !reason.Empty() {
			return nil, &LineError{Line: number, Reason: reason}
		}
	}
	if number == 0 {
		return nil, &LineError{Line: 1, Reason: lang.M("the file is empty")}
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
func (r *reader) line(number int, text []byte) lang.Message {
	if len(text) > r.limits.LineBytes {
		return lang.M("is longer than %s bytes", strconv.Itoa(r.limits.LineBytes))
	}
	if number == 1 {
		return r.header(text)
	}
	var line Line
	if reason := strict(text, &line); !reason.Empty() {
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
		return lang.M("is not one of settle, object and request")
	case line.Settle:
		r.settles++
		return tooMany(r.settles, r.limits.Settles, lang.M("waits"))
	case line.Object != nil:
		return r.object(line.Object)
	default:
		return r.request(line.Request)
	}
}

func (r *reader) header(text []byte) lang.Message {
	if reason := strict(text, &r.attempt.Header); !reason.Empty() {
		return reason
	}
	if r.attempt.Header.Format != Format {
		return lang.M("the format is %q, not %q", r.attempt.Header.Format, Format)
	}
	return lang.Message{}
}

func (r *reader) object(o *Object) lang.Message {
	if reason := o.admit(r.known); !reason.Empty() {
		return reason
	}
	r.known[o.ID] = o
	return tooMany(len(r.known), r.limits.Objects, lang.M("objects"))
}

func (r *reader) request(request *Request) lang.Message {
	r.requests++
	if reason := tooMany(r.requests, r.limits.Requests, lang.M("requests")); !reason.Empty() {
		return reason
	}
	if reason := request.admit(); !reason.Empty() {
		return reason
	}
	texts := []string{request.Name}
	for _, value := range request.Options {
		texts = append(texts, value)
	}
	if len(request.Body) > 0 {
		body, err := decode(request.Body)
		if err != nil {
			return lang.M("its body is no JSON: %s", err)
		}
		texts = append(texts, stringsIn(body)...)
	}
	for _, text := range texts {
		if reason := r.references(text); !reason.Empty() {
			return reason
		}
	}
	return lang.Message{}
}

// references checks that everything that a text refers to stands above it.
func (r *reader) references(text string) lang.Message {
	var reason lang.Message
	_, err := Expand(text, func(id, _ string) (string, bool) {
		if r.known[id] == nil {
			reason = lang.M("there is no object %q above", id)
		}
		return "", true
	})
	if err != nil {
		return lang.M("%s", err)
	}
	return reason
}

func tooMany(n, limit int, what lang.Message) lang.Message {
	if n > limit {
		return lang.M("is one too many: at most %s %s", strconv.Itoa(limit), what)
	}
	return lang.Message{}
}

// strict decodes one value, and nothing after it, with no field that is not known.
func strict(text []byte, into any) lang.Message {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return lang.M("is not readable: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return lang.M("has more than one value")
	}
	return lang.Message{}
}
