package tools

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/podium-labs/podium/graders/lang"
)

// jqOptions is the command line of jq.
type jqOptions struct {
	raw, joined, compact, status, null, slurp, rawInput bool
	indent                                              string
	filter                                              string
	files                                               []string
	names                                               []string
	values                                              []any
	positional                                          []any
}

// parseJQ reads the options, which may stand anywhere and take up to two values.
func parseJQ(env *Env, args []string) (jqOptions, error) {
	o := jqOptions{indent: "  "}
	p := jqParser{jqOptions: &o, env: env, args: args}
	for len(p.args) > 0 {
		arg := p.args[0]
		p.args = p.args[1:]
		var err error
		switch {
		case arg == "--" && !p.literal:
			p.literal = true
		case strings.HasPrefix(arg, "--") && !p.literal:
			err = p.long(arg[2:])
		case len(arg) > 1 && arg[0] == '-' && !p.literal:
			err = p.short(arg[1:])
		default:
			err = p.operand(arg)
		}
		if err != nil {
			return o, err
		}
	}
	if !p.filtered {
		return o, lang.Errorf("missing filter")
	}
	return o, nil
}

type jqParser struct {
	*jqOptions
	env      *Env
	args     []string
	literal  bool
	filtered bool
	rest     string // "args" or "jsonargs": what the operands after the filter are
}

func (p *jqParser) operand(arg string) error {
	switch {
	case !p.filtered:
		p.filter, p.filtered = arg, true
	case p.rest == "args":
		p.positional = append(p.positional, arg)
	case p.rest == "jsonargs":
		value, err := decodeJSON(arg)
		if err != nil {
			return lang.Errorf("invalid JSON %q", arg)
		}
		p.positional = append(p.positional, value)
	default:
		p.files = append(p.files, arg)
	}
	return nil
}

func (p *jqParser) take(option string, n int) ([]string, error) {
	if len(p.args) < n {
		return nil, lang.Errorf("option %s takes %d values", option, n)
	}
	values := p.args[:n]
	p.args = p.args[n:]
	return values, nil
}

func (p *jqParser) short(letters string) error {
	long := map[rune]string{
		'r': "raw-output", 'j': "join-output", 'c': "compact-output", 'e': "exit-status", 'n': "null-input", 's': "slurp",
		'R': "raw-input", 'M': "monochrome-output", 'S': "sort-keys", 'f': "from-file",
	}
	for _, letter := range letters {
		name, ok := long[letter]
		if !ok {
			return lang.Errorf("option -%c is not available in answers", letter)
		}
		if err := p.long(name); err != nil {
			return err
		}
	}
	return nil
}

func (p *jqParser) long(name string) error {
	switch name {
	case "raw-output":
		p.raw = true
	case "join-output":
		p.raw, p.joined = true, true
	case "compact-output":
		p.compact = true
	case "exit-status":
		p.status = true
	case "null-input":
		p.null = true
	case "slurp":
		p.slurp = true
	case "raw-input":
		p.rawInput = true
	case "monochrome-output", "sort-keys": // never coloured, always sorted
	case "tab":
		p.indent = "\t"
	case "args", "jsonargs":
		p.rest = name
	case "indent", "from-file", "arg", "argjson", "rawfile", "slurpfile":
		return p.valued(name)
	default:
		return lang.Errorf("option --%s is not available in answers", name)
	}
	return nil
}

func (p *jqParser) valued(name string) error {
	n := 2
	if name == "indent" || name == "from-file" {
		n = 1
	}
	values, err := p.take("--"+name, n)
	if err != nil {
		return err
	}
	switch name {
	case "indent":
		width, err := strconv.Atoi(values[0])
		if err != nil || width < 0 || width > 7 {
			return lang.Errorf("cannot indent by %q", values[0])
		}
		p.indent, p.compact = strings.Repeat(" ", width), width == 0
		return nil
	case "from-file":
		data, err := p.env.Box.ReadFile(p.env.Dir, values[0])
		p.filter, p.filtered = string(data), true
		return err
	}
	value, err := p.value(name, values[1])
	if err != nil {
		return err
	}
	p.names, p.values = append(p.names, "$"+values[0]), append(p.values, value)
	return nil
}

func (p *jqParser) value(kind, text string) (any, error) {
	switch kind {
	case "arg":
		return text, nil
	case "argjson":
		value, err := decodeJSON(text)
		if err != nil {
			return nil, lang.Errorf("invalid JSON %q", text)
		}
		return value, nil
	}
	data, err := p.env.Box.ReadFile(p.env.Dir, text)
	if err != nil {
		return nil, err
	}
	if kind == "rawfile" {
		return string(data), nil
	}
	source := &jqSource{decoder: json.NewDecoder(strings.NewReader(string(data)))}
	source.decoder.UseNumber()
	return source.all()
}

func decodeJSON(text string) (any, error) {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var value any
	err := decoder.Decode(&value)
	return value, err
}

// variables are those of the command line and $ARGS.
func (o jqOptions) variables() ([]string, []any) {
	named := map[string]any{}
	for i, name := range o.names {
		named[strings.TrimPrefix(name, "$")] = o.values[i]
	}
	positional := o.positional
	if positional == nil {
		positional = []any{}
	}
	return append([]string{"$ARGS"}, o.names...), append([]any{map[string]any{"named": named, "positional": positional}}, o.values...)
}
