package shell

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/podium-labs/podium/graders/answer/tools"
	"github.com/podium-labs/podium/graders/lang"
)

// nested is bash and sh inside of a script: -c TEXT or FILE, with -e, -u, -x and -o pipefail.
func (s *Shell) nested(ctx context.Context, env *tools.Env, args []string) int {
	var options []string
	for len(args) > 0 && strings.HasPrefix(args[0], "-") && args[0] != "-" {
		option := args[0]
		args = args[1:]
		switch {
		case option == "-o" && len(args) > 0:
			options, args = append(options, "set -o "+quote(args[0])), args[1:]
		case strings.Trim(option, "-euxlc") != "":
			_, _ = fmt.Fprintln(env.Stderr, env.Say(lang.M("%s: option %s is not available in answers", "bash", option)))
			return tools.Usage
		case strings.HasSuffix(option, "c"):
			options = append(options, flagsOf(option)...)
			return s.inline(ctx, env, options, args)
		default:
			options = append(options, flagsOf(option)...)
		}
	}
	if len(args) == 0 {
		_, _ = fmt.Fprintln(env.Stderr, env.Say(lang.M("bash: a script on standard input is not available in answers; give -c or a file")))
		return tools.Usage
	}
	source, err := s.box.ReadFile(env.Dir, args[0])
	if err != nil {
		_, _ = fmt.Fprintln(env.Stderr, env.Say(lang.M("%s: %s", "bash", err)))
		return notAvailable
	}
	return s.child(ctx, env, args[0], options, string(source), args[1:])
}

func flagsOf(option string) []string {
	var set []string
	for _, letter := range strings.Trim(option, "-lc") {
		set = append(set, "set -"+string(letter))
	}
	return set
}

func (s *Shell) inline(ctx context.Context, env *tools.Env, options, args []string) int {
	if len(args) == 0 {
		_, _ = fmt.Fprintln(env.Stderr, env.Say(lang.M("bash: -c needs a text")))
		return tools.Usage
	}
	name, params := "bash", args[1:]
	if len(params) > 0 {
		name, params = params[0], params[1:]
	}
	return s.child(ctx, env, name, options, args[0], params)
}

func (s *Shell) child(ctx context.Context, env *tools.Env, name string, options []string, source string, params []string) int {
	// The options go onto the first line, so that the line numbers in messages stay right.
	source = strings.Join(append(options, source), "; ")
	code, err := s.run(ctx, name, []byte(source), script{
		dir: env.Dir, environ: env.Environ, params: params,
		streams: Streams{Stdin: env.Stdin, Stdout: env.Stdout, Stderr: env.Stderr},
	})
	if err != nil && !errors.Is(err, ctx.Err()) {
		_, _ = fmt.Fprintln(env.Stderr, env.Say(lang.M("%s: %s", "bash", err)))
		return 1
	}
	if err != nil {
		return brokenPipe
	}
	return code
}
