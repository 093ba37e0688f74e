package tools

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/itchyny/gojq"

	"github.com/podium-labs/podium/graders/lang"
)

// The exit codes of jq.
const (
	jqFalse   = 1
	jqInput   = 2
	jqCompile = 3
	jqNone    = 4
	jqFailed  = 5
)

// jqCall is one call of jq.
type jqCall struct {
	jqOptions
	env    *Env
	code   *gojq.Code
	values []any
	// last is whether the last output counts as true for -e; none before there is any.
	last, none bool
}

func jq(ctx context.Context, env *Env, args []string) int {
	options, err := parseJQ(env, args)
	if err != nil {
		return env.usage(lang.M("%s", err))
	}
	query, err := gojq.Parse(options.filter)
	if err != nil {
		env.complain(lang.M("error: %s", err))
		return jqCompile
	}
	input, closeAll, code := options.open(env)
	defer closeAll()
	source := newJQSource(input, options)
	names, values := options.variables()
	compiled, err := gojq.Compile(query, gojq.WithVariables(names), gojq.WithInputIter(source),
		gojq.WithEnvironLoader(func() []string { return env.Environ }))
	if err != nil {
		env.complain(lang.M("error: %s", err))
		return jqCompile
	}
	call := &jqCall{jqOptions: options, env: env, code: compiled, values: values, none: true}
	return max(code, call.run(ctx, source))
}

func (o jqOptions) open(env *Env) (io.Reader, func(), int) {
	if len(o.files) == 0 {
		if env.Stdin == nil {
			return io.MultiReader(), func() {}, 0
		}
		return env.Stdin, func() {}, 0
	}
	var readers []io.Reader
	var closers []io.Closer
	code := 0
	for _, name := range o.files {
		r, err := env.open(name)
		if err != nil {
			env.fileError(name, err)
			code = jqInput
			continue
		}
		readers, closers = append(readers, r), append(closers, r)
	}
	return io.MultiReader(readers...), func() {
		for _, c := range closers {
			_ = c.Close()
		}
	}, code
}

// run applies the filter to each input, or once to null with -n.
func (c *jqCall) run(ctx context.Context, source gojq.Iter) int {
	code := 0
	if c.null {
		source = gojq.NewIter[any](nil)
	}
	for ctx.Err() == nil {
		value, ok := source.Next()
		if !ok {
			break
		}
		if err, bad := value.(error); bad {
			c.env.complain(lang.M("error: %s", err))
			return jqInput
		}
		got, stop := c.outputs(c.code.RunWithContext(ctx, value, c.values...))
		code = max(code, got)
		if stop {
			return got
		}
	}
	switch {
	case code != 0 || !c.status:
		return code
	case c.none:
		return jqNone
	case !c.last:
		return jqFalse
	}
	return 0
}

// outputs prints what the filter gives for one input; stop ends the whole call.
func (c *jqCall) outputs(iter gojq.Iter) (code int, stop bool) {
	for {
		value, ok := iter.Next()
		if !ok {
			return 0, false
		}
		if err, bad := value.(error); bad {
			return c.failed(err)
		}
		truth, isBool := value.(bool)
		c.none, c.last = false, value != nil && (truth || !isBool)
		text, err := c.format(value)
		if err != nil {
			return c.failed(err)
		}
		if _, err := io.WriteString(c.env.Stdout, text); err != nil {
			return jqInput, true
		}
	}
}

func (c *jqCall) failed(err error) (code int, stop bool) {
	if halt, ok := errors.AsType[*gojq.HaltError](err); ok {
		if value := halt.Value(); value != nil {
			if text, ok := value.(string); ok {
				_, _ = io.WriteString(c.env.Stderr, text)
			} else {
				_, _ = fmt.Fprintln(c.env.Stderr, value)
			}
		}
		return halt.ExitCode(), true
	}
	if !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		c.env.complain(lang.M("error: %s", err))
	}
	return jqFailed, false
}
