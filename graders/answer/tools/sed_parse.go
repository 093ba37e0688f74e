package tools

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/podium-labs/podium/graders/lang"
)

// sedAddress selects lines.
type sedAddress struct {
	line  int            // a line number; 0 is allowed only before a pattern
	last  bool           // $
	re    *regexp.Regexp // /re/
	empty bool           // //: the pattern used last
	step  int            // first~step
	plus  bool           // +N after a first address
	times bool           // ~N after a first address
}

// sedCommand is one command with its addresses.
type sedCommand struct {
	from, to *sedAddress
	negate   bool
	name     rune
	text     string // the argument of a, i, c, b, t, r, w, : and y
	jump     int    // where b, t and a skipped { go on
	code     int    // of q and Q
	sub      *sedSubstitution
	swap     map[rune]rune

	active bool // inside a range
	until  int  // last line of a range that ends by number
}

// sedParser reads a script.
type sedParser struct {
	rest     []rune
	extended bool
	commands []*sedCommand
	open     []int
	labels   map[string]int
}

func parseSed(script string, extended bool) ([]*sedCommand, error) {
	p := &sedParser{rest: []rune(script), extended: extended, labels: map[string]int{}}
	for {
		p.skip(" \t\n;")
		if len(p.rest) == 0 {
			break
		}
		if err := p.command(); err != nil {
			return nil, err
		}
	}
	if len(p.open) > 0 {
		return nil, lang.Errorf("unmatched {")
	}
	return p.commands, p.resolve()
}

func (p *sedParser) skip(set string) {
	for len(p.rest) > 0 && strings.ContainsRune(set, p.rest[0]) {
		p.rest = p.rest[1:]
	}
}

func (p *sedParser) next() rune {
	if len(p.rest) == 0 {
		return 0
	}
	r := p.rest[0]
	p.rest = p.rest[1:]
	return r
}

func (p *sedParser) peek() rune {
	if len(p.rest) == 0 {
		return 0
	}
	return p.rest[0]
}

func (p *sedParser) command() error {
	c := &sedCommand{}
	var err error
	if c.from, err = p.address(false); err != nil {
		return err
	}
	p.skip(" \t")
	if c.from != nil && p.peek() == ',' {
		p.next()
		p.skip(" \t")
		if c.to, err = p.address(true); err != nil {
			return err
		}
		if c.to == nil {
			return lang.Errorf("a second address is missing after the comma")
		}
	}
	if c.from != nil && c.from.line == 0 && c.from.step == 0 && c.from.re == nil && !c.from.last && !c.from.empty && (c.to == nil || c.to.re == nil) {
		return lang.Errorf("line 0 is only good before a pattern: 0,/re/")
	}
	p.skip(" \t")
	for p.peek() == '!' {
		c.negate = true
		p.next()
		p.skip(" \t")
	}
	c.name = p.next()
	return p.argument(c)
}

func (p *sedParser) number() (int, bool) {
	n, ok := 0, false
	for unicode.IsDigit(p.peek()) {
		n, ok = n*10+int(p.next()-'0'), true
	}
	return n, ok
}

func (p *sedParser) address(second bool) (*sedAddress, error) {
	switch r := p.peek(); {
	case unicode.IsDigit(r):
		a := &sedAddress{}
		a.line, _ = p.number()
		if p.peek() == '~' && !second {
			p.next()
			a.step, _ = p.number()
		}
		return a, nil
	case r == '$':
		p.next()
		return &sedAddress{last: true}, nil
	case second && (r == '+' || r == '~'):
		p.next()
		n, ok := p.number()
		if !ok {
			return nil, lang.Errorf("a number is missing after %c", r)
		}
		return &sedAddress{line: n, plus: r == '+', times: r == '~'}, nil
	case r == '/' || r == '\\':
		p.next()
		if r == '\\' {
			r = p.next()
		}
		return p.pattern(r)
	}
	return nil, nil //nolint:nilnil // no address is allowed
}

func (p *sedParser) pattern(delimiter rune) (*sedAddress, error) {
	text, err := p.delimited(delimiter, true)
	if err != nil {
		return nil, err
	}
	fold := false
	for p.peek() == 'I' || p.peek() == 'M' {
		if p.next() == 'M' {
			return nil, lang.Errorf("modifier M is not available in answers")
		}
		fold = true
	}
	if text == "" {
		return &sedAddress{empty: true}, nil
	}
	re, err := pattern{text: text, extended: p.extended, fold: fold, escapes: true}.compile()
	return &sedAddress{re: re}, err
}

// delimited reads up to the delimiter; in a pattern it may stand inside brackets, and \delimiter is the delimiter itself.
func (p *sedParser) delimited(delimiter rune, isPattern bool) (string, error) {
	var text strings.Builder
	for len(p.rest) > 0 {
		switch r := p.next(); {
		case r == '\\' && len(p.rest) > 0:
			text.WriteString(p.escaped(delimiter, isPattern))
		case r == delimiter:
			return text.String(), nil
		case isPattern && r == '[':
			text.WriteString("[" + p.bracket())
		default:
			text.WriteRune(r)
		}
	}
	return "", lang.Errorf("a %c is missing", delimiter)
}

// escaped reads what follows a backslash.
func (p *sedParser) escaped(delimiter rune, isPattern bool) string {
	r := p.next()
	if r != delimiter || r == '&' {
		return `\` + string(r)
	}
	if isPattern && strings.ContainsRune(`.*[]^$+?(){}|`, r) {
		return `\` + string(r)
	}
	return string(r)
}

// bracket reads the rest of [...], where nothing but ] ends it and a backslash is itself.
func (p *sedParser) bracket() string {
	var text strings.Builder
	if p.peek() == '^' {
		text.WriteRune(p.next())
	}
	if p.peek() == ']' {
		text.WriteRune(p.next())
	}
	for len(p.rest) > 0 {
		r := p.next()
		text.WriteRune(r)
		if r == ']' {
			break
		}
		if r == '[' && p.peek() == ':' {
			for len(p.rest) > 0 && p.peek() != ']' {
				text.WriteRune(p.next())
			}
			text.WriteRune(p.next())
		}
	}
	return text.String()
}
