package tools

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// counted is one line of wc: lines, words, characters and bytes.
type counted struct {
	name   string
	counts [4]int
}

func wc(_ context.Context, env *Env, args []string) int {
	set := env.flags()
	wants := []*bool{
		set.BoolP("lines", "l", false, ""), set.BoolP("words", "w", false, ""),
		set.BoolP("chars", "m", false, ""), set.BoolP("bytes", "c", false, ""),
	}
	names, ok := env.parse(set, args)
	if !ok {
		return Usage
	}
	single := set.NFlag() == 1
	if set.NFlag() == 0 {
		*wants[0], *wants[1], *wants[3] = true, true, true
	}
	var rows []counted
	total := counted{name: "total"}
	code := env.each(names, func(name string, r io.Reader) error {
		data, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		rows = append(rows, count(name, string(data)))
		for i, n := range rows[len(rows)-1].counts {
			total.counts[i] += n
		}
		return nil
	})
	// Coreutils pads to the widest number, and to seven when the input is a pipe.
	width := len(strconv.Itoa(total.counts[3]))
	if len(names) == 0 {
		width = 7
	}
	if single && len(names) <= 1 {
		width = 1
	}
	if len(names) > 1 {
		rows = append(rows, total)
	}
	for _, row := range rows {
		_, _ = fmt.Fprintln(env.Stdout, row.render(wants, width))
	}
	return code
}

func count(name, text string) counted {
	return counted{name: name, counts: [4]int{
		strings.Count(text, "\n"), len(strings.Fields(text)), utf8.RuneCountInString(text), len(text),
	}}
}

func (c counted) render(wants []*bool, width int) string {
	var cells []string
	for i, want := range wants {
		if *want {
			cells = append(cells, fmt.Sprintf("%*d", width, c.counts[i]))
		}
	}
	if c.name != "-" {
		cells = append(cells, c.name)
	}
	return strings.Join(cells, " ")
}
