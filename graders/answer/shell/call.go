package shell

import (
	"context"
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/interp"
)

// killName stands for kill, which the interpreter takes for a builtin that it does not have.
const killName = "podium-kill"

// printfName stands for printf, likewise.
const printfName = "podium-printf"

// call sees every simple command, builtins too, and rewrites those that would look at the host.
func (s *Shell) call(ctx context.Context, args []string) ([]string, error) {
	if (args[0] == "command" || args[0] == "builtin") && len(args) > 1 && (args[1] == "test" || args[1] == "[") {
		args = args[1:]
	}
	switch args[0] {
	case "test", "[":
		return confinedTest(args), nil
	case "eval":
		return confinedEval(args), nil
	case "kill":
		return append([]string{killName}, args[1:]...), nil
	case "cd", "pushd", "source", ".":
		return s.mapped(ctx, args), nil
	case "command", "type":
		if names, ok := s.asked(args); ok {
			return names, nil
		}
	case "printf":
		return formatted(args), nil
	case "trap":
		return trapped(args), nil
	case "umask":
		return []string{"true"}, nil
	}
	return args, nil
}

// mapped gives the interpreter the host path of what the answer knows by another name.
func (s *Shell) mapped(ctx context.Context, args []string) []string {
	if len(args) < 2 || strings.HasPrefix(args[1], "-") {
		return args
	}
	place, err := s.box.Real(interp.HandlerCtx(ctx).Dir, args[1])
	switch {
	case err != nil && (args[0] == "source" || args[0] == "."):
		// The interpreter would look the file up on the host first, only to be refused by open.
		return []string{"eval", "echo " + args[0] + ": " + quote(s.said(err).Error()) + " >&2; false"}
	case err != nil:
		return args
	}
	return append([]string{args[0], place}, args[2:]...)
}

func quote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// asked answers "command -v kubectl" and "type kubectl".
func (s *Shell) asked(args []string) ([]string, bool) {
	name, short := "", false
	switch {
	case args[0] == "command" && len(args) == 3 && args[1] == "-v":
		name, short = args[2], true
	case args[0] == "type" && len(args) == 3 && args[1] == "-P":
		name, short = args[2], true
	case args[0] == "type" && len(args) == 2:
		name = args[1]
	}
	if !slices.Contains(s.names, name) || interp.IsBuiltin(name) {
		return nil, false
	}
	where := path.Join(bin, name)
	if short {
		return []string{"echo", where}, true
	}
	return []string{"echo", name + " is " + where}, true
}

// formatted leads to our own printf, since the interpreter's knows no precision; -v becomes an assignment. The dot keeps newlines at
// the end, which the substitution would cut off.
func formatted(args []string) []string {
	if len(args) < 4 || args[1] != "-v" {
		return append([]string{printfName}, args[1:]...)
	}
	words := []string{printfName}
	for _, arg := range args[3:] {
		words = append(words, quote(arg))
	}
	return []string{"eval", args[2] + "=$(" + strings.Join(words, " ") + "; echo .); " + args[2] + "=${" + args[2] + "%.}"}
}

// trapped drops the signals that nothing in the box can send; the interpreter knows EXIT and ERR.
func trapped(args []string) []string {
	if len(args) < 3 || strings.HasPrefix(args[1], "-") && args[1] != "-" && args[1] != "--" {
		return args
	}
	kept := args[:2:2]
	for _, signal := range args[2:] {
		switch strings.TrimPrefix(strings.ToUpper(signal), "SIG") {
		case "INT", "TERM", "HUP", "QUIT", "PIPE", "USR1", "USR2", "WINCH", "1", "2", "3", "13", "15":
		case "0":
			kept = append(kept, "EXIT")
		default:
			kept = append(kept, signal)
		}
	}
	if len(kept) == 2 {
		return []string{"true"}
	}
	return kept
}
