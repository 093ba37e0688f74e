// Package help puts what --help says into Japanese.
package help

import (
	"maps"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/podium-labs/podium/graders/lang"
)

// Translate puts the texts of a command, of all commands below it and of their flags into a language. Names, flags and examples stay
// as they are typed. A text that has no translation stays in English.
func Translate(root *cobra.Command, language string) {
	if language != lang.Japanese {
		return
	}
	known := japanese()
	each(root, func(text *string) { *text, _ = known.translate(*text) })
	root.SetUsageFunc(usage)
}

// Missing lists every text of these commands that has no translation.
func Missing(root *cobra.Command) []string {
	known, missing := japanese(), []string{}
	each(root, func(text *string) {
		_, without := known.translate(*text)
		missing = append(missing, without...)
	})
	return missing
}

// each visits the texts of all commands that a person can find. Cobra's own commands and flags are made now, so that they are among them.
func each(root *cobra.Command, visit func(text *string)) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	visited := map[*pflag.Flag]bool{} // the flags of all commands belong to several
	eachBelow(root, visit, visited)
}

func eachBelow(cmd *cobra.Command, visit func(text *string), visited map[*pflag.Flag]bool) {
	cmd.InitDefaultHelpFlag()
	visit(&cmd.Short)
	visit(&cmd.Long)
	for _, flags := range []*pflag.FlagSet{cmd.Flags(), cmd.PersistentFlags()} {
		flags.VisitAll(func(flag *pflag.Flag) {
			if !flag.Hidden && !visited[flag] {
				visited[flag] = true
				visit(&flag.Usage)
			}
		})
	}
	for _, below := range cmd.Commands() {
		if !below.Hidden {
			eachBelow(below, visit, visited)
		}
	}
}

// table is a translation for each English text, of which white space counts as one space each.
type table map[string]string

func japanese() table {
	all := table{}
	for _, part := range []table{cobraTexts(), cobraScripts(), learnerTexts(), teacherTexts(), gradingTexts(), batchTexts(), fleetTexts()} {
		maps.Copy(all, part)
	}
	return all
}

// translate goes from the whole text to its paragraphs and lines, as several commands share some of them.
func (t table) translate(text string) (translated string, missing []string) {
	if text == "" || isTyped(text) {
		return text, nil
	}
	if said, ok := t[strings.Join(strings.Fields(text), " ")]; ok && !strings.HasPrefix(text, " ") {
		return said, nil
	}
	for _, separator := range []string{"\n\n", "\n"} {
		parts := strings.Split(text, separator)
		if len(parts) == 1 {
			continue
		}
		for i, part := range parts {
			said, without := t.translate(part)
			parts[i] = said
			missing = append(missing, without...)
		}
		return strings.Join(parts, separator), missing
	}
	return t.line(text)
}

// line translates what is indented, and what stands behind a name: "  csv      one row a submission", "Formats: csv, junit".
func (t table) line(text string) (translated string, missing []string) {
	inside := strings.TrimLeft(text, " ")
	indent := text[:len(text)-len(inside)]
	if said, ok := t[strings.TrimSpace(inside)]; ok && indent != "" {
		return indent + said, nil
	}
	if name, about, found := strings.Cut(inside, "  "); found && indent != "" {
		if said, ok := t[strings.TrimSpace(about)]; ok {
			return indent + name + strings.Repeat(" ", 2+len(about)-len(strings.TrimLeft(about, " "))) + said, nil
		}
	}
	if before, after, found := strings.Cut(inside, ": "); found {
		if said, ok := t[before+":"]; ok {
			return indent + said + " " + after, nil
		}
	}
	if before, name, found := strings.Cut(inside, "help for "); found && before == "" {
		return name + "のヘルプ", nil
	}
	return text, []string{text}
}

// isTyped is true for what stays as it is: a command line, or the name of a system as a heading.
func isTyped(text string) bool {
	return strings.HasPrefix(text, "\t") && !strings.Contains(text, "\n\n") || strings.HasPrefix(text, "#### ") && !strings.Contains(text, "\n")
}
