package report

import (
	"errors"
	"io"
	"os"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/result/export"
)

// Export writes one document about stored records, to standard output if there is neither a file nor one in the environment.
func Export(out io.Writer, records []*result.Record, format, file string) error {
	known, err := FindFormat(format)
	if err != nil {
		return err
	}
	if file == "" && (known.Variable == "" || os.Getenv(known.Variable) == "") {
		file = stdout
	}
	t, err := newTarget(format, file)
	if err != nil {
		return err
	}
	err = t.write(out, records)
	if ungraded, is := errors.AsType[*export.UngradedError](err); is {
		code := exit.Infrastructure
		if ungraded.Record.Outcome == result.InvalidSubmission || ungraded.Record.Outcome == result.Tampered {
			code = exit.InvalidSubmission
		}
		return exit.With(code, err, "")
	}
	return err
}
