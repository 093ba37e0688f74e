package lab

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/fixtures/embedded"
)

func newStop() *cobra.Command {
	keep := false
	cmd := oneLab("stop", "Stop a lab and delete its cluster", func(cmd *cobra.Command, s *session) error {
		was := s.status()
		if was.State == "stopped" {
			fmt.Fprintf(cmd.OutOrStdout(), "%s is not running\n", s.lab.ID)
			return nil
		}
		running, err := embedded.Attach(s.dir)
		switch {
		case err == nil:
			err = running.Stop(cmd.Context())
		case errors.Is(err, cluster.ErrNotRunning):
			err = nil
		}
		if err == nil && !keep {
			err = os.RemoveAll(s.dir)
		}
		if err != nil {
			return exit.With(exit.Infrastructure, fmt.Errorf("stop %s: %w", s.lab.ID, err), "")
		}
		if keep {
			fmt.Fprintf(cmd.OutOrStdout(), "%s stopped; podium lab start %s goes on with it\n", s.lab.ID, s.lab.ID)
			return nil
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s stopped and deleted\n", s.lab.ID)
		return nil
	})
	cmd.Flags().BoolVar(&keep, "keep", false, "keep the cluster's data and history, so that start goes on with it")
	return cmd
}
