// Package grader is the hidden command that a grading starts for each submission and lab.
package grader

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/graders/run"
	"github.com/podium-labs/podium/graders/whatif"
	"github.com/podium-labs/podium/graders/whatif/kubescheduler"
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
			return run.Worker{Labs: all.Labs(), In: os.Stdin, Log: os.Stderr, WhatIf: newScheduler}.Work(cmd.Context())
		},
	}
}

// newScheduler is called when a check first asks what the scheduler would do; most gradings never do.
func newScheduler() (whatif.Scheduler, error) { return kubescheduler.New(kubescheduler.Options{}) }
