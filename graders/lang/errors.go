package lang

import (
	"fmt"
	"maps"
	"strings"
)

// Error is an error that people are told in their language; logs and tests read it in English.
type Error struct {
	said Message
	err  error
}

// Errorf makes an error as fmt.Errorf does. Its format is the key of its translation and must be a literal; errors and Messages among
// args are said in the same language, if they can be.
func Errorf(key string, args ...any) error {
	return &Error{said: M(key, args...), err: fmt.Errorf(key, args...)}
}

// Error is the text in English.
func (e *Error) Error() string { return e.err.Error() }

// Unwrap leads to what the error was made of.
func (e *Error) Unwrap() error { return e.err }

// Message is the text in any language.
func (e *Error) Message() Message { return e.said }

// Err is the text of an error in the printer's language. What a library or the system said stays as it was said, also inside an
// error that has a translation, and so does everything around a translated one that has none.
func (p *Printer) Err(err error) string {
	if err == nil {
		return ""
	}
	if p.tag == English {
		return err.Error()
	}
	if known, ok := err.(interface{ Message() Message }); ok {
		return p.Say(known.Message())
	}
	text := err.Error()
	for _, inner := range wrapped(err) {
		text = strings.Replace(text, inner.Error(), p.Err(inner), 1)
	}
	return p.phrase(text, japanesePhrases())
}

// wrapped are the errors directly inside another one.
func wrapped(err error) []error {
	switch outer := err.(type) { //nolint:errorlint // one level at a time
	case interface{ Unwrap() error }:
		if inner := outer.Unwrap(); inner != nil && inner.Error() != "" {
			return []error{inner}
		}
	case interface{ Unwrap() []error }:
		return outer.Unwrap()
	}
	return nil
}

// plain has %v where errors are wrapped, which only fmt.Errorf knows.
func plain(key string) string { return strings.ReplaceAll(key, "%w", "%v") }

// Advice is a text of what to do next in the printer's language. Most are a command, which stays as it is, behind a few words.
func (p *Printer) Advice(text string) string {
	if p.tag == English || text == "" {
		return text
	}
	known := japaneseAdvice()
	maps.Copy(known, japaneseBatchAdvice())
	if said, ok := known[text]; ok {
		return said
	}
	if before, command, found := strings.Cut(text, ": "); found {
		if said, ok := known[before]; ok {
			return said + ": " + command
		}
	}
	return text
}
