package help

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usage prints what cobra prints below the text of a command, with headings in Japanese.
func usage(cmd *cobra.Command) error {
	var out strings.Builder
	fmt.Fprint(&out, "使い方:")
	if cmd.Runnable() {
		fmt.Fprintf(&out, "\n  %s", cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&out, "\n  %s [command]", cmd.CommandPath())
	}
	if cmd.HasExample() {
		fmt.Fprintf(&out, "\n\n例:\n%s", strings.TrimRight(cmd.Example, "\n"))
	}
	commands(&out, cmd)
	flags(&out, "フラグ", cmd.LocalFlags())
	flags(&out, "共通のフラグ", cmd.InheritedFlags())
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&out, "\n\n各コマンドの詳しい説明: %s [command] --help", cmd.CommandPath())
	}
	_, err := fmt.Fprintln(cmd.OutOrStderr(), out.String())
	return err
}

func commands(out io.Writer, cmd *cobra.Command) {
	if !cmd.HasAvailableSubCommands() {
		return
	}
	fmt.Fprint(out, "\n\nコマンド:")
	for _, below := range cmd.Commands() {
		if below.IsAvailableCommand() || below.Name() == "help" {
			fmt.Fprintf(out, "\n  %-*s %s", below.NamePadding(), below.Name(), below.Short)
		}
	}
}

func flags(out io.Writer, title string, set *pflag.FlagSet) {
	if !set.HasAvailableFlags() {
		return
	}
	lines := strings.Split(strings.TrimRight(set.FlagUsages(), "\n "), "\n")
	for i, line := range lines {
		if at := strings.LastIndex(line, "(default "); at >= 0 {
			lines[i] = line[:at] + "(既定値: " + line[at+len("(default "):]
		}
	}
	fmt.Fprintf(out, "\n\n%s:\n%s", title, strings.Join(lines, "\n"))
}
