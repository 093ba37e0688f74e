package tools

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/podium-labs/podium/graders/lang"
)

func cat(ctx context.Context, env *Env, args []string) int {
	set := env.flags()
	number := set.BoolP("number", "n", false, "")
	names, ok := env.parse(set, args)
	if !ok {
		return Usage
	}
	if !*number {
		return env.each(names, func(_ string, r io.Reader) error {
			if _, err := io.Copy(env.Stdout, r); err != nil {
				return errStop
			}
			return nil
		})
	}
	n := 0
	return env.perLine(ctx, names, func(line string) string {
		n++
		return fmt.Sprintf("%6d\t%s", n, line)
	})
}

func tac(ctx context.Context, env *Env, args []string) int {
	names, ok := env.parse(env.flags(), args)
	if !ok {
		return Usage
	}
	all, code := env.allLines(ctx, names)
	out := env.output()
	defer out.close()
	for _, line := range slices.Backward(all) {
		if out.line(line) != nil {
			break
		}
	}
	return code
}

func rev(ctx context.Context, env *Env, args []string) int {
	names, ok := env.parse(env.flags(), args)
	if !ok {
		return Usage
	}
	return env.perLine(ctx, names, func(line string) string {
		runes := []rune(line)
		slices.Reverse(runes)
		return string(runes)
	})
}

func tee(_ context.Context, env *Env, args []string) int {
	set := env.flags()
	add := set.BoolP("append", "a", false, "")
	names, ok := env.parse(set, args)
	if !ok {
		return Usage
	}
	writers, code := []io.Writer{env.Stdout}, 0
	for _, name := range names {
		f, err := env.Box.OpenFile(env.Dir, name, writeFlags(*add), 0o644)
		if err != nil {
			env.fileError(name, err)
			code = 1
			continue
		}
		defer func() { _ = f.Close() }()
		writers = append(writers, f)
	}
	if env.Stdin == nil {
		return code
	}
	if _, err := io.Copy(io.MultiWriter(writers...), env.Stdin); err != nil {
		env.complain(lang.M("%s", err))
		return 1
	}
	return code
}

func paste(ctx context.Context, env *Env, args []string) int {
	set := env.flags()
	serial := set.BoolP("serial", "s", false, "")
	delimiter := set.StringP("delimiters", "d", "\t", "")
	names, ok := env.parse(set, args)
	if !ok {
		return Usage
	}
	if !*serial || len([]rune(*delimiter)) > 1 {
		return env.usage(lang.M("only -s with one delimiter is available in answers"))
	}
	all, code := env.allLines(ctx, names)
	_, _ = fmt.Fprintln(env.Stdout, strings.Join(all, *delimiter))
	return code
}
