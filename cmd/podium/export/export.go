// Package export is the command that writes stored records in the formats of other systems.
package export

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/cmd/podium/report"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/result/export"
)

// NewCommand returns "podium export".
func NewCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "export RECORD... --format FORMAT",
		Short: "Write stored records in the format of another system",
		Long: `Export reads records that podium grade has stored (- is standard input), refuses what does not follow their
schema or does not add up, and writes one document about all of them. A format that cannot say "no score" writes nothing
about a record without one: the exit code is 3 then, or 4 if the submission could not be read or tampered with the grading.

Formats:
` + formats(),
		Example: "  podium export results/record.json --format gradescope --out results.json",
		Args:    cobra.MinimumNArgs(1),
	}
	format := cmd.Flags().String("format", "", "the format, see above")
	out := cmd.Flags().String("out", "", "file to write to instead of standard output")
	_ = cmd.RegisterFlagCompletionFunc("format", func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return export.Names(), cobra.ShellCompDirectiveNoFileComp
	})
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if _, err := report.FindFormat(*format); err != nil {
			return err
		}
		records, err := readAll(cmd.InOrStdin(), args)
		if err != nil {
			return err
		}
		return report.Export(cmd.OutOrStdout(), records, *format, *out)
	}
	return cmd
}

func formats() string {
	var list strings.Builder
	for _, format := range export.Formats() {
		fmt.Fprintf(&list, "  %-20s %s\n", format.Name, format.About)
		if format.Variable != "" {
			fmt.Fprintf(&list, "  %-20s appended to $%s if that is set\n", "", format.Variable)
		}
	}
	return list.String()
}

func readAll(in io.Reader, names []string) ([]*result.Record, error) {
	var all []*result.Record
	for _, name := range names {
		records, err := read(in, name)
		if err != nil {
			return nil, exit.With(exit.Usage, lang.Errorf("read %s: %w", name, short(err)), "RECORD is a record.json of podium grade --out, or what -o json printed")
		}
		all = append(all, records...)
	}
	return all, nil
}

// longest is how much is told of what is wrong with a record: it may repeat what the record says.
const longest = 800

func short(err error) error {
	if text := err.Error(); len(text) > longest {
		return errors.New(strings.ToValidUTF8(text[:longest], "") + "…")
	}
	return err
}

func read(in io.Reader, name string) ([]*result.Record, error) {
	if name == "-" {
		return result.DecodeAll(in)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return result.DecodeAll(file)
}
