// Package grader is the hidden command that a grading starts for each submission and lab.
package grader

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/graders/run"
	"github.com/podium-labs/podium/labs/all"
)

// NewCommand returns "podium __grade": it takes a job on standard input and writes events to a pipe of its own.
func NewCommand() *cobra.Command {
	return &cobra.Command{
		Use:    run.GraderCommand,
		Short:  "Grade one submission on a running cluster",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return run.Worker{Labs: all.Labs(), In: os.Stdin, Log: os.Stderr}.Work(cmd.Context())
		},
	}
}
