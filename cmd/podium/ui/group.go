package ui

import (
	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/graders/lang"
)

// mistyped is how many letters of a command may be wrong.
const mistyped = 2

// Group makes a command one that has others below it and does nothing by itself: it refuses those that there are not, and names the one
// that was probably meant.
func Group(cmd *cobra.Command) {
	cmd.SuggestionsMinimumDistance = mistyped
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		err := lang.Errorf("unknown command %q for %q", args[0], cmd.CommandPath())
		if meant := cmd.SuggestionsFor(args[0]); len(meant) > 0 {
			return exit.With(exit.Usage, err, "did you mean: "+cmd.CommandPath()+" "+meant[0])
		}
		return exit.With(exit.Usage, err, "see: "+cmd.CommandPath()+" --help")
	}
}
