// Package lab holds the commands for working on one lab live, from start to stop.
package lab

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	labscmd "github.com/podium-labs/podium/cmd/podium/labs"
	"github.com/podium-labs/podium/cmd/podium/providers"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/fixtures/embedded/protocol"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/labs"
)

// session is one lab with the place of its live cluster. Every lab has a cluster of its own.
type session struct {
	lab *labs.Lab
	dir string
}

func openSession(id string) (*session, error) {
	lab, err := labscmd.Find(id)
	if err != nil {
		return nil, err
	}
	state, err := ui.StateDir()
	if err != nil {
		return nil, err
	}
	return &session{lab: lab, dir: filepath.Join(state, "clusters", lab.ID)}, nil
}

// attach finds the running cluster, or says how to start one.
func (s *session) attach(ctx context.Context) (providers.Live, error) {
	running, err := providers.Attach(ctx, s.live(nil))
	switch {
	case errors.Is(err, cluster.ErrNotRunning):
		return nil, exit.With(exit.Usage, lang.Errorf("%s is not running", s.lab.ID), "start it: podium lab start "+s.lab.ID)
	case errors.Is(err, embedded.ErrStarting):
		return nil, exit.With(exit.Infrastructure, lang.Errorf("%s is still starting", s.lab.ID), "wait a moment, or: podium lab stop "+s.lab.ID)
	case err != nil:
		return nil, exit.With(exit.Infrastructure, err, providers.Next(err, ""))
	}
	return running, nil
}

// live says which cluster is meant.
func (s *session) live(progress *ui.Progress) providers.LiveOptions {
	options := providers.LiveOptions{Dir: s.dir, Lab: s.lab.ID}
	if progress != nil {
		options.Progress = progress.Component
	}
	return options
}

// exists is true if the lab has been started and not stopped since, whether or not it runs now.
func (s *session) exists() bool {
	return providers.Of(s.dir) != ""
}

func (s *session) journal() string    { return filepath.Join(s.dir, protocol.Journal) }
func (s *session) kubeconfig() string { return filepath.Join(s.dir, protocol.LearnerKubeconfig) }

// NewCommand returns "podium lab" with its sub-commands.
func NewCommand(settings *ui.Settings, podium string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lab",
		Short: "Work on a lab: start, watch, task, status, check, reset, stop, kubeconfig, shell",
	}
	ui.Group(cmd)
	cmd.AddCommand(newStart(settings, podium), newWatch(settings, podium), newTask(settings), newStatus(settings), newCheck(settings, podium), newFinish(settings, podium),
		newReset(settings), newStop(settings), newKubeconfig(), newShell(settings, podium))
	return cmd
}

// oneLab is a sub-command about one lab.
func oneLab(verb, short string, run func(*cobra.Command, *session) error) *cobra.Command {
	return &cobra.Command{
		Use: verb + " LAB", Short: short, Args: cobra.ExactArgs(1), ValidArgsFunction: labscmd.Complete,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := openSession(args[0])
			if err != nil {
				return err
			}
			return run(cmd, s)
		},
	}
}
