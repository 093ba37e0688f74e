package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	labscmd "github.com/podium-labs/podium/cmd/podium/labs"
	"github.com/podium-labs/podium/cmd/podium/providers"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/fixtures/embedded/protocol"
	"github.com/podium-labs/podium/graders/lang"
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
	// Solutions is when the solution of a task was first looked at, by task.
	Solutions map[string]time.Time `json:"solutions,omitempty"`
}

// The states of a lab. Of one that is stopped nothing is left; of one that is kept there are data, but no process.
const (
	stateStopped  = "not started"
	stateKept     = "kept"
	stateStarting = "starting"
	stateRunning  = "running"
)

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
			status, err := s.statusWithProgress(cmd.Context(), printer)
			if err != nil {
				return err
			}
			found = append(found, status)
		}
		if *output == "json" {
			return json.NewEncoder(cmd.OutOrStdout()).Encode(found)
		}
		for _, status := range found {
			fmt.Fprintln(cmd.OutOrStdout(), printer.Say(status.words()))
			if status.Exam != nil {
				fmt.Fprintln(cmd.OutOrStdout(), status.Exam)
			}
			if looked := slices.Sorted(maps.Keys(status.Solutions)); len(looked) > 0 {
				fmt.Fprintln(cmd.OutOrStdout(), "       "+printer.Sprintf("solutions that were looked at: %s", strings.Join(looked, ", ")))
			}
		}
		return nil
	}
	return cmd
}

func (s *session) status(ctx context.Context) Status {
	status := Status{Lab: s.lab.ID, State: stateStopped}
	_, err := providers.Attach(ctx, s.live(nil))
	switch {
	case err == nil:
		status.State = stateRunning
	case errors.Is(err, embedded.ErrStarting):
		status.State = stateStarting
	case s.exists():
		status.State = stateKept
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

// words are the status on one line.
func (s Status) words() lang.Message {
	state := map[string]lang.Message{
		stateStopped: lang.M("not started"), stateKept: lang.M("kept"), stateStarting: lang.M("starting"), stateRunning: lang.M("running"),
	}[s.State]
	if s.PID == 0 {
		return lang.M("%s  %s", s.Lab, state)
	}
	return lang.M("%s  %s since %s  %s  pid %s", s.Lab, state, s.Started.Local().Format("15:04:05"), s.Server, strconv.Itoa(s.PID))
}
