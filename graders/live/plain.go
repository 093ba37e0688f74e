package live

import (
	"context"
	"fmt"
	"io"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
)

// Lines writes what changes, a line each, for whoever has no terminal, until there are no more records or ctx ends.
func Lines(ctx context.Context, out io.Writer, printer *lang.Printer, records <-chan *result.Record) error {
	var last *result.Record
	for {
		select {
		case <-ctx.Done():
			return nil
		case record, open := <-records:
			if !open {
				return nil
			}
			if err := line(out, printer, last, record); err != nil {
				return fmt.Errorf("write changes: %w", err)
			}
			if record.Error == nil {
				last = record
			}
		}
	}
}

func line(out io.Writer, printer *lang.Printer, last, record *result.Record) error {
	if record.Error != nil {
		_, err := fmt.Fprintln(out, result.Clean(record.Error.Message))
		return err
	}
	changes := Changes(last, record)
	if last != nil && len(changes) == 0 || record.Score == nil {
		return nil
	}
	for _, change := range changes {
		if _, err := fmt.Fprintln(out, result.Clean(printer.Say(change))); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(out, "%s %d/%d\n", record.Lab, *record.Score, record.MaxScore)
	return err
}
