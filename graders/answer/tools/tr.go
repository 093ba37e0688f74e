package tools

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/podium-labs/podium/graders/lang"
)

func tr(_ context.Context, env *Env, args []string) int {
	set := env.flags()
	set.SetInterspersed(false)
	remove := set.BoolP("delete", "d", false, "")
	squeeze := set.BoolP("squeeze-repeats", "s", false, "")
	complement := set.BoolP("complement", "c", false, "")
	upper := set.BoolP("big-complement", "C", false, "")
	sets, ok := env.parse(set, args)
	if !ok {
		return Usage
	}
	t := translation{remove: *remove, squeeze: *squeeze, complement: *complement || *upper}
	if err := t.prepare(sets); err != nil {
		return env.usage(lang.M("%s", err))
	}
	if env.Stdin == nil {
		return 0
	}
	out := bufio.NewWriter(env.Stdout)
	defer func() { _ = out.Flush() }()
	if err := t.run(bufio.NewReader(env.Stdin), out); err != nil {
		return 1
	}
	return 0
}

// translation is one call of tr.
type translation struct {
	remove, squeeze, complement bool
	from, to                    []rune
	squeezed                    []rune
}

func (t *translation) prepare(sets []string) error {
	want := 2
	if (t.remove && !t.squeeze) || (t.squeeze && !t.remove && len(sets) == 1) {
		want = 1
	}
	if len(sets) != want {
		return lang.Errorf("got %d sets of characters, want %d", len(sets), want)
	}
	var err error
	if t.from, err = expandSet(sets[0]); err != nil {
		return err
	}
	t.squeezed = t.from
	if len(sets) == 2 {
		if t.to, err = expandSet(sets[1]); err != nil {
			return err
		}
		if len(t.to) == 0 && !t.remove {
			return lang.Errorf("the second set must not be empty")
		}
		t.squeezed = t.to
	}
	return nil
}

func (t *translation) run(in *bufio.Reader, out *bufio.Writer) error {
	last := rune(-1)
	for {
		r, _, err := in.ReadRune()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		hit := slices.Contains(t.from, r) != t.complement
		if t.remove && hit {
			continue
		}
		if hit && len(t.to) > 0 && !t.remove {
			r = t.change(r)
		}
		if t.squeeze && r == last && t.squeezes(r) {
			continue
		}
		last = r
		if _, err := out.WriteRune(r); err != nil {
			return err
		}
		// Flushed by the line, so that a watch on the left shows on the right at once.
		if r == '\n' {
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
}

func (t *translation) change(r rune) rune {
	if t.complement {
		return t.to[len(t.to)-1]
	}
	i := slices.Index(t.from, r)
	return t.to[min(i, len(t.to)-1)]
}

func (t *translation) squeezes(r rune) bool {
	if t.to == nil {
		return slices.Contains(t.squeezed, r) != t.complement
	}
	return slices.Contains(t.squeezed, r)
}

var trClasses = map[string]func(rune) bool{
	"[:upper:]": unicode.IsUpper, "[:lower:]": unicode.IsLower, "[:digit:]": unicode.IsDigit, "[:alpha:]": unicode.IsLetter,
	"[:space:]": unicode.IsSpace, "[:punct:]": func(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) },
	"[:blank:]": func(r rune) bool { return r == ' ' || r == '\t' }, "[:cntrl:]": unicode.IsControl,
	"[:alnum:]": func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) },
	"[:print:]": unicode.IsPrint, "[:graph:]": func(r rune) bool { return unicode.IsGraphic(r) && r != ' ' },
	"[:xdigit:]": func(r rune) bool { return strings.ContainsRune("0123456789abcdefABCDEF", r) },
}

// expandSet writes out ranges, classes (ASCII) and escapes.
func expandSet(text string) ([]rune, error) {
	var out []rune
	for text != "" {
		if name, class := classAt(text); class != nil {
			for r := range rune(unicode.MaxASCII) {
				if class(r) {
					out = append(out, r)
				}
			}
			text = text[len(name):]
			continue
		}
		if strings.HasPrefix(text, "[=") || (strings.HasPrefix(text, "[") && strings.Contains(text, "*]")) {
			return nil, lang.Errorf("%s is not available in answers", text)
		}
		from, rest := oneRune(text)
		if !strings.HasPrefix(rest, "-") || len(rest) < 2 {
			out, text = append(out, from), rest
			continue
		}
		to, after := oneRune(rest[1:])
		if to < from {
			return nil, lang.Errorf("the range %c-%c is in reverse order", from, to)
		}
		for r := from; r <= to; r++ {
			out = append(out, r)
		}
		text = after
	}
	return out, nil
}

func classAt(text string) (string, func(rune) bool) {
	for name, class := range trClasses {
		if strings.HasPrefix(text, name) {
			return name, class
		}
	}
	return "", nil
}

// oneRune reads one character or escape.
func oneRune(text string) (rune, string) {
	runes := []rune(text)
	if runes[0] != '\\' || len(runes) == 1 {
		return runes[0], string(runes[1:])
	}
	if i := strings.IndexRune(`ntrabfv\`, runes[1]); i >= 0 {
		return rune("\n\t\r\a\b\f\v\\"[i]), string(runes[2:])
	}
	if strings.ContainsRune("01234567", runes[1]) {
		value, n := rune(0), 1
		for n < len(runes) && n <= 3 && strings.ContainsRune("01234567", runes[n]) {
			value = value*8 + runes[n] - '0'
			n++
		}
		return value, string(runes[n:])
	}
	return runes[1], string(runes[2:])
}
