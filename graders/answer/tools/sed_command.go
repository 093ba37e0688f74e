package tools

import (
	"regexp"
	"strings"

	"github.com/podium-labs/podium/graders/lang"
)

// sedSubstitution is s///.
type sedSubstitution struct {
	re          *regexp.Regexp // nil: the pattern used last
	replacement []sedPiece
	all, print  bool
	nth         int
	file        string
}

// sedPiece is a part of a replacement: literal text or a group.
type sedPiece struct {
	text  string
	group int  // -1 for literal text
	shape rune // U, L, E, u or l: changes the case of what follows
}

// argument reads what follows a command's letter.
func (p *sedParser) argument(c *sedCommand) error {
	switch c.name {
	case '#':
		p.line()
		return nil
	case '{':
		p.open = append(p.open, len(p.commands))
		p.commands = append(p.commands, c)
		return nil
	case '}':
		if len(p.open) == 0 || c.from != nil {
			return lang.Errorf("unexpected }")
		}
		last := len(p.open) - 1
		p.commands[p.open[last]].jump = len(p.commands)
		p.open = p.open[:last]
		return p.ended(c)
	case ':':
		p.skip(" \t")
		p.labels[p.word(";\n")] = len(p.commands)
		return nil
	case 'b', 't', 'T':
		p.skip(" \t")
		c.text = p.word(";\n}")
	case 'r', 'w':
		p.skip(" \t")
		if c.text = p.line(); c.text == "" {
			return lang.Errorf("%c needs a file", c.name)
		}
		p.commands = append(p.commands, c)
		return nil
	case 'a', 'i', 'c':
		if err := p.lineText(c); err != nil {
			return err
		}
		p.commands = append(p.commands, c)
		return nil
	case 'q', 'Q':
		p.skip(" \t")
		c.code, _ = p.number()
	case 's':
		if err := p.substitution(c); err != nil {
			return err
		}
	case 'y':
		if err := p.transliteration(c); err != nil {
			return err
		}
	case '=', 'd', 'D', 'g', 'G', 'h', 'H', 'n', 'N', 'p', 'P', 'x', 'z':
	case 0:
		return lang.Errorf("a command is missing")
	default:
		return lang.Errorf("command %c is not available in answers", c.name)
	}
	p.commands = append(p.commands, c)
	return p.ended(c)
}

// ended checks that nothing but an end of command follows.
func (p *sedParser) ended(c *sedCommand) error {
	p.skip(" \t")
	switch p.peek() {
	case 0, ';', '\n', '}', '#':
		return nil
	}
	return lang.Errorf("extra characters after command %c", c.name)
}

func (p *sedParser) word(stops string) string {
	var text strings.Builder
	for len(p.rest) > 0 && !strings.ContainsRune(stops, p.peek()) {
		text.WriteRune(p.next())
	}
	return strings.TrimSpace(text.String())
}

func (p *sedParser) line() string {
	var text strings.Builder
	for len(p.rest) > 0 && p.peek() != '\n' {
		text.WriteRune(p.next())
	}
	return text.String()
}

// lineText reads the text of a, i and c, in the form with a backslash and newline or in GNU's on one line.
func (p *sedParser) lineText(c *sedCommand) error {
	p.skip(" \t")
	if p.peek() == '\\' {
		p.next()
		p.skip(" \t")
		if p.peek() == '\n' {
			p.next()
		}
	}
	var text strings.Builder
	for len(p.rest) > 0 && p.peek() != '\n' {
		r := p.next()
		if r == '\\' && len(p.rest) > 0 {
			r = p.next()
			if r == 't' {
				r = '\t'
			}
		}
		text.WriteRune(r)
	}
	if text.Len() == 0 {
		return lang.Errorf("command %c needs text", c.name)
	}
	c.text = text.String() + "\n"
	return nil
}

func (p *sedParser) substitution(c *sedCommand) error {
	delimiter := p.next()
	if delimiter == 0 || delimiter == '\n' || delimiter == '\\' {
		return lang.Errorf("s needs a delimiter")
	}
	from, err := p.delimited(delimiter, true)
	if err != nil {
		return lang.Errorf("s: %w", err)
	}
	to, err := p.delimited(delimiter, false)
	if err != nil {
		return lang.Errorf("s: %w", err)
	}
	sub := &sedSubstitution{nth: 1}
	fold, err := p.modifiers(sub)
	if err != nil {
		return err
	}
	groups := 9
	if from != "" {
		if sub.re, err = (pattern{text: from, extended: p.extended, fold: fold, escapes: true}).compile(); err != nil {
			return err
		}
		groups = sub.re.NumSubexp()
	}
	c.sub = sub
	sub.replacement, err = replacement(to, groups)
	return err
}

func (p *sedParser) modifiers(sub *sedSubstitution) (fold bool, err error) {
	for {
		switch r := p.peek(); {
		case r == 'g':
			sub.all = true
		case r == 'p':
			sub.print = true
		case r == 'i' || r == 'I':
			fold = true
		case r >= '1' && r <= '9':
			sub.nth, _ = p.number()
			continue
		case r == 'w':
			p.next()
			p.skip(" \t")
			sub.file = p.line()
			return fold, nil
		case r == 'e' || r == 'm' || r == 'M':
			return fold, lang.Errorf("modifier %c of s is not available in answers", r)
		default:
			return fold, nil
		}
		p.next()
	}
}

// replacement splits the right side of s into its pieces.
func replacement(text string, groups int) ([]sedPiece, error) {
	var pieces []sedPiece
	var literal strings.Builder
	add := func(piece sedPiece) {
		if literal.Len() > 0 {
			pieces = append(pieces, sedPiece{text: literal.String(), group: -1})
			literal.Reset()
		}
		pieces = append(pieces, piece)
	}
	runes := []rune(text)
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		switch {
		case r == '&':
			add(sedPiece{group: 0})
		case r != '\\' || i+1 == len(runes):
			literal.WriteRune(r)
		default:
			i++
			switch e := runes[i]; {
			case e >= '0' && e <= '9':
				if int(e-'0') > groups {
					return nil, lang.Errorf(`invalid reference \%c on the right side of s`, e)
				}
				add(sedPiece{group: int(e - '0')})
			case strings.ContainsRune("ULEul", e):
				add(sedPiece{group: -1, shape: e})
			case e == 'n':
				literal.WriteRune('\n')
			case e == 't':
				literal.WriteRune('\t')
			default:
				literal.WriteRune(e)
			}
		}
	}
	if literal.Len() > 0 {
		pieces = append(pieces, sedPiece{text: literal.String(), group: -1})
	}
	return pieces, nil
}

func (p *sedParser) transliteration(c *sedCommand) error {
	delimiter := p.next()
	from, err := p.delimited(delimiter, false)
	if err != nil {
		return lang.Errorf("y: %w", err)
	}
	to, err := p.delimited(delimiter, false)
	if err != nil {
		return lang.Errorf("y: %w", err)
	}
	unescape := strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\\`, `\`)
	a, b := []rune(unescape.Replace(from)), []rune(unescape.Replace(to))
	if len(a) != len(b) {
		return lang.Errorf("y needs two texts of the same length")
	}
	c.swap = map[rune]rune{}
	for i, r := range a {
		c.swap[r] = b[i]
	}
	return nil
}

// resolve turns labels into places.
func (p *sedParser) resolve() error {
	for _, c := range p.commands {
		if !strings.ContainsRune("btT", c.name) {
			continue
		}
		c.jump = len(p.commands)
		if c.text != "" {
			at, ok := p.labels[c.text]
			if !ok {
				return lang.Errorf("there is no label %q", c.text)
			}
			c.jump = at
		}
	}
	return nil
}
