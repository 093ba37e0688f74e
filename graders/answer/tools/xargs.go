package tools

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/podium-labs/podium/graders/lang"
)

func xargs(ctx context.Context, env *Env, args []string) int {
	set := env.flags()
	set.SetInterspersed(false)
	replace := set.StringP("replace", "I", "", "")
	most := set.IntP("max-args", "n", 0, "")
	perLine := set.IntP("max-lines", "L", 0, "")
	delimiter := set.StringP("delimiter", "d", "", "")
	null := set.BoolP("null", "0", false, "")
	skipEmpty := set.BoolP("no-run-if-empty", "r", false, "")
	trace := set.BoolP("verbose", "t", false, "")
	set.IntP("max-procs", "P", 1, "") // one after the other is one way to run up to P at once
	command, ok := env.parse(set, args)
	if !ok {
		return Usage
	}
	if len(command) == 0 {
		command = []string{"echo"}
	}
	if *null {
		*delimiter = "\x00"
	}
	var data []byte
	if env.Stdin != nil {
		var err error
		if data, err = io.ReadAll(env.Stdin); err != nil {
			env.complain(lang.M("%s", err))
			return 1
		}
	}
	x := xargsCall{replace: *replace, most: *most, perLine: *perLine, delimiter: *delimiter, skipEmpty: *skipEmpty, trace: *trace}
	calls, err := x.calls(string(data), command)
	if err != nil {
		env.complain(lang.M("%s", err))
		return 1
	}
	return x.run(ctx, env, calls)
}

type xargsCall struct {
	replace, delimiter string
	most, perLine      int
	skipEmpty, trace   bool
}

// calls makes the command lines to run.
func (x xargsCall) calls(input string, command []string) ([][]string, error) {
	items, err := x.items(input)
	if err != nil {
		return nil, err
	}
	if x.replace != "" {
		var calls [][]string
		for _, item := range items {
			call := make([]string, len(command))
			for i, word := range command {
				call[i] = strings.ReplaceAll(word, x.replace, item)
			}
			calls = append(calls, call)
		}
		return calls, nil
	}
	if len(items) == 0 {
		if x.skipEmpty {
			return nil, nil
		}
		return [][]string{command}, nil
	}
	size := len(items)
	if x.most > 0 {
		size = x.most
	}
	if x.perLine > 0 {
		return x.byLines(input, command)
	}
	var calls [][]string
	for chunk := range slices.Chunk(items, size) {
		calls = append(calls, append(slices.Clone(command), chunk...))
	}
	return calls, nil
}

func (x xargsCall) byLines(input string, command []string) ([][]string, error) {
	var calls [][]string
	for chunk := range slices.Chunk(nonEmpty(strings.Split(input, "\n")), x.perLine) {
		words, err := splitWords(strings.Join(chunk, "\n"))
		if err != nil {
			return nil, err
		}
		calls = append(calls, append(slices.Clone(command), words...))
	}
	return calls, nil
}

func (x xargsCall) items(input string) ([]string, error) {
	switch {
	case x.delimiter != "":
		separator := strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\0`, "\x00").Replace(x.delimiter)
		items := strings.Split(input, separator)
		if items[len(items)-1] == "" {
			items = items[:len(items)-1]
		}
		return items, nil
	case x.replace != "":
		var items []string
		for _, line := range nonEmpty(strings.Split(input, "\n")) {
			items = append(items, strings.TrimLeft(line, " \t"))
		}
		return items, nil
	}
	return splitWords(input)
}

func nonEmpty(all []string) []string {
	return slices.DeleteFunc(all, func(line string) bool { return strings.TrimSpace(line) == "" })
}

// splitWords splits at blanks, with quotes and backslashes as xargs reads them.
func splitWords(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord, quote, escaped := false, rune(0), false
	for _, r := range text {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\\':
			escaped, inWord = true, true
		case r == '\'' || r == '"':
			quote, inWord = r, true
		case r == ' ' || r == '\t' || r == '\n':
			if inWord {
				words = append(words, word.String())
				word.Reset()
			}
			inWord = false
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, lang.Errorf("unmatched %c in the input", quote)
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}

// run runs the calls; like the usual xargs it goes on after a failure and then returns 123.
func (x xargsCall) run(ctx context.Context, env *Env, calls [][]string) int {
	code := 0
	inner := *env
	inner.Stdin = strings.NewReader("")
	for _, call := range calls {
		if ctx.Err() != nil {
			return 1
		}
		if x.trace {
			_, _ = fmt.Fprintln(env.Stderr, strings.Join(call, " "))
		}
		switch got := env.Exec(ctx, &inner, call); got {
		case 0:
		case 255:
			return 124
		case 126, 127:
			return got
		default:
			code = 123
		}
	}
	return code
}
