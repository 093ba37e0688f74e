// Package ui holds what all commands share towards people: language, colour, output format and progress.
package ui

import (
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/graders/lang"
)

// Settings are the flags that every command has.
type Settings struct {
	language string
	color    string
}

// AddFlags adds the common flags to the root command.
func AddFlags(root *cobra.Command) *Settings {
	s := &Settings{}
	flags := root.PersistentFlags()
	flags.StringVar(&s.language, "lang", lang.FromEnvironment(), "language of texts and reports: en or ja")
	flags.StringVar(&s.color, "color", "auto", "colour: auto (only on a terminal), always or never")
	complete(root, "lang", lang.Languages()...)
	complete(root, "color", "auto", "always", "never")
	return s
}

func complete(cmd *cobra.Command, flag string, values ...string) {
	// the flag has just been added, which is the only way in which this can fail
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// Check refuses values that no command can use.
func (s *Settings) Check() error {
	if !slices.Contains([]string{"auto", "always", "never"}, s.color) {
		return exit.With(exit.Usage, lang.Errorf("unknown colour setting %q", s.color), "use --color auto, always or never")
	}
	_, err := s.Printer()
	return err
}

// Printer is that of the chosen language.
func (s *Settings) Printer() (*lang.Printer, error) {
	printer, err := lang.New(s.language)
	if err != nil {
		return nil, exit.With(exit.Usage, err, "use --lang en or --lang ja")
	}
	return printer, nil
}

// Color says whether out shall be coloured. NO_COLOR is respected (https://no-color.org).
func (s *Settings) Color(out io.Writer) bool {
	switch s.color {
	case "always":
		return true
	case "never":
		return false
	}
	return os.Getenv("NO_COLOR") == "" && IsTerminal(out)
}

// IsTerminal is true if out is a terminal.
func IsTerminal(out io.Writer) bool {
	file, ok := Behind(out).(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// Width is the width of the terminal, or 80.
func Width(out io.Writer) int {
	if file, ok := Behind(out).(*os.File); ok {
		if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
			return min(width, 120)
		}
	}
	return 80
}

// AddOutput adds the flag --output to a command whose result scripts may read.
func AddOutput(cmd *cobra.Command) *string {
	output := cmd.Flags().StringP("output", "o", "text", "format of the result: text or json")
	complete(cmd, "output", "text", "json")
	return output
}

// CheckOutput refuses unknown formats.
func CheckOutput(output string) error {
	if !slices.Contains([]string{"text", "json"}, output) {
		return exit.With(exit.Usage, lang.Errorf("unknown output format %q", output), "use --output text or --output json")
	}
	return nil
}

// StateDir is where live clusters are kept: $XDG_STATE_HOME/podium, or ~/.local/state/podium.
func StateDir() (string, error) {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "podium"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", exit.With(exit.Usage, lang.Errorf("find home directory: %w", err), "set HOME or XDG_STATE_HOME")
	}
	return filepath.Join(home, ".local", "state", "podium"), nil
}
