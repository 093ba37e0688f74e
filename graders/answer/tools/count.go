package tools

import (
	"context"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/podium-labs/podium/graders/lang"
)

func uniq(ctx context.Context, env *Env, args []string) int {
	set := env.flags()
	count := set.BoolP("count", "c", false, "")
	repeated := set.BoolP("repeated", "d", false, "")
	single := set.BoolP("unique", "u", false, "")
	fold := set.BoolP("ignore-case", "i", false, "")
	names, ok := env.parse(set, args)
	if !ok {
		return Usage
	}
	if len(names) > 1 {
		return env.usage(lang.M("an output file is not available in answers"))
	}
	out := env.output()
	defer out.close()
	group, n := "", 0
	flush := func() error {
		if n == 0 || (*repeated && n < 2) || (*single && n > 1) {
			return nil
		}
		if *count {
			return out.line(fmt.Sprintf("%7d %s", n, group))
		}
		return out.line(group)
	}
	code := env.each(names, func(_ string, r io.Reader) error {
		return lines(ctx, r, func(line string, _ bool) error {
			if n > 0 && (line == group || (*fold && strings.EqualFold(line, group))) {
				n++
				return nil
			}
			err := flush()
			group, n = line, 1
			return err
		})
	})
	_ = flush()
	return code
}

func seq(ctx context.Context, env *Env, args []string) int {
	separator, equal := "\n", false
	for len(args) > 0 {
		switch {
		case args[0] == "-w":
			equal, args = true, args[1:]
			continue
		case args[0] == "-s" && len(args) > 1:
			separator, args = args[1], args[2:]
			continue
		case strings.HasPrefix(args[0], "-s") && len(args[0]) > 2:
			separator, args = args[0][2:], args[1:]
			continue
		case strings.HasPrefix(args[0], "-") && !isNumber(args[0]):
			env.refuse(args[0])
			return Usage
		}
		break
	}
	from, step, to, decimals, err := seqRange(args)
	if err != nil {
		return env.usage(lang.M("%s", err))
	}
	width := 0
	if equal {
		width = max(len(strconv.FormatFloat(from, 'f', decimals, 64)), len(strconv.FormatFloat(to, 'f', decimals, 64)))
	}
	out := env.output()
	defer out.close()
	steps := int(math.Floor((to-from)/step + 1e-9))
	for i := 0; i <= steps && ctx.Err() == nil; i++ {
		gap := separator
		if i == steps {
			gap = "\n"
		}
		if out.text(fmt.Sprintf("%0*.*f%s", width, decimals, from+float64(i)*step, gap)) != nil {
			return 1
		}
	}
	return 0
}

func isNumber(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}

func seqRange(args []string) (from, step, to float64, decimals int, err error) {
	if len(args) < 1 || len(args) > 3 {
		return 0, 0, 0, 0, lang.Errorf("got %d numbers, want 1 to 3", len(args))
	}
	values := make([]float64, len(args))
	for i, arg := range args {
		if values[i], err = strconv.ParseFloat(arg, 64); err != nil {
			return 0, 0, 0, 0, lang.Errorf("%q is no number", arg)
		}
		if _, fraction, ok := strings.Cut(arg, "."); ok && (i < len(args)-1 || len(args) == 1) {
			decimals = max(decimals, len(fraction))
		}
	}
	from, step, to = 1, 1, values[len(values)-1]
	if len(args) > 1 {
		from = values[0]
	}
	if len(args) > 2 {
		step = values[1]
	}
	if step == 0 {
		err = lang.Errorf("the step must not be zero")
	}
	return from, step, to, decimals, err
}
