// Package doctor is the command that finds out whether Podium can work on this machine, and says what to do if not.
package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/cmd/podium/providers"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/fixtures/kind/engine"
	"github.com/podium-labs/podium/graders/lang"
)

// Finding is what one examination found.
type Finding struct {
	Name string `json:"name"`
	// OK is false if labs cannot run because of it.
	OK bool `json:"ok"`
	// Detail is what was seen; Next what to do about it.
	Detail string `json:"detail"`
	Next   string `json:"next,omitempty"`

	// said is Detail in any language.
	said lang.Message
}

// examination looks at one thing. An error is a finding that is not OK; next says what to do about it.
type examination struct {
	name string
	look func(context.Context) (detail lang.Message, err error)
	next string
}

// NewCommand returns "podium doctor".
func NewCommand(settings *ui.Settings) *cobra.Command {
	cmd := &cobra.Command{
		Use: "doctor", Short: "Find out whether labs can run on this machine", Args: cobra.NoArgs,
		Long: "Doctor looks at folders, memory and ports, then starts a cluster and throws it away.\nExit code 0 if labs can run, 3 if not.\n\n" +
			"With --provider kind it looks at the container engine and at what four nodes need instead of starting a cluster.",
	}
	output := ui.AddOutput(cmd)
	provider := providers.AddFlag(cmd)
	remove := cmd.Flags().Bool("clean", false, "remove a kind cluster that was left behind, and do nothing else")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := ui.CheckOutput(*output); err != nil {
			return err
		}
		if err := providers.Check(*provider); err != nil {
			return err
		}
		printer, err := settings.Printer()
		if err != nil {
			return err
		}
		if *remove {
			said, err := clean(cmd.Context(), engine.Find)
			if err != nil {
				return exit.With(exit.Infrastructure, err, providers.Next(err, ""))
			}
			fmt.Fprintln(cmd.OutOrStdout(), printer.Say(said))
			return nil
		}
		findings := []Finding{}
		healthy := true
		for _, e := range examinations(*provider) {
			finding := e.examine(cmd.Context())
			findings = append(findings, finding)
			healthy = healthy && finding.OK
			if *output == "text" {
				fmt.Fprintln(cmd.OutOrStdout(), finding.text(printer))
			}
		}
		if *output == "json" {
			if err := json.NewEncoder(cmd.OutOrStdout()).Encode(findings); err != nil {
				return err
			}
		}
		if !healthy {
			return exit.With(exit.Infrastructure, lang.Errorf("labs cannot run here yet"), "mend what is marked with ✗, then: podium doctor")
		}
		return nil
	}
	return cmd
}

func (e examination) examine(ctx context.Context) Finding {
	detail, err := e.look(ctx)
	if err != nil {
		return Finding{Name: e.name, Detail: err.Error(), Next: next(err, e.next), said: lang.M("%s", err)}
	}
	return Finding{Name: e.name, OK: true, Detail: detail.String(), said: detail}
}

// text is the finding as one line, or two.
func (f Finding) text(printer *lang.Printer) string {
	name, detail := printer.Phrase(f.Name), printer.Say(f.said)
	name += strings.Repeat(" ", max(0, nameWidth-ansi.StringWidth(name)))
	if f.OK {
		return fmt.Sprintf("✓ %s %s", name, detail)
	}
	return fmt.Sprintf("✗ %s %s\n  %-*s → %s", name, detail, nameWidth, "", printer.Advice(f.Next))
}

// nameWidth is how many columns the name of an examination has; characters of Japanese take two.
const nameWidth = 16
