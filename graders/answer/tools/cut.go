package tools

import (
	"context"
	"io"
	"strings"

	"github.com/podium-labs/podium/graders/lang"
)

// span is a range of fields or characters, counted from 1; to is 0 when open.
type span struct{ from, to int }

func cut(ctx context.Context, env *Env, args []string) int {
	set := env.flags()
	delimiter := set.StringP("delimiter", "d", "\t", "")
	fields := set.StringP("fields", "f", "", "")
	chars := set.StringP("characters", "c", "", "")
	only := set.BoolP("only-delimited", "s", false, "")
	complement := set.Bool("complement", false, "")
	joint := set.String("output-delimiter", "", "")
	names, ok := env.parse(set, args)
	if !ok {
		return Usage
	}
	if (*fields == "") == (*chars == "") {
		return env.usage(lang.M("give either -f or -c"))
	}
	if len([]rune(*delimiter)) != 1 {
		return env.usage(lang.M("the delimiter must be a single character"))
	}
	spans, err := parseSpans(*fields + *chars)
	if err != nil {
		return env.usage(lang.M("%s", err))
	}
	if *joint == "" && *fields != "" {
		*joint = *delimiter
	}
	out := env.output()
	defer out.close()
	return env.each(names, func(_ string, r io.Reader) error {
		return lines(ctx, r, func(line string, _ bool) error {
			parts := strings.Split(line, "")
			if *fields != "" {
				if !strings.Contains(line, *delimiter) {
					if *only {
						return nil
					}
					return out.live(line)
				}
				parts = strings.Split(line, *delimiter)
			}
			return out.live(strings.Join(pick(parts, spans, *complement), *joint))
		})
	})
}

func pick(parts []string, spans []span, complement bool) []string {
	var out []string
	for i, part := range parts {
		if within(spans, i+1) != complement {
			out = append(out, part)
		}
	}
	return out
}

func within(spans []span, n int) bool {
	for _, s := range spans {
		if n >= s.from && (s.to == 0 || n <= s.to) {
			return true
		}
	}
	return false
}

func parseSpans(text string) ([]span, error) {
	var spans []span
	for item := range strings.SplitSeq(text, ",") {
		s, err := parseSpan(item)
		if err != nil {
			return nil, err
		}
		spans = append(spans, s)
	}
	return spans, nil
}

func parseSpan(item string) (span, error) {
	left, right, ranged := strings.Cut(item, "-")
	s := span{from: 1}
	var err error
	if left != "" {
		if s.from, err = atoi(left); err != nil {
			return s, err
		}
	}
	switch {
	case !ranged:
		s.to = s.from
	case right != "":
		if s.to, err = atoi(right); err != nil {
			return s, err
		}
	case left == "":
		return s, lang.Errorf("a range needs a number")
	}
	if s.from == 0 || (s.to != 0 && s.to < s.from) {
		return s, lang.Errorf("fields and positions are numbered from 1, in rising order")
	}
	return s, nil
}
