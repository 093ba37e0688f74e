package tools

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/podium-labs/podium/graders/lang"
)

var formatSpec = regexp.MustCompile(`^%([-+ 0#]*)(\*|[0-9]*)(?:\.(\*|[0-9]*))?([a-zA-Z%])`)

func printf(_ context.Context, env *Env, args []string) int {
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		return env.usage(lang.M("missing format"))
	}
	f := &formatter{format: args[0], args: args[1:]}
	for {
		used := len(f.args)
		if err := f.pass(); err != nil {
			_, _ = io.WriteString(env.Stdout, f.out.String())
			env.complain(lang.M("%s", err))
			return 1
		}
		// The format is used again as long as it takes arguments and there are some.
		if f.stopped || len(f.args) == 0 || len(f.args) == used {
			break
		}
	}
	if _, err := io.WriteString(env.Stdout, f.out.String()); err != nil {
		return 1
	}
	if f.failed {
		env.complain(lang.M("an argument is no number"))
		return 1
	}
	return 0
}

// formatter is one call of printf.
type formatter struct {
	format  string
	args    []string
	out     strings.Builder
	stopped bool // \c was seen
	failed  bool // an argument was no number
}

func (f *formatter) pass() error {
	rest := f.format
	for rest != "" && !f.stopped {
		switch rest[0] {
		case '\\':
			text, n, _ := unescape(rest, false)
			f.out.WriteString(text)
			rest = rest[n:]
		case '%':
			spec := formatSpec.FindStringSubmatch(rest)
			if spec == nil {
				return lang.Errorf("invalid format %q", rest)
			}
			if err := f.directive(spec); err != nil {
				return err
			}
			rest = rest[len(spec[0]):]
		default:
			f.out.WriteByte(rest[0])
			rest = rest[1:]
		}
	}
	return nil
}

func (f *formatter) next() string {
	if len(f.args) == 0 {
		return ""
	}
	arg := f.args[0]
	f.args = f.args[1:]
	return arg
}

func (f *formatter) directive(spec []string) error {
	flags, width, precision, verb := spec[1], spec[2], spec[3], spec[4]
	if width == "*" {
		width = f.next()
	}
	if precision == "*" {
		precision = f.next()
	}
	if w, err := strconv.Atoi(width); width != "" && (err != nil || w > 1<<20) {
		return lang.Errorf("invalid width")
	}
	layout := "%" + flags + width
	if strings.Contains(spec[0], ".") {
		layout += "." + precision
	}
	switch verb {
	case "%":
		f.out.WriteByte('%')
	case "s":
		_, _ = fmt.Fprintf(&f.out, layout+"s", f.next())
	case "c":
		_, size := utf8.DecodeRuneInString(f.args0())
		_, _ = fmt.Fprintf(&f.out, layout+"s", f.next()[:size])
	case "b":
		text, stop := unescapeAll(f.next())
		f.stopped = stop
		_, _ = fmt.Fprintf(&f.out, layout+"s", text)
	case "q":
		f.out.WriteString(shellQuote(f.next()))
	case "d", "i", "u":
		_, _ = fmt.Fprintf(&f.out, layout+"d", f.integer())
	case "x", "X", "o":
		_, _ = fmt.Fprintf(&f.out, layout+verb, f.integer())
	case "f", "F", "e", "E", "g", "G":
		_, _ = fmt.Fprintf(&f.out, layout+verb, f.float())
	default:
		return lang.Errorf("format %%%s is not available in answers", verb)
	}
	return nil
}

func (f *formatter) args0() string {
	if len(f.args) == 0 {
		return ""
	}
	return f.args[0]
}

func (f *formatter) integer() int64 {
	text := strings.TrimSpace(f.next())
	if text == "" {
		return 0
	}
	if text[0] == '\'' || text[0] == '"' {
		r, _ := utf8.DecodeRuneInString(text[1:])
		return int64(r)
	}
	n, err := strconv.ParseInt(text, 0, 64)
	f.failed = f.failed || err != nil
	return n
}

func (f *formatter) float() float64 {
	text := strings.TrimSpace(f.next())
	if text == "" {
		return 0
	}
	n, err := strconv.ParseFloat(text, 64)
	f.failed = f.failed || err != nil
	return n
}

var bareWord = regexp.MustCompile(`^[A-Za-z0-9_./:@%+=,-]+$`)

func shellQuote(text string) string {
	if bareWord.MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

func unescapeAll(text string) (string, bool) {
	var out strings.Builder
	for text != "" {
		if text[0] != '\\' {
			out.WriteByte(text[0])
			text = text[1:]
			continue
		}
		part, n, stop := unescape(text, true)
		if out.WriteString(part); stop {
			return out.String(), true
		}
		text = text[n:]
	}
	return out.String(), false
}

// unescape reads one escape: its text, its length, and whether it ends all output, as \c does in %b, where zero is set: an octal
// number then begins with \0.
func unescape(text string, zero bool) (string, int, bool) {
	if len(text) == 1 {
		return `\`, 1, false
	}
	if i := strings.IndexByte(`abfnrtv\"'`, text[1]); i >= 0 {
		return "\a\b\f\n\r\t\v\\\"'"[i : i+1], 2, false
	}
	switch c := text[1]; {
	case c == 'e':
		return "\x1b", 2, false
	case c == 'c' && zero:
		return "", 2, true
	case c == 'x':
		return number(text, 2, 2, 16, false)
	case c == 'u':
		return number(text, 2, 4, 16, true)
	case c >= '0' && c <= '7':
		start := 1
		if zero && c == '0' {
			start = 2
		}
		return number(text, start, 3, 8, false)
	}
	return text[:2], 2, false
}

func number(text string, start, most, base int, asRune bool) (string, int, bool) {
	end := start
	for end < len(text) && end < start+most {
		if _, err := strconv.ParseInt(text[end:end+1], base, 64); err != nil {
			break
		}
		end++
	}
	n, err := strconv.ParseInt(text[start:end], base, 64)
	if err != nil {
		if base == 8 {
			return "\x00", end, false
		}
		return text[:end], end, false
	}
	if asRune {
		return string(rune(n)), end, false
	}
	return string([]byte{byte(n)}), end, false
}
