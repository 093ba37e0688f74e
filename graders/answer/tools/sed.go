package tools

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"

	"github.com/podium-labs/podium/graders/lang"
)

// sedCall is the command line of one call.
type sedCall struct {
	script   string
	extended bool
	quiet    bool
	separate bool
	inPlace  bool
	suffix   string
}

func sed(ctx context.Context, env *Env, args []string) int {
	set := env.flags()
	scripts := set.StringArrayP("expression", "e", nil, "")
	files := set.StringArrayP("file", "f", nil, "")
	quiet := set.BoolP("quiet", "n", false, "")
	silent := set.Bool("silent", false, "")
	extended := set.BoolP("regexp-extended", "E", false, "")
	old := set.BoolP("old-extended", "r", false, "")
	separate := set.BoolP("separate", "s", false, "")
	set.BoolP("unbuffered", "u", false, "")
	suffix := set.StringP("in-place", "i", "", "")
	set.Lookup("in-place").NoOptDefVal = " "
	operands, ok := env.parse(set, suffixes(args))
	if !ok {
		return Usage
	}
	for _, name := range *files {
		text, err := env.Box.ReadFile(env.Dir, name)
		if err != nil {
			env.fileError(name, err)
			return 1
		}
		*scripts = append(*scripts, strings.TrimSuffix(string(text), "\n"))
	}
	if len(*scripts) == 0 {
		if len(operands) == 0 {
			return env.usage(lang.M("missing script"))
		}
		*scripts, operands = operands[:1], operands[1:]
	}
	call := sedCall{
		script: strings.Join(*scripts, "\n"), extended: *extended || *old, quiet: *quiet || *silent, separate: *separate,
		inPlace: *suffix != "", suffix: strings.TrimSpace(*suffix),
	}
	if call.inPlace || call.separate {
		return call.eachFile(ctx, env, operands)
	}
	out := env.output()
	defer out.close()
	var input []sedLine
	code := env.each(operands, func(_ string, r io.Reader) error {
		more, err := sedLines(ctx, r)
		input = append(input, more...)
		return err
	})
	if code != 0 {
		code = Usage
	}
	return max(code, call.run(ctx, env, input, out))
}

// suffixes writes -i.bak as --in-place=.bak: whatever follows -i in one word is the suffix.
func suffixes(args []string) []string {
	out := make([]string, len(args))
	for i, arg := range args {
		if rest, ok := strings.CutPrefix(arg, "-i"); ok && rest != "" {
			arg = "--in-place=" + rest
		}
		out[i] = arg
	}
	return out
}

func sedLines(ctx context.Context, r io.Reader) ([]sedLine, error) {
	var all []sedLine
	err := lines(ctx, r, func(line string, ended bool) error {
		all = append(all, sedLine{text: line, ended: ended})
		return nil
	})
	return all, err
}

func (c sedCall) eachFile(ctx context.Context, env *Env, names []string) int {
	if len(names) == 0 {
		return env.usage(lang.M("-i and -s need files"))
	}
	code := 0
	for _, name := range names {
		data, err := env.Box.ReadFile(env.Dir, name)
		if err != nil {
			env.fileError(name, err)
			code = Usage
			continue
		}
		input, err := sedLines(ctx, bytes.NewReader(data))
		if err != nil {
			return 1
		}
		inner, changed := *env, &bytes.Buffer{}
		if c.inPlace {
			inner.Stdout = changed
		}
		out := inner.output()
		code = max(code, c.run(ctx, &inner, input, out))
		out.close()
		if c.inPlace && code == 0 {
			code = max(code, c.replace(env, name, data, changed.Bytes()))
		}
	}
	return code
}

func (c sedCall) replace(env *Env, name string, before, after []byte) int {
	if c.suffix != "" {
		if err := env.Box.WriteFile(env.Dir, name+c.suffix, before); err != nil {
			env.fileError(name+c.suffix, err)
			return 1
		}
	}
	if err := env.Box.WriteFile(env.Dir, name, after); err != nil {
		env.fileError(name, err)
		return 1
	}
	return 0
}

func (c sedCall) run(ctx context.Context, env *Env, input []sedLine, out *output) int {
	commands, err := parseSed(c.script, c.extended)
	if err != nil {
		env.complain(lang.M("%s", err))
		return 1
	}
	s := &sedRun{env: env, commands: commands, quiet: c.quiet, out: out, input: input}
	err = s.run(func() bool { return ctx.Err() != nil })
	switch {
	case err == nil, errors.Is(err, errSedQuit):
		return s.code
	case errors.Is(err, errStop):
		return 1
	}
	env.complain(lang.M("%s", err))
	return 1
}
