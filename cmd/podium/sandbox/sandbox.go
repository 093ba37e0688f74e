// Package sandbox tells people whether answers can be confined on their machine, and what to do if not.
package sandbox

import (
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/lang"
)

// needed is what a machine must have.
func needed() lang.Message { return lang.M("Linux 6.7 or newer with Landlock") }

// AddTrust adds the flag that grades without a sandbox.
func AddTrust(cmd *cobra.Command, trust *bool) {
	cmd.Flags().BoolVar(trust, "trust", false, "grade without a sandbox where this machine has none: for answers of your own")
}

// Walls proves the sandbox with this executable, once however often it is called.
func Walls() func(context.Context) error {
	binary, err := os.Executable()
	if err != nil {
		return func(context.Context) error { return lang.Errorf("find own executable: %w", err) }
	}
	return (&answer.Walls{Binary: binary}).Stand
}

// Refused gives an error that says answers cannot be confined here the exit code of such a machine, and a way out.
func Refused(err error) error {
	if refused, is := errors.AsType[*answer.UnconfinedError](err); is {
		return exit.Advise(exit.Infrastructure, refused,
			lang.M("grade on %s; or, if you trust these answers as you trust your own scripts, add --trust", needed()))
	}
	return err
}

// Examine is for podium doctor. A machine without a sandbox is healthy: labs run there, and so do answers that are trusted.
func Examine(ctx context.Context) (lang.Message, error) {
	err := Walls()(ctx)
	if refused, is := errors.AsType[*answer.UnconfinedError](err); is {
		return lang.M("none (%v): only answers that you trust can be graded here, with --trust; others need %s", refused.Err, needed()), nil
	}
	if err != nil {
		return lang.Message{}, err
	}
	return lang.M("answers are confined by Landlock: reads, writes, connections and programs outside were tried and denied"), nil
}
