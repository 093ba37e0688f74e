package tools

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"github.com/podium-labs/podium/graders/lang"
)

// flags makes an empty set of options.
func (e *Env) flags() *pflag.FlagSet {
	set := pflag.NewFlagSet(e.Name, pflag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.Usage = func() {}
	return set
}

// parse returns the operands; an option that is not implemented is named and refused.
func (e *Env) parse(set *pflag.FlagSet, args []string) ([]string, bool) {
	err := set.Parse(args)
	var unknown *pflag.NotExistError
	switch {
	case err == nil:
		return set.Args(), true
	case errors.As(err, &unknown):
		e.refuse(dashed(unknown.GetSpecifiedName()))
	case errors.Is(err, pflag.ErrHelp):
		e.refuse("-h or --help")
	default:
		e.complain(lang.M("%s", err))
	}
	return nil, false
}

func (e *Env) refuse(option string) {
	_, _ = fmt.Fprintln(e.Stderr, e.Say(lang.M("%s: option %s is not available in answers", e.Name, option)))
}

func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// numeric rewrites the old form -5 to -n 5.
func numeric(args []string) []string {
	out := make([]string, 0, len(args))
	for i, arg := range args {
		if arg == "--" {
			return append(out, args[i:]...)
		}
		if rest, ok := strings.CutPrefix(arg, "-"); ok && rest != "" && strings.Trim(rest, "0123456789") == "" && !wantsValue(args, i) {
			out = append(out, "-n", rest)
			continue
		}
		out = append(out, arg)
	}
	return out
}

// wantsValue tells whether the argument before is an option that takes this one: "-n -5".
func wantsValue(args []string, i int) bool {
	return i > 0 && (args[i-1] == "-n" || args[i-1] == "-c")
}

// atoi reads a count and says what is wrong with it otherwise.
func atoi(text string) (int, error) {
	n := 0
	if text == "" {
		return 0, lang.Errorf("missing number")
	}
	for _, r := range text {
		if r < '0' || r > '9' || n > 1<<40 {
			return 0, lang.Errorf("%q is no number", text)
		}
		n = n*10 + int(r-'0')
	}
	return n, nil
}
