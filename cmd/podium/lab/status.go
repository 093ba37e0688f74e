package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	labscmd "github.com/podium-labs/podium/cmd/podium/labs"
	"github.com/podium-labs/podium/cmd/podium/providers"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/fixtures/embedded/protocol"
)

// Status is what is known about the live cluster of a lab.
type Status struct {
	Lab string `json:"lab"`
	// State is "not started", "kept" (data there, no process), "starting" or "running".
	State      string    `json:"state"`
	Server     string    `json:"server,omitempty"`
	Started    time.Time `json:"started,omitzero"`
	PID        int       `json:"pid,omitempty"`
	Kubeconfig string    `json:"kubeconfig,omitempty"`
	// Exam is there if the lab was started as one.
	Exam *ExamStatus `json:"exam,omitempty"`
}

// stateRunning is the state of a lab whose cluster answers.
const stateRunning = "running"

// stopped is the state of a lab of which nothing is left.
const stopped = "not started"

func newStatus(settings *ui.Settings) *cobra.Command {
	cmd := &cobra.Command{
		Use: "status [LAB]", Short: "Say which labs are running", Args: cobra.MaximumNArgs(1), ValidArgsFunction: labscmd.Complete,
	}
	output := ui.AddOutput(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := ui.CheckOutput(*output); err != nil {
			return err
		}
		if len(args) == 0 {
			args = labscmd.IDs()
		}
		printer, err := settings.Printer()
		if err != nil {
			return err
		}
		found := []Status{}
		for _, id := range args {
			s, err := openSession(id)
			if err != nil {
				return err
			}
			status, err := s.statusWithExam(cmd.Context(), printer)
			if err != nil {
				return err
			}
			found = append(found, status)
		}
		if *output == "json" {
			return json.NewEncoder(cmd.OutOrStdout()).Encode(found)
		}
		for _, status := range found {
			fmt.Fprintln(cmd.OutOrStdout(), status)
			if status.Exam != nil {
				fmt.Fprintln(cmd.OutOrStdout(), status.Exam)
			}
		}
		return nil
	}
	return cmd
}

func (s *session) status(ctx context.Context) Status {
	status := Status{Lab: s.lab.ID, State: stopped}
	_, err := providers.Attach(ctx, s.live(nil))
	switch {
	case err == nil:
		status.State = stateRunning
	case errors.Is(err, embedded.ErrStarting):
		status.State = "starting"
	case s.exists():
		status.State = "kept"
		return status
	default:
		return status
	}
	if state, err := protocol.ReadState(s.dir); err == nil {
		status.Server, status.Started, status.PID = state.Server, state.Started, state.PID
	}
	status.Kubeconfig = s.kubeconfig()
	return status
}

// String is the status on one line.
func (s Status) String() string {
	if s.PID == 0 {
		return fmt.Sprintf("%s  %s", s.Lab, s.State)
	}
	return fmt.Sprintf("%s  %s since %s  %s  pid %d", s.Lab, s.State, s.Started.Local().Format("15:04:05"), s.Server, s.PID)
}
