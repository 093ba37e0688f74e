// Package answer is the hidden command that a grading starts for each answered task.
package answer

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/graders/answer/worker"
)

// NewCommand returns "podium __answer": it takes a job and steps on standard input and gives outcomes on standard output.
func NewCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "__answer",
		Short:  "Run the steps of one answer",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE:   run,
	}
}

// run keeps the two pipes for itself: whatever else in this process reads or prints gets an empty input and standard error.
func run(cmd *cobra.Command, _ []string) error {
	empty, err := os.Open(os.DevNull)
	if err != nil {
		return fmt.Errorf("open null device: %w", err)
	}
	requests, replies := os.Stdin, os.Stdout
	os.Stdin, os.Stdout = empty, os.Stderr
	return worker.Serve(cmd.Context(), requests, replies)
}
