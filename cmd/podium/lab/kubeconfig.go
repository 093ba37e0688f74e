package lab

import (
	"fmt"

	"github.com/spf13/cobra"
)

func newKubeconfig() *cobra.Command {
	return oneLab("kubeconfig", "Print the path of the learner's kubeconfig", func(cmd *cobra.Command, s *session) error {
		if _, err := s.attach(cmd.Context()); err != nil {
			return err
		}
		_, err := fmt.Fprintln(cmd.OutOrStdout(), s.kubeconfig())
		return err
	})
}
