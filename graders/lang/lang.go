// Package lang holds the words Podium says to people, in English and Japanese.
package lang

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/message/catalog"
)

// The languages there are, as they are named in flags, records and file names.
const (
	English  = "en"
	Japanese = "ja"
)

// Languages lists every language that texts must exist in.
func Languages() []string { return []string{English, Japanese} }

// Message is a sentence that has not chosen its language yet: an English format string, which is also
// the key of its translation, and the values that go into it. A value may itself be a Message.
type Message struct {
	Key  string
	Args []any
}

// M makes a Message. Its first argument must be a literal: a test reads the sources and finds keys without a translation.
func M(key string, args ...any) Message { return Message{Key: key, Args: args} }

// Verbatim is a Message that reads the same in every language, for example what the API server answered.
func Verbatim(text string) Message { return Message{Key: "%s", Args: []any{text}} }

// Empty reports whether there is nothing to say.
func (m Message) Empty() bool { return m.Key == "" }

// String is the message in English, for logs and tests; what a learner reads is rendered by a Printer.
func (m Message) String() string {
	printer, err := newPrinter(English)
	if err != nil {
		return m.Key
	}
	return printer.Say(m)
}

// Printer renders messages in one language.
type Printer struct {
	tag     string
	printer *message.Printer
}

// New returns a Printer for "en" or "ja"; regional forms such as "ja_JP.UTF-8" are understood.
func New(name string) (*Printer, error) {
	tag := strings.ToLower(name)
	for _, known := range Languages() {
		if tag == known || strings.HasPrefix(tag, known+"_") || strings.HasPrefix(tag, known+"-") {
			return newPrinter(known)
		}
	}
	return nil, Errorf("unknown language %q (there are: %s)", name, strings.Join(Languages(), ", "))
}

// FromEnvironment follows LC_ALL, LC_MESSAGES and LANG in that order, as POSIX programs do; English if they name no known language.
func FromEnvironment() string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := os.Getenv(name); value != "" {
			if printer, err := New(value); err == nil {
				return printer.Tag()
			}
			return English
		}
	}
	return English
}

func newPrinter(tag string) (*Printer, error) {
	builder := catalog.NewBuilder(catalog.Fallback(language.English))
	texts := japanese
	if tag == English { // keys are English; to read a thousand translations costs 8 ms in every process
		texts = func() map[string]string { return nil }
	}
	for key, text := range texts() {
		if err := builder.SetString(language.Japanese, plain(key), plain(text)); err != nil {
			return nil, fmt.Errorf("load translation of %q: %w", key, err)
		}
	}
	return &Printer{tag: tag, printer: message.NewPrinter(language.MustParse(tag), message.Catalog(builder))}, nil
}

// Tag is the language's name: "en" or "ja".
func (p *Printer) Tag() string { return p.tag }

// Sprintf renders one key. Messages among args are rendered first.
func (p *Printer) Sprintf(key string, args ...any) string {
	rendered := make([]any, len(args))
	for i, arg := range args {
		rendered[i] = p.value(arg)
	}
	return p.printer.Sprintf(plain(key), rendered...)
}

// Say renders a Message; the empty Message is the empty string.
func (p *Printer) Say(m Message) string {
	if m.Empty() {
		return ""
	}
	return p.Sprintf(m.Key, m.Args...)
}

func (p *Printer) value(arg any) any {
	switch v := arg.(type) {
	case Message:
		return p.Say(v)
	case []Message:
		return p.list(v)
	case Phrase:
		return p.Phrase(string(v))
	case error:
		return p.Err(v)
	}
	return arg
}

func (p *Printer) list(messages []Message) string {
	said := make([]string, len(messages))
	for i, m := range messages {
		said[i] = p.Say(m)
	}
	return strings.Join(said, p.printer.Sprintf(listSeparator))
}

// listSeparator stands between the items of a list of messages.
const listSeparator = ", "
