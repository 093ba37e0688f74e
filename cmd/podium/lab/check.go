package lab

import (
	"bytes"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/report"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/graders/result"
)

func newCheck(settings *ui.Settings, podium string) *cobra.Command {
	var output *string
	var minScore int
	cmd := oneLab("check", "Grade what has happened in a running lab so far, without changing it", func(cmd *cobra.Command, s *session) error {
		if err := ui.CheckOutput(*output); err != nil {
			return err
		}
		printer, err := settings.Printer()
		if err != nil {
			return err
		}
		options, err := s.liveOptions(cmd.Context(), printer, podium)
		if err != nil {
			return err
		}
		var log bytes.Buffer
		options.Log = &log
		record, err := s.graded(cmd.Context(), options)
		if err != nil {
			return err
		}
		if record.Error != nil {
			_, _ = cmd.ErrOrStderr().Write(log.Bytes()) // help for whoever mends it
		}
		if err := report.Print(cmd.OutOrStdout(), result.Set{record}, report.Options{Format: *output, Printer: printer, Color: settings.Color(cmd.OutOrStdout())}); err != nil {
			return err
		}
		return report.ExitCode(result.Set{record}, minScore)
	})
	output = ui.AddOutput(cmd)
	cmd.Flags().IntVar(&minScore, "min-score", 0, "end with exit code 1 if the score is lower")
	return cmd
}
