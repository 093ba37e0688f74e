package tools

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/pmezard/go-difflib/difflib"

	"github.com/podium-labs/podium/graders/lang"
)

// diffTrouble is the exit code of diff when files cannot be compared; 1 means that they differ.
const diffTrouble = 2

func diff(_ context.Context, env *Env, args []string) int {
	set := env.flags()
	unified := set.BoolP("unified-default", "u", false, "")
	around := set.IntP("unified", "U", -1, "")
	brief := set.BoolP("brief", "q", false, "")
	blanks := set.BoolP("ignore-all-space", "w", false, "")
	names, ok := env.parse(set, args)
	if !ok {
		return diffTrouble
	}
	if len(names) != 2 {
		return env.usage(lang.M("want two files"))
	}
	var texts [2][]string
	for i, name := range names {
		all, err := env.diffLines(name)
		if err != nil {
			env.fileError(name, err)
			return diffTrouble
		}
		texts[i] = all
	}
	matcher := difflib.NewMatcherWithJunk(keyed(texts[0], *blanks), keyed(texts[1], *blanks), false, nil)
	if same(matcher.GetOpCodes()) {
		return 0
	}
	context := 3
	if *around >= 0 {
		context = *around
	}
	switch {
	case *brief:
		_, _ = fmt.Fprintf(env.Stdout, "Files %s and %s differ\n", names[0], names[1])
	case *unified || *around >= 0:
		_, _ = fmt.Fprintf(env.Stdout, "--- %s\n+++ %s\n", names[0], names[1])
		for _, group := range matcher.GetGroupedOpCodes(context) {
			_, _ = io.WriteString(env.Stdout, Hunk(group, texts[0], texts[1]))
		}
	default:
		_, _ = io.WriteString(env.Stdout, normalDiff(matcher.GetOpCodes(), texts[0], texts[1]))
	}
	return 1
}

func (e *Env) diffLines(name string) ([]string, error) {
	r, err := e.open(name)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(r)
	return SplitLines(string(data)), errors.Join(err, r.Close())
}

// SplitLines splits a text into lines without their ends; a last line without one says so, as diff does.
func SplitLines(text string) []string {
	if text == "" {
		return nil
	}
	if whole, ok := strings.CutSuffix(text, "\n"); ok {
		return strings.Split(whole, "\n")
	}
	all := strings.Split(text, "\n")
	all[len(all)-1] += "\n\\ No newline at end of file"
	return all
}

func keyed(all []string, blanks bool) []string {
	if !blanks {
		return all
	}
	out := make([]string, len(all))
	for i, line := range all {
		out[i] = strings.Join(strings.Fields(line), "")
	}
	return out
}

func same(ops []difflib.OpCode) bool {
	for _, op := range ops {
		if op.Tag != 'e' {
			return false
		}
	}
	return true
}

// Hunk writes one group of changes in the unified format.
func Hunk(group []difflib.OpCode, a, b []string) string {
	first, last := group[0], group[len(group)-1]
	var out strings.Builder
	_, _ = fmt.Fprintf(&out, "@@ -%s +%s @@\n", hunkRange(first.I1, last.I2), hunkRange(first.J1, last.J2))
	for _, op := range group {
		if op.Tag == 'e' {
			marked(&out, " ", a[op.I1:op.I2])
			continue
		}
		marked(&out, "-", a[op.I1:op.I2])
		marked(&out, "+", b[op.J1:op.J2])
	}
	return out.String()
}

func marked(out *strings.Builder, mark string, all []string) {
	for _, line := range all {
		_, _ = fmt.Fprintf(out, "%s%s\n", mark, line)
	}
}

func hunkRange(from, to int) string {
	switch to - from {
	case 0:
		return fmt.Sprintf("%d,0", from)
	case 1:
		return fmt.Sprintf("%d", from+1)
	}
	return fmt.Sprintf("%d,%d", from+1, to-from)
}

// normalDiff writes the format of diff without options.
func normalDiff(ops []difflib.OpCode, a, b []string) string {
	var out strings.Builder
	for _, op := range ops {
		switch op.Tag {
		case 'd':
			_, _ = fmt.Fprintf(&out, "%sd%d\n", normalRange(op.I1, op.I2), op.J1)
		case 'i':
			_, _ = fmt.Fprintf(&out, "%da%s\n", op.I1, normalRange(op.J1, op.J2))
		case 'r':
			_, _ = fmt.Fprintf(&out, "%sc%s\n", normalRange(op.I1, op.I2), normalRange(op.J1, op.J2))
		default:
			continue
		}
		marked(&out, "< ", a[op.I1:op.I2])
		if op.Tag == 'r' {
			out.WriteString("---\n")
		}
		marked(&out, "> ", b[op.J1:op.J2])
	}
	return out.String()
}

func normalRange(from, to int) string {
	if to-from == 1 {
		return fmt.Sprintf("%d", to)
	}
	return fmt.Sprintf("%d,%d", from+1, to)
}
