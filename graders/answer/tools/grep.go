package tools

import (
	"context"
	"errors"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/pflag"

	"github.com/podium-labs/podium/graders/lang"
)

// grepCall is one call of grep.
type grepCall struct {
	extended, fixed, fold, invert, count, only, quiet bool
	number, word, whole, list, noName, withName, mute bool
	most, before, after, around                       int
	patterns                                          []string
	patternFile                                       string

	res []*regexp.Regexp
}

func egrep(ctx context.Context, env *Env, args []string) int {
	return grep(ctx, env, append([]string{"-E"}, args...))
}

func fgrep(ctx context.Context, env *Env, args []string) int {
	return grep(ctx, env, append([]string{"-F"}, args...))
}

func (g *grepCall) bind(set *pflag.FlagSet) {
	set.BoolVarP(&g.extended, "extended-regexp", "E", false, "")
	set.BoolVarP(&g.fixed, "fixed-strings", "F", false, "")
	set.BoolP("basic-regexp", "G", false, "")
	set.BoolVarP(&g.fold, "ignore-case", "i", false, "")
	set.BoolVarP(&g.invert, "invert-match", "v", false, "")
	set.BoolVarP(&g.count, "count", "c", false, "")
	set.BoolVarP(&g.only, "only-matching", "o", false, "")
	set.BoolVarP(&g.quiet, "quiet", "q", false, "")
	set.BoolVarP(&g.number, "line-number", "n", false, "")
	set.BoolVarP(&g.word, "word-regexp", "w", false, "")
	set.BoolVarP(&g.whole, "line-regexp", "x", false, "")
	set.BoolVarP(&g.list, "files-with-matches", "l", false, "")
	set.BoolVarP(&g.noName, "no-filename", "h", false, "")
	set.BoolVarP(&g.withName, "with-filename", "H", false, "")
	set.BoolVarP(&g.mute, "no-messages", "s", false, "")
	set.IntVarP(&g.most, "max-count", "m", -1, "")
	set.IntVarP(&g.before, "before-context", "B", 0, "")
	set.IntVarP(&g.after, "after-context", "A", 0, "")
	set.IntVarP(&g.around, "context", "C", 0, "")
	set.StringArrayVarP(&g.patterns, "regexp", "e", nil, "")
	set.StringVarP(&g.patternFile, "file", "f", "", "")
	set.String("color", "never", "")
	set.Lookup("color").NoOptDefVal = "auto"
	set.Bool("line-buffered", false, "")
}

func grep(ctx context.Context, env *Env, args []string) int {
	g := &grepCall{}
	set := env.flags()
	g.bind(set)
	operands, ok := env.parse(set, args)
	if !ok {
		return Usage
	}
	if color := set.Lookup("color").Value.String(); color == "always" {
		env.refuse("--color=always")
		return Usage
	}
	names, err := g.prepare(ctx, env, operands)
	if err != nil {
		return env.usage(lang.M("%s", err))
	}
	if g.mute {
		quiet := *env
		quiet.Stderr = io.Discard
		env = &quiet
	}
	out := env.output()
	defer out.close()
	found := false
	code := env.each(names, func(name string, r io.Reader) error {
		if g.quiet && found {
			return errStop
		}
		file := &grepFile{grepCall: g, out: out, prefix: g.prefix(name, len(names))}
		err := lines(ctx, r, file.line)
		if errors.Is(err, errEnough) {
			err = nil
		}
		found = found || file.hits > 0
		file.finish(name)
		return err
	})
	switch {
	case found && (code == 0 || g.quiet):
		return 0
	case code != 0:
		return Usage
	}
	return 1
}

// prepare compiles the patterns and returns the files.
func (g *grepCall) prepare(ctx context.Context, env *Env, operands []string) ([]string, error) {
	if g.patternFile != "" {
		all, code := env.allLines(ctx, []string{g.patternFile})
		if code != 0 {
			return nil, lang.Errorf("the file of patterns could not be read")
		}
		g.patterns = append(g.patterns, all...)
	} else if len(g.patterns) == 0 {
		if len(operands) == 0 {
			return nil, lang.Errorf("missing pattern")
		}
		g.patterns, operands = operands[:1], operands[1:]
	}
	if g.around > 0 {
		g.before, g.after = max(g.before, g.around), max(g.after, g.around)
	}
	for _, list := range g.patterns {
		for text := range strings.SplitSeq(list, "\n") {
			re, err := g.compile(text)
			if err != nil {
				return nil, err
			}
			g.res = append(g.res, re)
		}
	}
	return operands, nil
}

func (g *grepCall) compile(text string) (*regexp.Regexp, error) {
	if g.fixed {
		text = regexp.QuoteMeta(text)
		if g.fold {
			text = "(?i)" + text
		}
		return regexp.Compile(text)
	}
	return pattern{text: text, extended: g.extended, fold: g.fold}.compile()
}

func (g *grepCall) prefix(name string, files int) string {
	if g.noName || (files < 2 && !g.withName) {
		return ""
	}
	if name == "-" {
		return "(standard input)"
	}
	return name
}
