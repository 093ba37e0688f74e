package tools

import (
	"regexp"
	"strings"

	"github.com/podium-labs/podium/graders/lang"
)

// pattern is a POSIX regular expression to be written as one of Go.
type pattern struct {
	// text is the expression.
	text string
	// extended is the syntax of grep -E and sed -E; else the basic one.
	extended bool
	// fold ignores case.
	fold bool
	// escapes reads \n and \t inside brackets too, as sed does.
	escapes bool
}

// compile returns the expression with POSIX's leftmost-longest matching.
func (p pattern) compile() (*regexp.Regexp, error) {
	text, err := p.translate()
	if err != nil {
		return nil, err
	}
	flags := "(?s)"
	if p.fold {
		flags = "(?is)"
	}
	re, err := regexp.Compile(flags + text)
	if err != nil {
		return nil, lang.Errorf("pattern %q: %s", p.text, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	re.Longest()
	return re, nil
}

// translator walks a POSIX expression and writes Go's.
type translator struct {
	pattern
	rest  string
	out   strings.Builder
	start bool // at the start of a branch, where * is itself and a basic ^ is an anchor
}

func (p pattern) translate() (string, error) {
	t := &translator{pattern: p, rest: p.text, start: true}
	for t.rest != "" {
		if err := t.step(); err != nil {
			return "", lang.Errorf("pattern %q: %w", p.text, err)
		}
	}
	return t.out.String(), nil
}

func (t *translator) step() error {
	c := t.rest[0]
	switch {
	case c == '[':
		return t.bracket()
	case c == '\\':
		return t.escape()
	case c == '*' && t.start:
		t.emit(`\*`, 1)
	case c == '^' && !t.extended && !t.start:
		t.emit(`\^`, 1)
	case c == '^':
		t.emit("^", 1)
		t.start = true
	case c == '$' && !t.extended && !t.atEnd(1):
		t.emit(`\$`, 1)
	case strings.IndexByte("(){}|+?", c) >= 0:
		return t.operator(1, t.extended)
	default:
		t.emit(string(c), 1)
	}
	return nil
}

// emit writes text for the next n bytes.
func (t *translator) emit(text string, n int) {
	t.out.WriteString(text)
	t.rest = t.rest[n:]
	t.start = false
}

// atEnd tells whether a basic expression or group ends after n bytes.
func (t *translator) atEnd(n int) bool {
	after := t.rest[n:]
	return after == "" || strings.HasPrefix(after, `\)`) || strings.HasPrefix(after, `\|`)
}

// operator writes one of (){}|+? after a backslash (n = 2) or without (n = 1), special or as itself.
func (t *translator) operator(n int, special bool) error {
	c := t.rest[n-1]
	if !special {
		t.emit(`\`+string(c), n)
		return nil
	}
	if c == '{' {
		return t.interval(n)
	}
	if c == '}' {
		t.emit(`\}`, n)
		return nil
	}
	t.emit(string(c), n)
	t.start = c == '(' || c == '|'
	return nil
}

var intervalText = regexp.MustCompile(`^[0-9]*(,[0-9]*)?$`)

func (t *translator) interval(n int) error {
	closing := `\}`
	if t.extended {
		closing = "}"
	}
	body, _, ok := strings.Cut(t.rest[n:], closing)
	if !ok || body == "" || body == "," || !intervalText.MatchString(body) {
		if t.extended && !ok {
			t.emit(`\{`, n)
			return nil
		}
		return lang.Errorf("the braces hold no count")
	}
	used := n + len(body) + len(closing)
	if strings.HasPrefix(body, ",") {
		body = "0" + body
	}
	t.emit("{"+body+"}", used)
	return nil
}

func (t *translator) escape() error {
	if len(t.rest) == 1 {
		return lang.Errorf("it ends with a backslash")
	}
	c := t.rest[1]
	switch {
	case strings.IndexByte("(){}|+?", c) >= 0:
		return t.operator(2, !t.extended)
	case c == '<' || c == '>':
		t.emit(`\b`, 2)
	case strings.IndexByte("wWsSbB", c) >= 0:
		t.emit(t.rest[:2], 2)
	case c == 'n' || c == 't':
		t.emit(t.rest[:2], 2)
	case c >= '1' && c <= '9':
		return lang.Errorf("a back-reference in a pattern is not available in answers")
	case c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
		return lang.Errorf(`\%c is not available in answers`, c)
	default:
		t.emit(regexp.QuoteMeta(string(c)), 2)
	}
	return nil
}

// bracket translates [...], where a backslash is itself in POSIX.
func (t *translator) bracket() error {
	i := 1
	text := "["
	if i < len(t.rest) && t.rest[i] == '^' {
		text += "^"
		i++
	}
	for first := true; ; first = false {
		if i >= len(t.rest) {
			return lang.Errorf("the bracket is not closed")
		}
		c := t.rest[i]
		switch {
		case c == ']' && !first:
			t.emit(text+"]", i+1)
			return nil
		case c == '[' && i+1 < len(t.rest) && t.rest[i+1] == ':':
			n := strings.Index(t.rest[i:], ":]")
			if n < 0 {
				return lang.Errorf("the character class is not closed")
			}
			text += t.rest[i : i+n+2]
			i += n + 2
		case c == '[' && i+1 < len(t.rest) && strings.IndexByte(".=", t.rest[i+1]) >= 0:
			return lang.Errorf("[. .] and [= =] are not available in answers")
		case c == '\\' && t.escapes && i+1 < len(t.rest) && strings.IndexByte(`nt`, t.rest[i+1]) >= 0:
			text += t.rest[i : i+2]
			i += 2
		case strings.IndexByte(`[]\^&~`, c) >= 0:
			text += `\` + string(c)
			i++
		default:
			text += string(c)
			i++
		}
	}
}
