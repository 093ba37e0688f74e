package tools

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/podium-labs/podium/graders/lang"
)

// column is only the table form, column -t.
func column(ctx context.Context, env *Env, args []string) int {
	set := env.flags()
	table := set.BoolP("table", "t", false, "")
	separator := set.StringP("separator", "s", "", "")
	names, ok := env.parse(set, args)
	if !ok {
		return Usage
	}
	if !*table {
		return env.usage(lang.M("only -t is available in answers"))
	}
	all, code := env.allLines(ctx, names)
	var rows [][]string
	var widths []int
	for _, line := range all {
		cells := strings.Fields(line)
		if *separator != "" {
			cells = strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(*separator, r) })
		}
		if len(cells) == 0 {
			continue
		}
		for i, cell := range cells {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
		rows = append(rows, cells)
	}
	out := env.output()
	defer out.close()
	for _, row := range rows {
		if out.line(tableRow(row, widths)) != nil {
			break
		}
	}
	return code
}

func tableRow(cells []string, widths []int) string {
	var text strings.Builder
	for i, cell := range cells {
		text.WriteString(cell)
		if i < len(cells)-1 {
			text.WriteString(strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+2))
		}
	}
	return text.String()
}
