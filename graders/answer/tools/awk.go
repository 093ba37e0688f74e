package tools

import (
	"context"
	"errors"
	"io"
	"regexp"
	"strings"

	"github.com/benhoyt/goawk/interp"
	"github.com/benhoyt/goawk/parser"

	"github.com/podium-labs/podium/graders/lang"
)

// perFile are the variables that need the interpreter to open files itself, which it must not.
var perFile = regexp.MustCompile(`\b(FILENAME|FNR|ARGV|ARGC)\b`)

var assignment = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*=`)

func awk(ctx context.Context, env *Env, args []string) int {
	set := env.flags()
	set.SetInterspersed(false)
	separator := set.StringP("field-separator", "F", "", "")
	vars := set.StringArrayP("assign", "v", nil, "")
	file := set.StringP("file", "f", "", "")
	operands, ok := env.parse(set, args)
	if !ok {
		return Usage
	}
	program, operands, err := awkProgram(env, *file, operands)
	if err != nil {
		env.complain(lang.M("%s", err))
		return Usage
	}
	parsed, err := parser.ParseProgram([]byte(program), nil)
	if err != nil {
		env.complain(lang.M("%s", err))
		return Usage
	}
	config := &interp.Config{
		Argv0: "awk", Output: env.Stdout, Error: env.Stderr, Environ: pairs(env.Environ),
		NoExec: true, NoFileWrites: true, NoFileReads: true,
	}
	if *separator != "" {
		config.Vars = append(config.Vars, "FS", *separator)
	}
	for _, text := range *vars {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return env.usage(lang.M("-v wants name=value, not %q", text))
		}
		config.Vars = append(config.Vars, name, value)
	}
	return env.awk(ctx, parsed, config, program, operands)
}

// awk feeds the files through standard input, because the interpreter may not open any.
func (e *Env) awk(ctx context.Context, parsed *parser.Program, config *interp.Config, program string, operands []string) int {
	var readers []io.Reader
	for _, name := range operands {
		if assignment.MatchString(name) {
			if len(readers) > 0 {
				return e.usage(lang.M("%s after a file is not available in answers", name))
			}
			config.Args = append(config.Args, name)
			continue
		}
		if perFile.MatchString(program) {
			return e.usage(lang.M("FILENAME, FNR, ARGV and ARGC with files are not available in answers; use < FILE"))
		}
		r, err := e.open(name)
		if err != nil {
			e.fileError(name, err)
			return Usage
		}
		defer func() { _ = r.Close() }()
		readers = append(readers, r)
	}
	config.Stdin = io.MultiReader(readers...)
	if len(readers) == 0 {
		config.Stdin = io.MultiReader()
		if e.Stdin != nil {
			config.Stdin = e.Stdin
		}
	}
	runner, err := interp.New(parsed)
	if err != nil {
		e.complain(lang.M("%s", err))
		return Usage
	}
	code, err := runner.ExecuteContext(ctx, config)
	if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		e.complain(lang.M("%s", err))
		return Usage
	}
	return code
}

func awkProgram(env *Env, file string, operands []string) (string, []string, error) {
	if file != "" {
		data, err := env.Box.ReadFile(env.Dir, file)
		return string(data), operands, err
	}
	if len(operands) == 0 {
		return "", nil, lang.Errorf("missing program")
	}
	return operands[0], operands[1:], nil
}

// pairs splits "name=value" into name and value, never nil: nil would mean the environment of this process.
func pairs(environ []string) []string {
	out := []string{}
	for _, text := range environ {
		name, value, _ := strings.Cut(text, "=")
		out = append(out, name, value)
	}
	return out
}
