package tools

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/podium-labs/podium/graders/lang"
)

// sortKey is one -k: fields from and to (0 = to the end of the line), with its own ordering.
type sortKey struct {
	from, fromChar, to int
	ordering
}

// ordering says how two texts compare.
type ordering struct{ numeric, version, fold, reverse, blanks bool }

func sortTool(ctx context.Context, env *Env, args []string) int {
	set := env.flags()
	var whole ordering
	set.BoolVarP(&whole.numeric, "numeric-sort", "n", false, "")
	set.BoolVarP(&whole.version, "version-sort", "V", false, "")
	set.BoolVarP(&whole.fold, "ignore-case", "f", false, "")
	set.BoolVarP(&whole.reverse, "reverse", "r", false, "")
	set.BoolVarP(&whole.blanks, "ignore-leading-blanks", "b", false, "")
	unique := set.BoolP("unique", "u", false, "")
	stable := set.BoolP("stable", "s", false, "")
	separator := set.StringP("field-separator", "t", "", "")
	keyTexts := set.StringArrayP("key", "k", nil, "")
	target := set.StringP("output", "o", "", "")
	names, ok := env.parse(set, args)
	if !ok {
		return Usage
	}
	keys := make([]sortKey, 0, len(*keyTexts))
	for _, text := range *keyTexts {
		key, err := parseKey(text, whole)
		if err != nil {
			return env.usage(lang.M("%s", err))
		}
		keys = append(keys, key)
	}
	all, code := env.allLines(ctx, names)
	if len(keys) == 0 {
		keys = []sortKey{{from: 1, ordering: whole}}
	}
	order := sorter{keys: keys, separator: *separator}
	slices.SortStableFunc(all, func(a, b string) int {
		if c := order.compare(a, b); c != 0 || *stable || *unique {
			return c
		}
		return flip(strings.Compare(a, b), whole.reverse)
	})
	if *unique {
		all = slices.CompactFunc(all, func(a, b string) bool { return order.compare(a, b) == 0 })
	}
	text := strings.Join(all, "\n")
	if len(all) > 0 {
		text += "\n"
	}
	if *target != "" {
		if err := env.Box.WriteFile(env.Dir, *target, []byte(text)); err != nil {
			env.fileError(*target, err)
			return Usage
		}
		return code
	}
	_, _ = fmt.Fprint(env.Stdout, text)
	return code
}

type sorter struct {
	keys      []sortKey
	separator string
}

func (s sorter) compare(a, b string) int {
	for _, key := range s.keys {
		if c := key.order(s.part(a, key), s.part(b, key)); c != 0 {
			return flip(c, key.reverse)
		}
	}
	return 0
}

func flip(c int, reverse bool) int {
	if reverse {
		return -c
	}
	return c
}

// part cuts a key out of a line. Without a separator a field begins with the blanks before it, as POSIX has it.
func (s sorter) part(line string, key sortKey) string {
	if key.from == 1 && key.to == 0 && key.fromChar <= 1 {
		return key.trim(line)
	}
	fields, joint := blankFields(line), ""
	if s.separator != "" {
		fields, joint = strings.Split(line, s.separator), s.separator
	}
	last := len(fields)
	if key.to > 0 {
		last = min(last, key.to)
	}
	if key.from > last {
		return ""
	}
	text := key.trim(strings.Join(fields[key.from-1:last], joint))
	runes := []rune(text)
	return string(runes[min(len(runes), max(0, key.fromChar-1)):])
}

func blankFields(line string) []string {
	var fields []string
	start, seen := 0, false
	for i, r := range line {
		blank := r == ' ' || r == '\t'
		if blank && seen {
			fields = append(fields, line[start:i])
			start, seen = i, false
		}
		seen = seen || !blank
	}
	return append(fields, line[start:])
}

func (o ordering) trim(text string) string {
	if o.blanks || o.numeric {
		return strings.TrimLeft(text, " \t")
	}
	return text
}

func (o ordering) order(a, b string) int {
	switch {
	case o.numeric:
		return cmp.Compare(leading(a), leading(b))
	case o.version:
		return versions(a, b)
	case o.fold:
		return strings.Compare(strings.ToUpper(a), strings.ToUpper(b))
	}
	return strings.Compare(a, b)
}

// leading is the number that a text begins with, 0 if there is none.
func leading(text string) float64 {
	end := 0
	for end < len(text) && (strings.IndexByte("0123456789.", text[end]) >= 0 || (end == 0 && text[end] == '-')) {
		end++
	}
	n, err := strconv.ParseFloat(text[:end], 64)
	if err != nil {
		return 0
	}
	return n
}

// versions compares runs of digits as numbers and everything else by bytes.
func versions(a, b string) int {
	for a != "" && b != "" {
		digitA, digitB := run(a), run(b)
		if digitA != "" && digitB != "" {
			if c := cmp.Compare(leading(digitA), leading(digitB)); c != 0 {
				return c
			}
			a, b = a[len(digitA):], b[len(digitB):]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

func run(text string) string {
	i := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if i < 0 {
		return text
	}
	return text[:i]
}

// parseKey reads F[.C][OPTS][,F[OPTS]].
func parseKey(text string, whole ordering) (sortKey, error) {
	key := sortKey{}
	from, to, ranged := strings.Cut(text, ",")
	letters := strings.TrimLeft(from, "0123456789.") + strings.TrimLeft(to, "0123456789.")
	from, to = strings.TrimRightFunc(from, unicode.IsLetter), strings.TrimRightFunc(to, unicode.IsLetter)
	field, char, dotted := strings.Cut(from, ".")
	var err error
	if key.from, err = atoi(field); err != nil || key.from == 0 {
		return key, lang.Errorf("invalid key %q", text)
	}
	if dotted {
		if key.fromChar, err = atoi(char); err != nil {
			return key, lang.Errorf("invalid key %q", text)
		}
	}
	if ranged {
		if key.to, err = atoi(to); err != nil {
			return key, lang.Errorf("key %q is not available in answers", text)
		}
	}
	if letters == "" {
		key.ordering = whole
	}
	for _, letter := range letters {
		switch letter {
		case 'n':
			key.numeric = true
		case 'V':
			key.version = true
		case 'f':
			key.fold = true
		case 'r':
			key.reverse = true
		case 'b':
			key.blanks = true
		default:
			return key, lang.Errorf("key option %c is not available in answers", letter)
		}
	}
	return key, nil
}
